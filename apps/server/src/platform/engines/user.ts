import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from '#platform/start-error.ts';
import { systemProgram } from './system-program.ts';

/**
 * As whom the embedded engines run. PostgreSQL refuses to run as root, and neither engine needs root's rights.
 *
 * - `self`: as ourselves, an ordinary user.
 * - `dedicated`: we are root; the engines run as a user that nothing else runs as. It needs no entry in /etc/passwd.
 */
export interface EngineUser {
  readonly kind: 'self' | 'dedicated';
  readonly uid: number;
  readonly gid: number;
}

/** The user `nobody`, which every Linux names. Never runs an engine: others run as it too. */
export const nobody = { uid: 65_534, gid: 65_534 } as const;

/** systemd's range for users that exist without an entry in /etc/passwd (`DynamicUser=`). */
const dynamicUids = { first: 61_184, count: 4_336 } as const;

const capabilities = { CHOWN: 0, DAC_OVERRIDE: 1, FOWNER: 3, KILL: 5, SETGID: 6, SETUID: 7, SYS_ADMIN: 21 } as const;

export const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0;

/**
 * The user for a data directory's engines: as root the number that owns its stores already, else a number of its own.
 * Throws StartError where root may become nobody else.
 */
export function engineUserOf(dataDir: string): EngineUser {
  if (!isRootOnLinux) return { kind: 'self', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (has('CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'SETGID', 'SETUID')) return { kind: 'dedicated', ...dedicatedUser(dataDir) };
  throw new StartError(
    'Vigil cannot start: PostgreSQL does not run as root, and this root may not become another user (it lacks one of CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_KILL, CAP_SETGID and CAP_SETUID). Start Vigil as an ordinary user (docker run --user 1000), or name servers of your own in DATABASE_URL and TICKS_URL.',
  );
}

/** True when this process has all of these capabilities. */
export function has(...names: (keyof typeof capabilities)[]): boolean {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return names.every((name) => (BigInt(`0x${effective}`) >> BigInt(capabilities[name])) & 1n);
}

/** Whether a process of this user may make a user namespace and be a named user in it. */
export function mayMakeUserNamespace(as?: { readonly uid: number; readonly gid: number }): boolean {
  const [unshare, nothing] = [systemProgram('unshare'), systemProgram('true')];
  return !!unshare && !!nothing && spawnSync(unshare, [...namespaceArgs, nothing], { ...as, stdio: 'ignore', cwd: '/' }).status === 0;
}

/** Arguments of `unshare`: the program that follows sees itself as nobody, with our rights over our files and no others. */
export const namespaceArgs = ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'] as const;

/** initdb looks its user up by name and fails where there is none. */
export function hasName(user: EngineUser): boolean {
  if (user.kind === 'dedicated') return namedUids().has(user.uid);
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Gives a folder and all in it to the engines' user; a store that belongs to that user already is not walked through. */
export function giveToEngines(user: EngineUser, path: string): void {
  if (user.kind !== 'dedicated' || !existsSync(path)) return;
  const { uid, gid } = lstatSync(path);
  if (uid === user.uid && gid === user.gid) return;
  giveAll(user, path);
}

/** Contents first: a walk that was cut short is begun again, because the folder itself still belongs to somebody else. */
function giveAll(user: EngineUser, path: string): void {
  if (lstatSync(path).isDirectory()) for (const entry of readdirSync(path)) giveAll(user, join(path, entry));
  lchownSync(path, user.uid, user.gid);
}

function dedicatedUser(dataDir: string): { uid: number; gid: number } {
  for (const path of [join(dataDir, 'postgres'), join(dataDir, 'ticks')]) {
    const uid = lstatSync(path, { throwIfNoEntry: false })?.uid ?? 0;
    if (uid >= dynamicUids.first && uid < dynamicUids.first + dynamicUids.count) return { uid, gid: uid };
  }
  const uid = freeUid(realpathSync(dataDir));
  return { uid, gid: uid };
}

/** The same number for the same folder, passing over those that somebody has. */
function freeUid(path: string): number {
  const taken = namedUids();
  const start = createHash('sha256').update(path).digest().readUInt32BE();
  for (let step = 0; step < dynamicUids.count; step += 1) {
    const uid = dynamicUids.first + ((start + step) % dynamicUids.count);
    if (!taken.has(uid) && !existsSync(`/run/systemd/dynamic-uid/${uid}`)) return uid;
  }
  throw new StartError('Vigil cannot start: every user id from 61184 to 65519 is taken. Start Vigil as an ordinary user.');
}

function namedUids(): Set<number> {
  if (!existsSync('/etc/passwd')) return new Set();
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return new Set(lines.map((line) => Number(line.split(':')[2])).filter((uid) => uid > 0));
}
