import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { anchorFileName } from '#platform/audit/anchor/anchor-file.ts';
import type { Config } from '#platform/config.ts';
import { check, type Finding } from './finding.ts';

const lowDiskBytes = 2 * 1024 ** 3;

/** What can be told without opening a store. */
export async function examineMachine(config: Pick<Config, 'dataDir'>, portalFolder: string): Promise<Finding[]> {
  return [
    check(
      'Node.js',
      Number(process.versions.node.split('.')[0]) >= 24,
      process.version,
      'Start through npm (npm run -s vigil -- doctor): the project brings its own Node 24.',
    ),
    folderIsOurs(config.dataDir),
    secretsArePrivate(config.dataDir),
    await diskHasRoom(config.dataDir),
    check(
      'Portal',
      existsSync(join(portalFolder, 'index.html')),
      'built',
      'Run "npm start" once, or "npm run build": the portal’s files are made then.',
    ),
  ];
}

function folderIsOurs(dataDir: string): Finding {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
    return { check: 'Data directory', state: 'ok', detail: dataDir };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return {
      check: 'Data directory',
      state: missing ? 'warning' : 'broken',
      detail: missing ? `${dataDir} does not exist yet` : `${dataDir} cannot be written`,
      mend: missing
        ? 'The first start makes it. If there should be data here, check DATA_DIR and the folder you are in.'
        : 'Give the folder to the user that runs Vigil (chown), or name another in DATA_DIR.',
    };
  }
}

/** Files that nobody but their owner may read. */
const privateFiles = ['secrets.json', anchorFileName];

function secretsArePrivate(dataDir: string): Finding {
  if (!existsSync(join(dataDir, 'secrets.json')))
    return { check: 'Secrets', state: 'warning', detail: 'none yet', mend: 'The first start generates them.' };
  const open = privateFiles.map((name) => join(dataDir, name)).filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0);
  return check(
    'Secrets',
    open.length === 0,
    open.length === 0 ? 'readable by their owner only' : `${open.join(' and ')} can be read or written by other users`,
    `Run: chmod 600 ${open.join(' ')}`,
  );
}

async function diskHasRoom(dataDir: string): Promise<Finding> {
  if (!existsSync(dataDir)) return { check: 'Disk', state: 'ok', detail: 'not used yet' };
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free >= lowDiskBytes) return { check: 'Disk', state: 'ok', detail };
  return {
    check: 'Disk',
    state: 'warning',
    detail,
    mend: 'Make room: when the disk is full, devices are told to keep their readings and send them later.',
  };
}
