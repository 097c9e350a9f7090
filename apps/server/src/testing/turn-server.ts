import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { allocate } from '#platform/turn/allocate.ts';
import { relayCredentials } from '#platform/turn/credentials.ts';
import { freePort } from './redis-server.ts';

let isThere: boolean | undefined;

/** Whether this machine has a coturn to test with; where it has none, one line says what is left out. */
export function hasTurnServer(): boolean {
  if (isThere === undefined) {
    isThere = spawnSync('turnserver', ['--version']).error === undefined;
    if (!isThere) console.warn('turnserver (coturn) is not installed: what a real relay answers is not tested');
  }
  return isThere;
}

export interface TestRelay {
  /** As `turn:127.0.0.1:port`, over UDP and TCP. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** A relay of the test's own, on this machine and for it alone. `more` are lines of its configuration; `at` is the port of one before. */
export async function startTurnServer(secret: string, more: readonly string[] = [], at?: number): Promise<TestRelay> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-relay-'));
  const port = at ?? (await freePort());
  writeFileSync(
    join(folder, 'turnserver.conf'),
    [
      ...['listening-ip=127.0.0.1', `listening-port=${port}`, 'relay-ip=127.0.0.1', 'allow-loopback-peers', 'realm=vigil.test'],
      ...['use-auth-secret', `static-auth-secret=${secret}`, 'fingerprint', 'no-tls', 'no-dtls', 'no-cli', ...more],
      ...[`userdb=${folder}/users`, `pidfile=${folder}/pid`, `log-file=${folder}/log`, 'simple-log'],
    ].join('\n'),
  );
  const child = spawn('turnserver', ['-c', join(folder, 'turnserver.conf')], { stdio: 'ignore' });
  const relay: TestRelay = {
    ...{ url: `turn:127.0.0.1:${port}`, port },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (let tries = 100; ; tries -= 1) {
    try {
      await allocate(`${relay.url}?transport=tcp`, relayCredentials(secret, Date.now() + 60_000));
      return relay;
    } catch (error) {
      if (tries === 0 || child.exitCode !== null) throw error;
      await pause(100);
    }
  }
}
