import { metricIds } from '@vigil/domain/metrics/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const onTheLoop = await startIntake(harness, { largeBodies: { aboveBytes: Number.MAX_SAFE_INTEGER } });
const elsewhere = await startIntake(harness, { largeBodies: { aboveBytes: -1 } });
const nowSeconds = Math.floor(harness.clock.now() / 1000);

const metric = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...metricIds) }, fc.constantFrom('pulse', 'héart', '', 'constructor'));
const timestamp = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: nowSeconds - 200, max: nowSeconds }) },
  fc.double({ min: nowSeconds - 100, max: nowSeconds, noNaN: true }),
  fc.constantFrom(0, nowSeconds * 1000, nowSeconds + 10_000, '1700000000', null),
);
const value = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: 0, max: 200, noNaN: true }) },
  fc.integer({ min: 0, max: 100 }),
  fc.constantFrom(-1, 1e9, null, 'x', true),
);
const odd = fc.constantFrom<unknown>(null, 7, {}, { data: {} }, { timestamp: nowSeconds }, []);
const rows = fc.array(
  fc.oneof({ weight: 6, arbitrary: fc.record({ timestamp, data: fc.dictionary(metric, value, { maxKeys: 4 }) }) }, odd),
);
const column = fc.record({ timestamps: fc.array(timestamp, { maxLength: 30 }), values: fc.array(value, { maxLength: 30 }) });
const even = fc
  .array(fc.tuple(timestamp, value), { maxLength: 40 })
  .map((ticks) => ({ timestamps: ticks.map(([at]) => at), values: ticks.map(([, of]) => of) }));
const series = fc.dictionary(metric, fc.oneof({ weight: 4, arbitrary: even }, column, odd), { maxKeys: 5 });
const batch = fc.oneof(
  { weight: 3, arbitrary: fc.record({ source: fc.constantFrom('imported', 'manual'), ticks: rows }) },
  { weight: 3, arbitrary: fc.record({ source: fc.constantFrom('imported', 'manual', 'device'), series }) },
  fc.record({ source: fc.constant('imported'), ticks: rows, series }),
  odd,
);
const cell = fc.oneof(value.map(String), fc.constantFrom('', '"61', '"6""1"', '120/80', 'light', ' 61 ', 'é'));
const line = fc
  .tuple(fc.oneof(timestamp.map(String), fc.constantFrom('2026-03-08 02:30', '1/2/2026 5:05 PM', 'x')), cell, cell)
  .map((cells) => cells.join(','));
const csv = fc
  .tuple(
    fc.constantFrom('timestamp,heart_rate,weight (lb)', '\ufefftime;x;bp', 'timestamp,heart_rate,blood pressure', 'nothing'),
    fc.array(line, { maxLength: 60 }),
  )
  .map(([heading, lines]) => [heading, ...lines].join('\n'));

const coding = fc.constantFrom(['8867-4', '/min'], ['2708-6', '%'], ['29463-7', 'kg'], ['8867-4', 'kg'], ['1-1', '1']);
const observation = (members: readonly string[]) =>
  fc
    .record({
      code: coding,
      amount: fc.double({ min: 20, max: 120, noNaN: true }),
      secondsAgo: fc.integer({ min: 0, max: 300 }),
      dayOnly: fc.boolean(),
      member: fc.constantFrom(...members),
      status: fc.constantFrom('final', 'final', 'final', 'registered'),
    })
    .map(({ code, amount, secondsAgo, dayOnly, member, status }) => {
      const at = new Date((nowSeconds - secondsAgo) * 1000).toISOString();
      return {
        resourceType: 'Observation',
        status,
        code: { coding: [{ system: 'http://loinc.org', code: code[0] }], text: 'é' },
        subject: { reference: `Patient/${member}` },
        effectiveDateTime: dayOnly ? '2026-03-08' : at,
        valueQuantity: { value: amount, system: 'http://unitsofmeasure.org', code: code[1] },
      };
    });
const bundle = (members: readonly string[]) =>
  fc.record({
    resourceType: fc.constantFrom('Bundle', 'Bundle', 'Bundle', 'Patient'),
    type: fc.constantFrom('batch', 'batch', 'transaction', 'history'),
    entry: fc.array(fc.record({ resource: observation(members), request: fc.constant({ method: 'POST', url: 'Observation' }) }), {
      maxLength: 20,
    }),
  });

type Home = Awaited<ReturnType<typeof onTheLoop.createHome>>;
/** Two members alike, one for each way, so that what is stored of one does not hide what is stored of the other. */
async function bothWays(make: (home: Home) => { path: string; body: unknown; type: string }) {
  const results = [];
  for (const server of [onTheLoop, elsewhere]) {
    const home = await server.createHome('America/New_York');
    const { path, body, type } = make(home);
    const { status, headers, body: answer } = await server.post(path, home.nurse, body, { 'content-type': type });
    const same = (text: string) => text.replaceAll(home.member.id, 'member').replaceAll(home.member.id.replaceAll('-', ''), 'member');
    results.push({
      status,
      type: headers.get('content-type'),
      answer: same(JSON.stringify(answer)),
      stored: await server.stored(home.member.id),
    });
  }
  return results;
}
const stranger = '00000000-0000-4000-8000-000000000000';
const runs = { numRuns: 25 };

describe('a body read in another process', { timeout: 120_000 }, () => {
  it('of ticks comes to exactly what it comes to on the event loop', async () => {
    await fc.assert(
      fc.asyncProperty(batch, async (body) => {
        const [loop, other] = await bothWays(({ member }) => ({
          path: `/ticks-store/api/v1/users/${member.id}/ticks`,
          body: JSON.stringify(body),
          type: 'application/json',
        }));
        expect(other).toEqual(loop);
      }),
      runs,
    );
  });

  it('of CSV comes to exactly what it comes to on the event loop', async () => {
    await fc.assert(
      fc.asyncProperty(csv, async (body) => {
        const [loop, other] = await bothWays(({ member }) => ({
          path: `/ticks-store/api/v1/users/${member.id}/ticks/csv`,
          body,
          type: 'text/csv',
        }));
        expect(other).toEqual(loop);
      }),
      runs,
    );
  });

  it('of FHIR comes to exactly what it comes to on the event loop, members looked up and refused alike', async () => {
    const one = observation(['member', 'member', 'member', stranger]);
    const call = fc.oneof(
      fc.tuple(fc.constant('/fhir/R4'), bundle(['member', 'member', 'member', stranger])),
      fc.tuple(fc.constant('/fhir/R4/Observation'), one),
      fc.tuple(fc.constant('/fhir/R4/Observation'), odd),
    );
    await fc.assert(
      fc.asyncProperty(call, async ([path, body]) => {
        const [loop, other] = await bothWays(({ member }) => ({
          path,
          body: JSON.stringify(body).replaceAll('Patient/member', `Patient/${member.id}`),
          type: 'application/fhir+json',
        }));
        expect(other).toEqual(loop);
      }),
      runs,
    );
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['lists in lists', '['.repeat(200) + ']'.repeat(200)],
    ['a key that is not allowed', '{"source":"imported","ticks":[],"__proto__":{}}'],
    ['a byte order mark', '\ufeff{"source":"imported","ticks":[]}'],
  ])('that is %s is refused or taken in the same words', async (_, body) => {
    for (const path of [(id: string) => `/ticks-store/api/v1/users/${id}/ticks`, () => '/fhir/R4', () => '/fhir/R4/Observation']) {
      const [loop, other] = await bothWays(({ member }) => ({ path: path(member.id), body, type: 'application/json' }));
      expect(other).toEqual(loop);
    }
  });
});
