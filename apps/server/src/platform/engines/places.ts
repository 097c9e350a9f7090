import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#platform/start-error.ts';
import { isReachable } from './reach.ts';
import type { EngineUser } from './user.ts';

/** Folders for what the engines' user must get to, in order; the data directory's own is for machines whose system is read-only. */
const placesFor = (dataDir: string) => ['/var/cache/vigil', join(dataDir, 'programs'), '/usr/local/lib/vigil', '/opt/vigil'];

/**
 * Answers a folder `name` that `fill` has filled, in the first place that root alone can write, that the user can get to,
 * and from which it can run `probe`. It is made whole or not at all, so that several starts may make it at once; folders of
 * other versions that no process runs from and no start has used for a month are removed. Throws StartError when no place will do.
 */
export function preparePlace(user: EngineUser, dataDir: string, name: string, fill: (folder: string) => void, probe: string): string {
  const tried: string[] = [];
  for (const place of placesFor(dataDir)) {
    try {
      const folder = join(openPlace(user, place), name);
      if (!existsSync(folder)) make(folder, fill);
      const ran = spawnSync(join(folder, probe), ['--version'], { uid: user.uid, gid: user.gid, cwd: '/', stdio: 'ignore' });
      if (ran.status !== 0) throw new Error(ran.error ? 'programs may not run there' : `a program ends there with code ${ran.status}`);
      utimesSync(folder, new Date(), new Date());
      removeUnused(place, name);
      return folder;
    } catch (error) {
      tried.push(`${place}: ${(error as Error).message}`);
    }
  }
  throw new StartError(
    `Vigil cannot start: its engines run as user ${user.uid}, who cannot get to where Vigil is installed, and no other place will do (${tried.join('; ')}). Install Vigil where other users may enter (chmod o+x on the folders above), or start it as an ordinary user.`,
  );
}

/** An empty folder in one of the places, for `mount --bind`; undefined when there is none. */
export function mountPoint(user: EngineUser, dataDir: string): string | undefined {
  for (const place of placesFor(dataDir)) {
    try {
      const folder = join(openPlace(user, place), 'mount');
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      return folder;
    } catch {
      // The next one may do.
    }
  }
  return undefined;
}

/** Programs that the engines run must not be anybody else's to change. */
function openPlace(user: EngineUser, place: string): string {
  if (!existsSync(place)) {
    mkdirSync(place, { mode: 0o755 });
    chmodSync(place, 0o755);
  }
  const stat = lstatSync(place);
  if (!stat.isDirectory() || stat.uid !== 0 || (stat.mode & 0o022) !== 0) throw new Error('it can be written by others');
  if (!isReachable(user, place)) throw new Error('it is closed to other users');
  return place;
}

function make(folder: string, fill: (folder: string) => void): void {
  const making = `${folder}.making-${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  try {
    fill(making);
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Another checkout of this machine may be about to start from its own. */
const keptMs = 30 * 86_400_000;

function removeUnused(place: string, name: string): void {
  const others = readdirSync(place).filter((one) => /^programs-[0-9a-f]{16}$/.test(one) && one !== name);
  if (others.length === 0) return;
  const running = commandLines();
  for (const one of others) {
    const folder = join(place, one);
    const unusedMs = Date.now() - statSync(folder).mtimeMs;
    if (unusedMs > keptMs && !running.some((command) => command.includes(folder))) rmSync(folder, { recursive: true, force: true });
  }
}

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    });
}
