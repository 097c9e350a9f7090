import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { watchChild } from '#platform/children.ts';
import { postgresFolder } from '#platform/engines/folder.ts';
import { asEngineUser, inUserNamespace, type Launch } from '#platform/engines/launch.ts';
import type { EnginePrograms } from '#platform/engines/programs.ts';
import { type EngineUser, giveToEngines, hasName, mayMakeUserNamespace, nobody } from '#platform/engines/user.ts';
import { StartError } from '#platform/start-error.ts';
import { postgresEnvironment } from './environment.ts';

const run = promisify(execFile);
/** The major version that Vigil brings along. */
const majorVersion = '18';

export interface ClusterOptions {
  readonly folder: string;
  readonly user: EngineUser;
  readonly programs: Pick<EnginePrograms, 'postgres'>;
  readonly owner: string;
  readonly ownerPassword: string;
}

export function hasCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

/** Throws StartError where files that every cluster has are missing, or where its modes or its version would stop PostgreSQL. */
export function requireSoundCluster(folder: string): void {
  const refuse = (what: string, way: string) => {
    throw new StartError(`Vigil cannot start: ${what}. Nothing was changed; ${way}.`);
  };
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== majorVersion)
    refuse(
      `${folder} was made by PostgreSQL ${version || 'of an unknown version'}, and this Vigil brings ${majorVersion}`,
      'make a backup with the Vigil that made it and restore that into an empty DATA_DIR',
    );
  if (!existsSync(join(folder, 'global', 'pg_control')))
    refuse(
      `the database in ${folder} is not complete (global/pg_control is missing, as after a damaged disk or a copy that was cut short)`,
      'restore the latest backup into an empty DATA_DIR',
    );
  const mode = statSync(folder).mode & 0o777;
  if ((mode & 0o027) !== 0)
    refuse(
      `${folder} is open to other users (mode ${mode.toString(8).padStart(4, '0')}), and PostgreSQL refuses that`,
      `find out who has read or written there, then run: chmod 700 ${folder}`,
    );
}

/** Makes a cluster in a folder beside it and renames that, so that a start cut short never leaves half a cluster. Throws StartError. */
export async function initialiseCluster(options: ClusterOptions): Promise<void> {
  const { folder, user } = options;
  const making = `${folder}.making`;
  const passwordFile = `${making}.password`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, options.ownerPassword, { mode: 0o600 });
  try {
    const { as, launch } = initdb(options, making);
    giveToEngines(as, making);
    giveToEngines(as, passwordFile);
    const { command, args, ...ids } = launch;
    const initialising = run(command, [...args], { ...ids, env: postgresEnvironment(options.programs.postgres), cwd: making });
    watchChild(initialising.child);
    await initialising;
    giveToEngines(user, making);
    renameSync(making, folder);
  } catch (error) {
    throw cannotMake(error, folder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * initdb insists on a name for its user, which a number of its own does not have. In a user namespace it sees itself as
 * nobody; where those are forbidden (containers), root lets nobody itself run this one program and takes the result over.
 */
function initdb({ user, programs, owner }: ClusterOptions, making: string): { as: EngineUser; launch: Launch } {
  const program = join(programs.postgres, 'bin', 'initdb');
  const at = postgresFolder(user, making);
  const args = [
    // Relative to its working directory: the folders above may be closed to it.
    ...['-D', at, '-U', owner, `--pwfile=../${basename(making)}.password`, '-A', 'scram-sha-256', '-E', 'UTF8'],
    ...['--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums', '--no-instructions'],
  ];
  if (hasName(user)) return { as: user, launch: asEngineUser(user, program, args) };
  const ids = user.kind === 'dedicated' ? { uid: user.uid, gid: user.gid } : undefined;
  if (mayMakeUserNamespace(ids)) return { as: user, launch: inUserNamespace(asEngineUser(user, program, args)) };
  if (user.kind === 'dedicated') {
    const as: EngineUser = { kind: 'dedicated', ...nobody };
    return { as, launch: asEngineUser(as, program, args) };
  }
  throw new StartError(
    `Vigil cannot start: PostgreSQL's initdb wants a name for user ${user.uid}, who is not in /etc/passwd, and user namespaces are forbidden here. Start Vigil as a user with a name (in a container: docker run --user node), or name a server in DATABASE_URL.`,
  );
}

function cannotMake(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || (typeof code === 'string' && code !== 'ENOTEMPTY')) return error;
  if (code === 'ENOTEMPTY')
    return new StartError(
      `Vigil cannot start: ${folder} holds files but no database (PG_VERSION is missing). Nothing was changed; move the folder away if it is not Vigil's, or restore the latest backup into an empty DATA_DIR.`,
      { cause: error },
    );
  const said = (error as { stderr?: string }).stderr ?? (error as Error).message;
  if (/no space left on device/i.test(said)) return Object.assign(new Error(said), { code: 'ENOSPC' });
  return new StartError(
    `Vigil cannot start: PostgreSQL's initdb could not make a database in ${dirname(folder)} (${/error:\s+(.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1)}). Nothing is left of it; mend that and start again.`,
    { cause: error },
  );
}
