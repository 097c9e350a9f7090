import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EngineUser } from './user.ts';

/** Whether the engines' user can get to a file or folder: it may search every folder above, and read what stands at the end. */
export function isReachable(user: EngineUser, path: string): boolean {
  if (user.kind !== 'dedicated') return true;
  const at = realpathSync(path);
  return may(user, at, statSync(at).isDirectory() ? 0o5 : 0o4) && mayEnter(user, dirname(at));
}

/** Whether the engines' user can get into a folder, to what belongs to it there: it may search it and every folder above. */
export function mayEnter(user: EngineUser, folder: string): boolean {
  if (user.kind !== 'dedicated') return true;
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if (!may(user, at, 0o1)) return false;
    if (at === dirname(at)) return true;
  }
}

/** `bits` as in one digit of a mode: 4 read, 2 write, 1 execute or search. */
function may(user: EngineUser, path: string, bits: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const granted = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
  return (granted & bits) === bits;
}
