import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { watchLoop } from '#testing/held-loop.ts';
import { type Answer, startIntake } from '#testing/intake-server.ts';
import {
  bundleBody,
  columnsBody,
  csvBody,
  manyMembersBody,
  repeated,
  rowsBody,
  type SampleBody,
  sampledBody,
  sixteenMiB,
} from '#testing/large-bodies.ts';
import { startOutsideSender } from '#testing/outside-sender.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const sender = startOutsideSender();
afterAll(() => sender.stop());
const nowMs = harness.clock.now();

/** What no call may exceed (docs/decisions/0014). */
const longestHoldMs = 100;

type Kind = 'ticks' | 'csv' | 'bundle' | 'observation';
type Home = Awaited<ReturnType<typeof server.createHome>>;
const paths: Record<Kind, (home: Home) => string> = {
  ticks: ({ member }) => `/ticks-store/api/v1/users/${member.id}/ticks`,
  csv: ({ member }) => `/ticks-store/api/v1/users/${member.id}/ticks/csv`,
  bundle: () => '/fhir/R4',
  observation: () => '/fhir/R4/Observation',
};
const types: Record<Kind, string> = {
  ticks: 'application/json',
  csv: 'text/csv',
  bundle: 'application/fhir+json',
  observation: 'application/fhir+json',
};

/** Sends a large body and, until it is answered, small calls of somebody else; says how the event loop fared. */
async function sendBeside(home: Home, kind: Kind, body: Buffer, headers: Record<string, string> = {}) {
  const other = await server.createHome();
  const token = kind === 'ticks' ? home.device : home.nurse;
  let done = false;
  const small = { get: [] as number[], post: [] as number[] };
  const call = async (into: number[], method: string, path: string, sent?: unknown) => {
    const answer = await sender.send(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${other.device}`, 'content-type': 'application/json' },
      body: sent === undefined ? undefined : Buffer.from(JSON.stringify(sent)),
    });
    expect(answer.status).toBe(200);
    into.push(answer.milliseconds);
  };
  const others = async () => {
    const tick = { timestamp: Math.floor(nowMs / 1000), data: { heart_rate: 60 } };
    while (!done) {
      await call(small.get, 'GET', '/fhir/R4/metadata');
      await call(small.post, 'POST', paths.ticks(other), { source: 'device', ticks: [tick] });
    }
  };
  // Once beforehand, so that compiling the route is not what is measured.
  await call([], 'POST', paths.ticks(other), { source: 'device', ticks: [] });
  const seen = await watchLoop(async () => {
    const beside = others();
    const answer = await sender.send(`${server.url}${paths[kind](home)}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': types[kind], ...headers },
      body,
    });
    done = true;
    await beside;
    return answer;
  });
  const { result, ...loop } = seen;
  const slowest = { get: Math.max(...small.get), post: Math.max(...small.post) };
  if (process.env.SHOW_FIGURES)
    console.log(
      JSON.stringify({
        test: expect.getState().currentTestName,
        status: result.status,
        ms: Math.round(result.milliseconds),
        hold: Math.round(loop.longestHoldMs),
        delay: Math.round(loop.longestDelayMs),
        others: small.get.length,
        get: Math.round(slowest.get),
        post: Math.round(slowest.post),
      }),
    );
  return {
    status: result.status,
    answer: JSON.parse(result.body.toString()) as Answer,
    milliseconds: result.milliseconds,
    others: small.get.length,
    ...loop,
  };
}

async function storedOf(userId: string) {
  const [row] = await harness.engine.query<{ count: number; sum: number; lastMs: number }>(
    'select count() as count, sum(value) as sum, toUnixTimestamp64Milli(max(ts)) as lastMs from vigil.ticks final where user_id = {userId:UUID}',
    { userId },
  );
  return row;
}

const asTheyAre = (body: Buffer) => ({ body, headers: {} });
const packings: readonly (readonly [string, (body: Buffer) => { body: Buffer; headers: Record<string, string> }])[] = [
  ['as it is', asTheyAre],
  ['in gzip', (body) => ({ body: gzipSync(body, { level: 1 }), headers: { 'content-encoding': 'gzip' } })],
  ['in zstd', (body) => ({ body: zstdCompressSync(body), headers: { 'content-encoding': 'zstd' } })],
];
const legal: readonly (readonly [string, Kind, (home: Home) => SampleBody])[] = [
  ['ticks by rows', 'ticks', () => rowsBody(nowMs)],
  ['ticks by columns', 'ticks', () => columnsBody(nowMs)],
  ['a CSV', 'csv', () => csvBody(nowMs)],
  ['a Bundle of small Observations', 'bundle', ({ member }) => bundleBody(nowMs, member.id)],
  ['a Bundle of sampled data', 'bundle', ({ member }) => sampledBody(nowMs, member.id)],
];
const cases = legal.flatMap(([name, kind, make], index) =>
  packings.filter((_, packing) => packing === 0 || index < 2).map(([packing, pack]) => [name, packing, kind, make, pack] as const),
);

describe('a body of 16 MiB', () => {
  it.each(cases)(
    '%s %s is stored as it was sent, and holds the event loop no longer than 100 ms',
    { timeout: 120_000 },
    async (_, __, kind, make, pack) => {
      const home = await server.createHome();
      const { body, expected } = make(home);
      const packed = pack(body);
      const { status, answer, others, ...loop } = await sendBeside(home, kind, packed.body, packed.headers);
      expect(status).toBe(200);
      if (kind === 'bundle') expect(answer.entry?.every(({ response }) => response.status === '201 Created')).toBe(true);
      else expect([answer.accepted, answer.rejectedTotal]).toEqual([expected.count, 0]);
      expect(await storedOf(home.member.id)).toEqual(expected);
      expect(others).toBeGreaterThan(0);
      expect(loop.longestHoldMs).toBeLessThanOrEqual(longestHoldMs);
    },
  );
});

