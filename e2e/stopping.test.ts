import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createRecords, type Records, readBack, type Sending, sendReadings, signInBand } from './band.ts';
import { type Clinic, openClinic, tokenOf } from './clinic.ts';
import { isAlive, postmasterOf, processesBelow, ticksChildOf, watchProcesses } from './processes.ts';
import { freePort, launchServer, newDataDir, type RunningServer, removeDataDir, startServer, until } from './server.ts';

/** STOP_SECONDS is 5 by default; beyond it there is only what a loaded machine needs to run the processes at all. */
const boundMs = 5_000 + 2_000;

const dataDir = newDataDir();
let server: RunningServer;
let clinic: Clinic;
let records: Records;
let nurse: string;

beforeAll(async () => {
  server = await startServer({ dataDir });
  clinic = await openClinic(server, 3);
  records = createRecords(clinic.bands);
  nurse = await tokenOf(dataDir, clinic.tenant, clinic.nurse);
});
afterEach(() => ensureRunning());
afterAll(async () => {
  await server.stop();
  removeDataDir(dataDir);
});

async function ensureRunning(): Promise<void> {
  if (server.process.exitCode === null && server.process.signalCode === null) return;
  server = await startServer({ dataDir, port: server.port });
}

/** SIGTERM to a server; it must end with code 0 in time and leave no process behind. Answers how long it took. */
async function expectStops(running: Pick<RunningServer, 'process' | 'ended' | 'output'>, signal?: (kill: () => void) => Promise<void>) {
  const processes = watchProcesses(running.process.pid ?? 0);
  const startedMs = performance.now();
  const kill = () => void running.process.kill('SIGTERM');
  kill();
  await signal?.(kill);
  const code = await running.ended;
  const tookMs = performance.now() - startedMs;
  const seen = processes.stop();
  // Before the server has begun with anything, the signal itself ends it, without a code.
  const ended = seen.length === 0 ? (code ?? 0) : code;
  expect({ code: ended, left: seen.filter((pid) => isAlive(pid)) }, running.output().slice(-2000)).toEqual({ code: 0, left: [] });
  expect(tookMs).toBeLessThan(boundMs);
  return tookMs;
}

/** Every acknowledged tick is there with its value, and no tick is there twice. */
async function expectNothingLost(): Promise<void> {
  for (const userId of clinic.members) {
    const back = await readBack(server.url, nurse, userId, records.span());
    const missing = [...records.acknowledgedOf(userId)].filter(([timestamp, value]) => back.ticks.get(timestamp) !== value);
    expect(missing, 'acknowledged ticks that are not found').toEqual([]);
    expect(back.counted, 'ticks counted by the engine').toBe(back.ticks.size);
  }
}

async function sendUntil(batches: number): Promise<Sending> {
  const sending = records.send(server.url, { persistent: false });
  await until(`${batches} batches are acknowledged`, () => sending.acknowledged() >= batches);
  return sending;
}

/** A connection that sends `text` and then neither sends nor reads. */
async function stalled(text: string): Promise<Socket> {
  const socket = connect(server.port, 'localhost');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}).pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

