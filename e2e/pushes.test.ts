import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#server/platform/postgres/database.ts';
import { connectionUrl } from '#server/platform/postgres/embedded.ts';
import { publish } from '#server/services/notification/index.ts';
import { type PushReader, readPushes } from '#server/services/notification/testing/push-reader.ts';
import { openClinic, tokenOf } from './clinic.ts';
import { postmasterOf } from './processes.ts';
import { isReady, newDataDir, type RunningServer, removeDataDir, startServer, until } from './server.ts';

/*
 * What is told to people, over the death of what tells it: whatever was committed is told once, whoever was killed meanwhile.
 */
const dataDir = newDataDir();
let server: RunningServer;
let authorization: string;
let nurseId: string;
let tenantId: string;

beforeAll(async () => {
  server = await startServer({ dataDir });
  const clinic = await openClinic(server, 1);
  const token = await tokenOf(dataDir, clinic.tenant, clinic.nurse);
  authorization = `Bearer ${token}`;
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, string>;
  nurseId = claims.extension_healthId ?? '';
  tenantId = claims.tenant_id ?? '';
});
afterAll(async () => {
  await server?.stop();
  removeDataDir(dataDir);
});

/** The stores of the running server, as a process beside it that alone writes: what was acknowledged to it is committed. */
function openDatabase(): Database {
  const { databaseOwner } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { databaseOwner: string };
  const { postgresPort } = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as { postgresPort: number };
  return createDatabase({ url: connectionUrl('vigil_owner', databaseOwner, postgresPort, 'vigil'), size: 2, onError: () => {} });
}

const committed: string[] = [];
const uncertain = new Set<string>();
const told: string[] = [];
let lastEventId: string | undefined;

/** Publishes one after the other until it is told to stop, whatever becomes of the database. */
function publishing() {
  let database = openDatabase();
  let going = true;
  const done = (async () => {
    for (let number = 0; going; number += 1) {
      const description = `push ${committed.length} ${number} ${Date.now()}`;
      try {
        await database.tenant(tenantId, (sql) =>
          publish(sql, { tenantId, to: { userIds: [nurseId] }, contentType: 'ACTION', patientId: null, description }),
        );
        committed.push(description);
      } catch {
        // Whether it was committed is not known: it may be told, and need not be.
        uncertain.add(description);
        await database.close().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 100));
        database = openDatabase();
      }
    }
    await database.close();
  })();
  return {
    async stop() {
      going = false;
      await done;
    },
  };
}

async function open(): Promise<PushReader> {
  const path = `/notification/akka_actor/api/v1/subscribe/tenant/${tenantId}/user/${nurseId}/sse`;
  return readPushes(`${server.url}${path}`, { authorization, ...(lastEventId && { 'last-event-id': lastEventId }) });
}

/** What a reader has got, and where it goes on. */
function keep(reader: PushReader): void {
  told.push(...reader.descriptions());
  lastEventId = reader.lastEventId();
}

test('kill -9 of the server and of PostgreSQL: what was committed is told once, in streams that go on behind the last id', async () => {
  let reader = await open();
  lastEventId = reader.lastEventId();
  for (const victim of ['server', 'postgres', 'server'] as const) {
    const enough = committed.length + 30;
    const writer = publishing();
    await until('pushes are told', () => committed.length >= enough && reader.got.length >= 15);
    if (victim === 'server') await server.kill();
    else await killPostgres();
    await writer.stop();
    if (victim === 'server') {
      await reader.ended;
      server = await startServer({ dataDir, port: server.port });
    } else reader.close();
    await reader.ended;
    keep(reader);
    // As a page does: a server whose store has just come back may refuse once more.
    await until('the stream is open again', async () => {
      const opened = await open().catch(() => null);
      reader = opened ?? reader;
      return opened !== null;
    });
  }
  await until('everything is told', () => reader.got.at(-1) !== undefined && told.length + reader.got.length >= committed.length);
  keep(reader);
  reader.close();
  expect(new Set(told).size, 'nothing twice').toBe(told.length);
  expect(
    committed.filter((one) => !told.includes(one)),
    'nothing lost',
  ).toEqual([]);
  expect(
    told.filter((one) => !committed.includes(one) && !uncertain.has(one)),
    'nothing made up',
  ).toEqual([]);
}, 300_000);

/** While one takes the other's place there is no file that names either. */
function hasOtherPostmaster(before: number): boolean {
  try {
    return postmasterOf(dataDir) !== before;
  } catch {
    return false;
  }
}

async function killPostgres(): Promise<void> {
  const before = postmasterOf(dataDir);
  process.kill(before, 'SIGKILL');
  await until('PostgreSQL is back', async () => hasOtherPostmaster(before) && (await isReady(server.url)));
}
