import { chownSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The user and group `nobody` on every Linux: children that refuse or do not need root run as it. */
const nobody = { uid: 65_534, gid: 65_534 } as const;

export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
}

const isRoot = process.getuid?.() === 0;

/**
 * How to start a child with no more rights than it needs. As root on Linux it becomes nobody and gets `signal` when
 * we die; folders it has to walk through may be closed to others (/root is), so it keeps one capability, to search
 * and read, when one of `paths` cannot be reached otherwise. Anyone else starts it as themselves.
 */
export function unprivileged(invocation: Invocation, paths: readonly string[], signal: 'INT' | 'KILL' | 'TERM' = 'INT'): Invocation {
  if (!isRoot || process.platform !== 'linux') return invocation;
  const capability = paths.every(reachableByOthers) ? [] : ['--inh-caps', '+dac_read_search', '--ambient-caps', '+dac_read_search'];
  const args = ['--reuid', String(nobody.uid), '--regid', String(nobody.gid), '--clear-groups', ...capability, '--pdeathsig', signal];
  return { command: 'setpriv', args: [...args, '--', invocation.command, ...invocation.args] };
}

/** Gives a folder and all in it to the user that `unprivileged` children run as. */
export function giveToUnprivileged(path: string): void {
  if (!isRoot || process.platform !== 'linux' || !existsSync(path)) return;
  chownSync(path, nobody.uid, nobody.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const entry of readdirSync(path)) giveToUnprivileged(join(path, entry));
}

function reachableByOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder);
      const mine = stat.uid === nobody.uid;
      if (stat.isDirectory() && !mine && (stat.mode & 0o001) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}
