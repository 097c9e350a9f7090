import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';

let isThere: boolean | undefined;

/** Whether this machine has a Redis to test with; where it has none, one line says what is left out. */
export function hasRedis(): boolean {
  if (isThere === undefined) {
    isThere = spawnSync('redis-server', ['--version']).status === 0;
    if (!isThere) console.warn('redis-server is not installed: what several processes tell each other through Redis is not tested');
  }
  return isThere;
}

/** A Redis of the test's own, on a free port, with nothing kept on disk. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-redis-'));
  const port = await freePort();
  let child = await start(port, folder);
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Ends it as a power cut would. */
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    /** Leaves it running and answering nothing, as a machine does that has no time for it; `resume` ends that. */
    hang: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    /** Takes everything from it, and cuts off those who listen. */
    async forget() {
      const client = createClient({ url: `redis://127.0.0.1:${port}` });
      await client.connect();
      await client.sendCommand(['FLUSHALL']);
      await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
      client.destroy();
    },
    async startAgain() {
      child = await start(port, folder);
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(port: number, folder: string): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  return child;
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