describe('a Bundle about a thousand members', () => {
  it('is stored as it was sent, and holds the event loop no longer than 100 ms', { timeout: 180_000 }, async () => {
    const home = await server.createHome();
    const members = await harness.asOwner<{ id: string }>(
      `insert into vigil.users (tenant_id, id, roles, given_name, family_name, time_zone, is_in_the_tenant, data_origin)
       select $1, gen_random_uuid(), '{patient}', 'Test', 'Member', 'UTC', true, 'synthetic' from generate_series(1, 1000) returning id`,
      [home.tenant.id],
    );
    const { body, expected } = manyMembersBody(
      nowMs,
      members.map(({ id }) => id),
    );
    const { status, answer, ...loop } = await sendBeside(home, 'bundle', body);
    expect(status).toBe(200);
    expect(answer.entry?.every(({ response }) => response.status === '201 Created')).toBe(true);
    const [row] = await harness.engine.query<{ count: number; sum: number }>(
      'select count() as count, sum(value) as sum from vigil.ticks final where tenant_id = {tenantId:UUID}',
      { tenantId: home.tenant.id },
    );
    expect(row).toEqual({ count: expected.count, sum: expected.sum });
    expect(loop.longestHoldMs).toBeLessThanOrEqual(longestHoldMs);
  });
});

const ticksOf = (filling: string) => [`{"source":"device","ticks":[`, filling, ']}'] as const;
const hostile: readonly (readonly [string, Kind, number, () => Buffer])[] = [
  ['lists opened and never closed', 'ticks', 400, () => Buffer.alloc(sixteenMiB, '[')],
  ['lists in lists', 'ticks', 400, () => Buffer.from(`${'['.repeat(sixteenMiB / 2)}${']'.repeat(sixteenMiB / 2)}`)],
  ['objects in objects', 'bundle', 400, () => Buffer.from(`${'{"a":'.repeat(2_700_000)}1${'}'.repeat(2_700_000)}`)],
  ['one text of NULs', 'ticks', 400, () => repeated('"', '\\u0000', '"', '')],
  ['one number', 'ticks', 400, () => Buffer.alloc(sixteenMiB, '1')],
  [
    'a value of a million digits',
    'ticks',
    200,
    () => Buffer.from(`{"source":"device","ticks":[{"timestamp":1,"data":{"heart_rate":${'6'.repeat(1_000_000)}}}]}`),
  ],
  ['empty objects', 'ticks', 200, () => Buffer.from(`${ticksOf('')[0]}${Array(1_000_000).fill('{}').join(',')}]}`)],
  ['one key over and over', 'ticks', 400, () => repeated('{', '"a":1', '}')],
  ['keys that all differ', 'ticks', 400, () => Buffer.from(`{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`)}}`)],
  ['ticks that are all refused', 'ticks', 200, () => repeated(...ticksOf('{"timestamp":1700000000000,"data":{"heart_rate":61}}'))],
  ['ticks of metrics that do not exist', 'ticks', 200, () => repeated(...ticksOf('{"timestamp":1700000000,"data":{"\\u0001":61}}'))],
  [
    'a series of unequal columns',
    'ticks',
    200,
    () => repeated('{"source":"device","series":{"heart_rate":{"timestamps":[', '1', '],"values":[]}}}'),
  ],
  ['no UTF-8', 'csv', 400, () => Buffer.alloc(sixteenMiB, 0xff)],
  ['a CSV of cells that are no numbers', 'csv', 200, () => repeated('timestamp,heart_rate\n', '1700000000,no number', '\n', '\n')],
  ['a CSV of times that are none', 'csv', 200, () => repeated('timestamp,heart_rate\n', '13/13/2020 25:00,61', '\n', '\n')],
  ['one line', 'csv', 400, () => Buffer.alloc(sixteenMiB, ',')],
  ['entries without anything', 'bundle', 413, () => repeated('{"resourceType":"Bundle","type":"batch","entry":[', '{}', ']}')],
  ['entries that are wrong', 'bundle', 413, () => repeated('{"resourceType":"Bundle","type":"batch","entry":[', '1', ']}')],
  [
    'an Observation of components that are wrong',
    'observation',
    422,
    () => repeated('{"resourceType":"Observation","component":[', '1', ']}'),
  ],
  ['Observations of components that are wrong', 'bundle', 413, () => bundleOfWrongComponents()],
];

function bundleOfWrongComponents(): Buffer {
  const item = `{"resource":{"resourceType":"Observation","component":[${Array(1_000).fill(1)}]},"request":{"method":"POST","url":"Observation"}}`;
  return repeated('{"resourceType":"Bundle","type":"batch","entry":[', item, ']}');
}

describe('16 MiB of', () => {
  it.each(hostile)(
    '%s are answered, and hold the event loop no longer than 100 ms',
    { timeout: 120_000 },
    async (_, kind, expected, make) => {
      const home = await server.createHome();
      const { status, others, ...loop } = await sendBeside(home, kind, make());
      expect(status).toBe(expected);
      expect(others).toBeGreaterThan(0);
      expect(loop.longestHoldMs).toBeLessThanOrEqual(longestHoldMs);
    },
  );
});
