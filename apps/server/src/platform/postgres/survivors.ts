import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import { type ProcessInfo, processesIn } from '#platform/processes.ts';
import { StartError } from '#platform/start-error.ts';

const patienceMs = 60_000;

/**
 * Clears the way for a new PostgreSQL on a cluster: processes of an earlier one that outlived their Vigil server are asked to
 * stop and waited for, and a postmaster.pid that is empty or names somebody else is removed. Only a process that works in this
 * very folder, and whose own server is gone, is ever sent a signal. The caller holds the lock of the data directory.
 * Throws StartError when one of them has a living server, or does not stop.
 */
export async function endSurvivors(folder: string, log: Log): Promise<void> {
  const place = realpathSync(folder);
  const deadline = Date.now() + patienceMs;
  let asked = false;
  for (let left = processesIn(place); left.length > 0; left = processesIn(place)) {
    const postmaster = left.find((one) => !left.some((other) => other.pid === one.parent?.pid)) ?? left[0];
    refuseTaken(postmaster, folder);
    if (!asked && postmaster) {
      log.warn({ pid: postmaster.pid }, 'stopping a PostgreSQL left over from an earlier run');
      process.kill(postmaster.pid, 'SIGINT');
      asked = true;
    }
    if (Date.now() > deadline)
      throw new StartError(
        `Vigil cannot start: PostgreSQL (process ${postmaster?.pid}) of an earlier run does not stop. Nothing is lost; end that process, then start again.`,
      );
    await pause(50);
  }
  const claimed = claimedPid(place);
  if (claimed === undefined) return;
  log.warn({ pid: claimed }, 'removing the postmaster.pid of a PostgreSQL that is gone');
  rmSync(join(place, 'postmaster.pid'), { force: true });
}

function refuseTaken(postmaster: ProcessInfo | undefined, folder: string): void {
  const parent = postmaster?.parent;
  if (!postmaster || !parent || parent.pid === 1 || !isNode(parent)) return;
  throw new StartError(
    `Vigil cannot start: PostgreSQL (process ${postmaster.pid}) works in ${folder} for a Vigil server that runs (process ${parent.pid}). Stop that server first, or give this one its own DATA_DIR.`,
  );
}

function isNode({ command }: ProcessInfo): boolean {
  return basename(command.split(' ')[0] ?? '').startsWith('node');
}

/** The process that postmaster.pid names, 0 where it names none; undefined without the file. */
function claimedPid(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10) || 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