describe('SIGTERM ends the server in seconds with code 0, loses nothing and leaves no process', () => {
  test('under load, with event streams, stalled uploads and a client that does not read', { timeout: 120_000 }, async () => {
    const [member = '', other = ''] = clinic.members;
    const band = clinic.bands[0];
    if (!band) throw new Error('the clinic has a band');
    const token = await signInBand(server.url, band);
    const path = `/ticks-store/api/v1/users/${member}/ticks`;
    const upload = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
    await stalled(`${upload}content-length: 5000\r\n\r\n{"source":`);
    await stalled(`${upload}transfer-encoding: chunked\r\n\r\n5\r\n{"sou\r\n`);
    await stalled('POST /idp/token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\ngrant');
    await stalled('GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(300));
    const authorization = `Bearer ${nurse}`;
    const streams = await Promise.all(
      [member, other].map((id) => fetch(`${server.url}/ticks-store/api/v1/users/${id}/ticks/sse`, { headers: { authorization } })),
    );
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    await stalled(`GET ${path}/sse HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n\r\n`);

    const sending = await sendUntil(6);
    await expectStops(server);
    await sending.stop();
    expect(sending.withoutRetryAfter).toEqual([]);
    await ensureRunning();
    await expectNothingLost();
  });

  test('right after an import whose rollups trail; the next start follows them up', { timeout: 180_000 }, async () => {
    const band = clinic.bands[1];
    if (!band) throw new Error('the clinic has a second band');
    const token = await signInBand(server.url, band);
    // Ten years of a reading an hour, each day of which is a rollup.
    const startSeconds = Date.UTC(2004, 0, 1) / 1000;
    const [hours, perBatch] = [87_600, 8_760];
    for (let from = 0; from < hours; from += perBatch) {
      const readings = Array.from({ length: perBatch }, (_, index) => ({
        timestamp: startSeconds + (from + index) * 3600,
        data: { heart_rate: 60, spo2: 97, respiration_rate: 15, calories: 1, steps: 3 },
      }));
      const answer = await sendReadings(server.url, band.userId, token, readings);
      expect(answer.status).toBe(200);
    }
    await expectStops(server);
    await ensureRunning();
    const span = { from: startSeconds, to: startSeconds + hours * 3600 };
    await until('the rollups count every tick', async () => (await readBack(server.url, nurse, band.userId, span)).rolledUp === hours);
  });

  test('while the demonstration seeds its history', { timeout: 120_000 }, async () => {
    const demoDir = newDataDir();
    onTestFinished(() => removeDataDir(demoDir));
    const demo = await startServer({ dataDir: demoDir, env: { DEMO: '1' } });
    await expectStops(demo);
  });

  test('while the ticks engine hangs; sooner when asked a second time', { timeout: 180_000 }, async () => {
    const stop = async (signal?: (kill: () => void) => Promise<void>) => {
      const sending = await sendUntil(3);
      process.kill(ticksChildOf(server.process.pid ?? 0), 'SIGSTOP');
      const tookMs = await expectStops(server, signal);
      await sending.stop();
      await ensureRunning();
      await expectNothingLost();
      return tookMs;
    };
    // One signal waits two seconds for the requests that the engine keeps from being answered; a second one, after one second, does not.
    const onceMs = await stop();
    const twiceMs = await stop(async (kill) => {
      await pause(1_000);
      kill();
    });
    expect(twiceMs).toBeLessThan(onceMs);
  });

  test('while PostgreSQL hangs', { timeout: 120_000 }, async () => {
    const sending = await sendUntil(3);
    process.kill(postmasterOf(dataDir), 'SIGSTOP');
    await expectStops(server);
    await sending.stop();
    await ensureRunning();
    await expectNothingLost();
  });
});

describe('SIGTERM while the server is still starting ends it cleanly, and the next start works', () => {
  const startDir = newDataDir();
  afterAll(() => removeDataDir(startDir));
  const runs = (pid: number, part: string) => processesBelow(pid).some(({ command }) => command.includes(part));
  const isPostgresReady = (folder: string) => {
    const noted = join(folder, 'postgres', 'postmaster.pid');
    return existsSync(noted) && readFileSync(noted, 'utf8').includes('ready');
  };
  const moments: readonly (readonly [string, (pid: number) => boolean])[] = [
    ['before it has made anything', () => true],
    ['while PostgreSQL’s cluster is being made', (pid) => runs(pid, 'bin/initdb')],
    ['while PostgreSQL starts', (pid) => runs(pid, 'bin/postgres -D') && !runs(pid, 'bin/initdb')],
    ['while its tables are being made', () => isPostgresReady(startDir)],
    ['while the ticks engine starts', (pid) => runs(pid, 'ticks/child/main.ts')],
    ['once the stores are open', () => existsSync(join(startDir, 'runtime.json'))],
  ];

  test.each(moments)('%s', { timeout: 120_000 }, async (_moment, reached) => {
    rmSync(join(startDir, 'runtime.json'), { force: true });
    const starting = launchServer({ dataDir: startDir, port: await freePort() });
    onTestFinished(() => void starting.process.kill('SIGKILL'));
    await until('the start has come so far', () => reached(starting.process.pid ?? 0));
    await expectStops(starting);
  });

  test('at once when asked a second time, while its tables are being made', { timeout: 120_000 }, async () => {
    const emptyDir = newDataDir();
    onTestFinished(() => removeDataDir(emptyDir));
    const starting = launchServer({ dataDir: emptyDir, port: await freePort() });
    onTestFinished(() => void starting.process.kill('SIGKILL'));
    await until('PostgreSQL is ready', () => isPostgresReady(emptyDir));
    const askedMs = performance.now();
    await expectStops(starting, async (kill) => {
      await until('the first signal was a while ago', () => performance.now() - askedMs > 550);
      kill();
    });
  });

  test('the start after all of them', { timeout: 120_000 }, async () => {
    const started = await startServer({ dataDir: startDir });
    await expectStops(started);
  });
});
