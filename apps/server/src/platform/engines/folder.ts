import { spawnSync } from 'node:child_process';
import { asEngineUser, type Launch } from './launch.ts';
import { mountPoint } from './places.ts';
import { isReachable } from './reach.ts';
import { type EngineUser, has } from './user.ts';

/** How the engines' user is started on a folder of its own that stands below folders closed to it. */
export interface EngineFolder {
  /** The path by which the engine finds it. */
  readonly at: string;
  /** To whom the folder has to belong. */
  readonly user: EngineUser;
  launch(command: string, args: readonly string[], whenWeDie: 'INT' | 'KILL'): Launch;
}

/**
 * For the ticks engine, which looks up the whole path of its store. Behind closed folders (/root) the store is mounted at a
 * place that can be reached, in a mount namespace that ends with the process. Where even root may not mount (a container),
 * the engine keeps our own rights; the relational store never needs that, see `postgresFolder`.
 */
export function ticksFolder(user: EngineUser, dataDir: string, folder: string): EngineFolder {
  const plain: EngineFolder = { at: folder, user, launch: (...program) => asEngineUser(user, ...program) };
  if (isReachable(user, folder)) return plain;
  const at = has('SYS_ADMIN') ? mountPoint(user, dataDir) : undefined;
  if (at === undefined || !mayMount()) {
    const ourselves: EngineUser = { kind: 'dedicated', uid: 0, gid: 0 };
    return { at: folder, user: ourselves, launch: (...program) => asEngineUser(ourselves, ...program) };
  }
  return {
    at,
    user,
    launch(command, args, whenWeDie) {
      const become = [
        '--reuid',
        String(user.uid),
        '--regid',
        String(user.gid),
        '--clear-groups',
        '--no-new-privs',
        '--pdeathsig',
        whenWeDie,
      ];
      const script = 'mount --bind "$1" "$2" && shift 2 && exec setpriv "$@"';
      return { command: 'unshare', args: [...mountNamespace, 'sh', '-c', script, 'sh', folder, at, ...become, '--', command, ...args] };
    },
  };
}

const mountNamespace = ['--mount', '--propagation', 'private', '--'] as const;

function mayMount(): boolean {
  return spawnSync('unshare', [...mountNamespace, 'setpriv', '--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * PostgreSQL is content with its working directory, which is reached without looking at the folders above; as a path, so
 * that its processes find it wherever they are. Elsewhere than on Linux, and where nothing is closed, the path itself.
 */
export function postgresFolder(user: EngineUser, folder: string): string {
  return isReachable(user, folder) ? folder : '/proc/self/cwd';
}
