import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportedFile } from '#platform/personal-data/personal-data.ts';

/**
 * A zip of files that are written one after the other, each read only when its turn has come and only as fast as the archive
 * is taken: what is held in memory does not grow with what is exported. A file that fails ends the archive with its error.
 */
export function archiveOf(readme: string, files: readonly ExportedFile[], mtime: Date): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  let open: Readable | undefined;
  zip.addBuffer(Buffer.from(readme), 'README.txt', { mtime });
  for (const { name, content } of files)
    zip.addReadStreamLazy(name, { mtime }, (give) => {
      open = Readable.from(content);
      give(null, open);
    });
  zip.on('error', (error: Error) => archive.destroy(error));
  archive.once('close', () => open?.destroy());
  zip.end();
  return archive;
}
