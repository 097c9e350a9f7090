import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Held by the one server that has a data directory's embedded stores open. The kernel frees it when that server dies, however it dies. */
export interface DataLock {
  release(): void;
}

/** Takes the lock, or answers undefined when a living process has it. */
export async function takeDataLock(dataDir: string): Promise<DataLock | undefined> {
  const path = lockPath(dataDir);
  for (;;) {
    const server = await listen(path);
    if (server) return { release: () => server.close() };
    if (await answers(path)) return undefined;
    // A socket file without a listener is what a killed server leaves behind.
    rmSync(path, { force: true });
  }
}

/** A socket path has at most 107 bytes, a data directory may be deeper: the name is a digest of it. */
function lockPath(dataDir: string): string {
  const digest = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24);
  return join(tmpdir(), `vigil-${process.getuid?.() ?? 0}-${digest}.lock`);
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
