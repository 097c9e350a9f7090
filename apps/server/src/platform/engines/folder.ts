import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { asEngineUser, type Launch } from './launch.ts';
import { mountPoint } from './places.ts';
import { mayEnter } from './reach.ts';
import { systemProgram } from './system-program.ts';
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
  if (mayEnter(user, dirname(folder))) return plain;
  const at = has('SYS_ADMIN') ? mountPoint(user, dataDir) : undefined;
  const tools = mountTools();
  if (at === undefined || !tools) {
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
      const script = '"$1" --bind "$2" "$3" && shift 3 && exec "$@"';
      const inside = [tools.sh, '-c', script, 'sh', tools.mount, folder, at, tools.setpriv, ...become, '--', command, ...args];
      return { command: tools.unshare, args: [...mountNamespace, ...inside] };
    },
  };
}

const mountNamespace = ['--mount', '--propagation', 'private', '--'] as const;

/** What a mount of one's own takes; undefined where the system lacks a part of it, or forbids it. */
function mountTools() {
  const [unshare, sh, mount, setpriv] = ['unshare', 'sh', 'mount', 'setpriv'].map(systemProgram);
  if (!unshare || !sh || !mount || !setpriv) return undefined;
  const allowed = spawnSync(unshare, [...mountNamespace, setpriv, '--version'], { stdio: 'ignore' }).status === 0;
  return allowed ? { unshare, sh, mount, setpriv } : undefined;
}

/**
 * PostgreSQL is content with its working directory, which is reached without looking at the folders above; as a path, so
 * that its processes find it wherever they are. Elsewhere than on Linux, and where nothing is closed, the path itself.
 */
export function postgresFolder(user: EngineUser, folder: string): string {
  return mayEnter(user, dirname(folder)) ? folder : '/proc/self/cwd';
}
