/**
 * The embedded ticks engine: chdb in a process of its own, behind ClickHouse's HTTP protocol on loopback. Its parent
 * writes one line of JSON to its standard input and reads one from its standard output; when the input ends, the
 * parent has stopped or died, and the process leaves so that the data directory is free.
 */
import { mkdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { drainPending, Session } from 'chdb';
import { engineArguments } from './engine-config.ts';
import { createProtocolServer } from './http.ts';
import { createSessionPool, type SessionPool } from './session-pool.ts';
import { readyPrefix, type Start } from './start.ts';

const drainTimeoutMs = 8_000;
const connectionArgs = [
  // Lists of members stand in front of a statement as text; the engine's own bound is 256 KB.
  `--max_query_size=${64 * 1024 * 1024}`,
  // One statement may not push the server and Postgres beside it out of memory; it fails and may be asked again.
  `--max_memory_usage=${Math.floor(totalmem() / 4)}`,
];
const lines = createInterface({ input: process.stdin });
let leave: (() => Promise<void>) | undefined;

lines.once('line', (line) => {
  leave = start(JSON.parse(line) as Start);
});
lines.once('close', () => {
  // Whatever was acknowledged is on disk, so a drain that hangs may be cut short.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), drainTimeoutMs).unref();
  void (leave?.() ?? Promise.resolve()).finally(() => process.kill(process.pid, 'SIGKILL'));
});

function start(options: Start): () => Promise<void> {
  const bodies = join(options.folder, 'bodies');
  rmSync(bodies, { recursive: true, force: true });
  mkdirSync(bodies, { recursive: true, mode: 0o700 });
  const args = { connectionArgs: [...connectionArgs, ...engineArguments(options.folder)] };
  const pool = createSessionPool(() => new Session(join(options.folder, 'store'), args));
  const server = createProtocolServer({ pool, secret: options.secret, bodies, overdueSeconds: options.overdueSeconds });
  server.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  server.listen(options.port, '127.0.0.1', () => {
    process.stdout.write(`${readyPrefix}${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
  });
  return () => drain(server, pool);
}

async function drain(server: ReturnType<typeof createProtocolServer>, pool: SessionPool): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
  await drainPending();
  pool.close();
}
