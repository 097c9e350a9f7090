import { realpathSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { anchorFileName } from '#platform/audit/anchor/anchor-file.ts';
import { blobFolder } from '#platform/blob/blob.ts';

/**
 * What a backup takes from the data directory, by path. Anything else is not Vigil's to copy: backups that were put
 * there (each would hold all those before it), unfinished files, what an operator keeps beside the data.
 */
const names: readonly string[] = ['secrets.json', anchorFileName, 'demo-devices.json'];
const mailInOutbox = /^outbox\/[^/]+\.eml$/;
const fileName = /^[0-9a-f-]{36}$/;
const isFile = (path: string) => path === `${blobFolder}/${basename(path)}` && fileName.test(basename(path));

/** Folders that are looked into. */
const folders = ['outbox', blobFolder];

export function belongsToBackup(path: string): boolean {
  return names.includes(path) || mailInOutbox.test(path) || isFile(path);
}

/** Whether a backup written to this path would be taken for one of the server's own files by the next backup. */
export function looksLikeOurs(dataDir: string, file: string): boolean {
  return belongsToBackup(relative(realpathSync(dataDir), join(realpathSync(dirname(file)), basename(file))));
}

/** Paths of the files to copy, in order. The other folders are not even looked into: the stores' change all the time. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const present = await readdir(dataDir);
  const below = await Promise.all(
    folders
      .filter((folder) => present.includes(folder))
      .map(async (folder) => (await namesIn(join(dataDir, folder))).map((name) => `${folder}/${name}`)),
  );
  return [...present, ...below.flat()].filter(belongsToBackup).sort();
}

/** A link out of the data directory is not followed. */
async function namesIn(folder: string): Promise<string[]> {
  return (await lstat(folder)).isDirectory() ? readdir(folder) : [];
}
