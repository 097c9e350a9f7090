import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * What a file holds, or why there is nothing to read: `absent`, or `not a file`. A symbolic link could lead anywhere, and
 * reading a pipe or a socket would wait for ever.
 */
export async function readOrdinaryFile(path: string): Promise<Buffer | 'absent' | 'not a file'> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return (await file.stat()).isFile() ? await file.readFile() : 'not a file';
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT') return 'absent';
    // ELOOP: a symbolic link; ENXIO: a socket.
    if (code === 'ELOOP' || code === 'ENXIO') return 'not a file';
    throw error;
  }
}
