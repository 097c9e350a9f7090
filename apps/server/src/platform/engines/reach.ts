import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EngineUser } from './user.ts';

/** Whether the engines' user can get to a file or folder: it may search every folder above, and read what stands at the end. */
export function isReachable(user: EngineUser, path: string): boolean {
  if (user.kind !== 'dedicated') return true;
  let at = realpathSync(path);
  if (!may(user, at, statSync(at).isDirectory() ? 0o5 : 0o4)) return false;
  while (at !== dirname(at)) {
    at = dirname(at);
    if (!may(user, at, 0o1)) return false;
  }
  return true;
}

/** `bits` as in one digit of a mode: 4 read, 2 write, 1 execute or search. */
function may(user: EngineUser, path: string, bits: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const granted = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
  return (granted & bits) === bits;
}
