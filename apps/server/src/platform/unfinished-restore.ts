import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/** The mark of a restore that has begun and is not finished, in the data directory that it goes into. */
export interface UnfinishedRestore {
  /** When the backup was made. */
  readonly backupOf: string;
  readonly begunAt: string;
  /**
   * How far it may have come. `files`: the data directory only; `loading`: a ticks store of its own (TICKS_URL) may hold
   * part of the ticks; `committing`: a database of its own (DATABASE_URL) may hold everything, or nothing yet.
   */
  readonly step: 'files' | 'loading' | 'committing';
}

export const restoreMarkName = 'restore-unfinished.json';

const steps: readonly string[] = ['files', 'loading', 'committing'] satisfies UnfinishedRestore['step'][];

const markPath = (dataDir: string) => join(dataDir, restoreMarkName);

/** The first thing that a restore writes: on disk before anything else is. Throws when there is a mark already. */
export async function markRestore(dataDir: string, mark: UnfinishedRestore): Promise<void> {
  await writeDurably(markPath(dataDir), mark, 'wx');
  await syncFolder(dataDir);
}

/** Notes the step before it begins. */
export async function noteRestoreStep(dataDir: string, mark: UnfinishedRestore): Promise<void> {
  const next = `${markPath(dataDir)}.next`;
  await writeDurably(next, mark, 'w');
  await rename(next, markPath(dataDir));
  await syncFolder(dataDir);
}

/** The last thing that a restore does. */
export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(markPath(dataDir));
  await syncFolder(dataDir);
}

/** Undefined when no restore was begun, or the last one was finished. */
export async function readRestoreMark(dataDir: string): Promise<UnfinishedRestore | undefined> {
  let text: string;
  try {
    text = await readFile(markPath(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const mark = JSON.parse(text) as UnfinishedRestore;
    if (steps.includes(mark.step)) return mark;
  } catch {
    // Cut short while it was written, which is before anything else was.
  }
  return { backupOf: 'unknown', begunAt: 'at an unknown time', step: 'files' };
}

/** Throws StartError, saying what to do, when a restore into this data directory was begun and not finished. */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  const mark = await readRestoreMark(dataDir);
  if (mark) throw new StartError(`${dataDir} holds part of a restored backup only. ${whatToDo(mark)}`);
}

export function whatToDo({ backupOf, begunAt }: UnfinishedRestore): string {
  return `The restore of the backup of ${backupOf}, begun ${begunAt}, is still running or was cut short: run "vigil restore <file>" again to do it anew, or "vigil restore --clear" to remove what it has begun.`;
}

async function writeDurably(path: string, mark: UnfinishedRestore, flag: 'w' | 'wx'): Promise<void> {
  const file = await open(path, flag, 0o600);
  try {
    await file.writeFile(`${JSON.stringify(mark)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
