import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { anchorFileName } from '#platform/audit/anchor/anchor-file.ts';
import type { Config } from '#platform/config.ts';
import { lookAtDisks, type WatchedDisk } from '#platform/disk/watched-disks.ts';
import { plainHttpWarning } from '#platform/plain-http.ts';
import { check, type Finding } from './finding.ts';

type Examined = DiskConfig & Pick<Config, 'host' | 'publicUrl'>;
type DiskConfig = Pick<Config, 'dataDir' | 'blobDir' | 'diskReserveBytes'>;

/** What can be told without opening a store. */
export async function examineMachine(config: Examined, portalFolder: string): Promise<Finding[]> {
  return [
    check(
      'Node.js',
      Number(process.versions.node.split('.')[0]) >= 24,
      process.version,
      'Start through npm (npm run -s vigil -- doctor): the project brings its own Node 24.',
    ),
    folderIsOurs(config.dataDir),
    secretsArePrivate(config.dataDir),
    ...(await examineDisks(config)),
    addressFinding(config),
    check(
      'Portal',
      existsSync(join(portalFolder, 'index.html')),
      'built',
      'Run "npm start" once, or "npm run build": the portal’s files are made then.',
    ),
  ];
}

function addressFinding(config: Pick<Config, 'host' | 'publicUrl'>): Finding {
  const exposed = plainHttpWarning(config);
  return exposed
    ? { check: 'Address', state: 'warning', detail: exposed }
    : { check: 'Address', state: 'ok', detail: `${config.publicUrl}, listening on ${config.host}` };
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

async function examineDisks(config: DiskConfig): Promise<Finding[]> {
  if (!existsSync(config.dataDir)) return [{ check: 'Disk', state: 'ok', detail: 'not used yet' }];
  return (await lookAtDisks(config)).map(diskFinding);
}

/** How a disk stands, and what stops because of it. */
export function diskFinding({ place, state, freeBytes, totalBytes, thresholds }: WatchedDisk): Finding {
  const name = place === 'data' ? 'Disk' : 'Disk of uploaded files';
  const room = `${sizeOf(freeBytes)} free of ${sizeOf(totalBytes)}`;
  const reserve = sizeOf(thresholds['readings-only']);
  if (state === 'ok') return { check: name, state: 'ok', detail: room };
  if (state === 'low')
    return {
      ...{ check: name, state: 'warning', detail: `space is running out: ${room}` },
      mend: `Make room soon. Below ${reserve}, uploads, backups to this disk and page views stop, so that what is left is for readings.`,
    };
  if (state === 'readings-only')
    return {
      ...{
        check: name,
        state: 'broken',
        detail: `almost full: ${room}, all of it kept for readings. Uploads and backups to this disk are refused`,
      },
      mend: `Make room now. Below ${sizeOf(thresholds.full)} readings are refused too: devices keep them and send them later, and alert rules see nothing new.`,
    };
  return {
    ...{ check: name, state: 'broken', detail: `The disk is full: ${room}. Readings are refused; what is stored is safe` },
    mend: 'Make room now, or move DATA_DIR to a larger disk. Devices keep their readings and send them once there is room; until then alert rules see nothing new.',
  };
}

const sizeOf = (bytes: number) =>
  bytes < 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 2)} MiB` : `${(Math.floor((bytes / 1024 ** 3) * 10) / 10).toFixed(1)} GiB`;
