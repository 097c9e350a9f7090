import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flush, writeAndFlush, writeDurably } from './durable-file.ts';
import { readOrdinaryFile } from './ordinary-file.ts';
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
  await writeAndFlush(markPath(dataDir), textOf(mark));
  await flush(dataDir);
}

/** Notes the step before it begins. */
export async function noteRestoreStep(dataDir: string, mark: UnfinishedRestore): Promise<void> {
  await writeDurably(markPath(dataDir), textOf(mark));
}

/** The last thing that a restore does. */
export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(markPath(dataDir));
  await flush(dataDir);
}

/** Undefined when no restore was begun, or the last one was finished. */
export async function readRestoreMark(dataDir: string): Promise<UnfinishedRestore | undefined> {
  const kept = await readOrdinaryFile(markPath(dataDir));
  if (kept === 'absent') return undefined;
  try {
    const mark = JSON.parse(kept.toString('utf8')) as UnfinishedRestore;
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

const textOf = (mark: UnfinishedRestore) => `${JSON.stringify(mark)}\n`;
