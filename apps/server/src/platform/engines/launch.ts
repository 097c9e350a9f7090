import { systemProgram } from './system-program.ts';
import { type EngineUser, namespaceArgs } from './user.ts';

/** A program with its arguments, and as whom Node has to start it. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * How to start a program as the engines' user. With `whenWeDie` the kernel sends it that signal when this process has gone,
 * however it went; where there is no `setpriv` (macOS), the next start finds the survivor.
 */
export function asEngineUser(user: EngineUser, command: string, args: readonly string[], whenWeDie?: 'INT' | 'KILL'): Launch {
  const setpriv = whenWeDie && systemProgram('setpriv');
  const launch = setpriv ? prefixed(setpriv, ['--pdeathsig', whenWeDie, '--no-new-privs', '--'], command, args) : { command, args };
  return user.kind === 'dedicated' ? { ...launch, uid: user.uid, gid: user.gid } : launch;
}

/** The same program, seeing itself as a user that has a name. */
export function inUserNamespace({ command, args, ...user }: Launch): Launch {
  return { ...prefixed(systemProgram('unshare') ?? 'unshare', namespaceArgs, command, args), ...user };
}

function prefixed(by: string, options: readonly string[], command: string, args: readonly string[]): Launch {
  return { command: by, args: [...options, command, ...args] };
}
