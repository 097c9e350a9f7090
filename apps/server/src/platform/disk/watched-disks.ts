import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { type DiskRoom, type DiskState, type DiskThresholds, diskStateOf, diskThresholds, readDiskRoom } from './disk-space.ts';

export interface WatchedDisk extends DiskRoom {
  /** `data`: of DATA_DIR. `files`: of uploaded files, where that is another. */
  readonly place: 'data' | 'files';
  readonly state: DiskState;
  readonly thresholds: DiskThresholds;
}

/** The disks that the server itself writes to. Rejects where one cannot be asked. */
export async function lookAtDisks({
  dataDir,
  blobDir,
  diskReserveBytes,
}: Pick<Config, 'dataDir' | 'blobDir' | 'diskReserveBytes'>): Promise<readonly WatchedDisk[]> {
  const look = async (place: WatchedDisk['place'], folder: string): Promise<WatchedDisk> => {
    const room = await readDiskRoom(folder);
    const thresholds = diskThresholds(room.totalBytes, diskReserveBytes);
    return { place, ...room, thresholds, state: diskStateOf(room, diskReserveBytes) };
  };
  const [ofData, ofFiles] = await Promise.all(
    [dataDir, blobDir].map((folder) =>
      stat(folder).then(
        ({ dev }) => dev,
        () => null,
      ),
    ),
  );
  const isApart = ofFiles !== null && ofFiles !== ofData;
  return Promise.all([look('data', dataDir), ...(isApart ? [look('files', blobDir)] : [])]);
}

/** Whether a full disk of DATA_DIR keeps readings from being stored: a store that is a server of its own has a disk of its own. */
export const keepsStores = ({ databaseUrl, ticksUrl }: Pick<Config, 'databaseUrl' | 'ticksUrl'>): boolean =>
  databaseUrl === undefined || ticksUrl === undefined;
