import type { MetricId } from '@vigil/domain/metrics/catalogue';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';
import { tickBatch } from '#testing/ticks.ts';
import { byMetric, matchesDay, mostPages, readingsIn, type Sent, type Walk } from './testing/observation-oracle.ts';

/* Pages of Observations over HTTP, against what was sent. */
const harness = await useHarness();
harness.clock.set(Date.parse('2026-12-01T00:00:00Z'));
const { modules, stop, http } = await startModules(harness);
afterAll(stop);
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });

interface Member {
  readonly id: string;
  readonly tenantId: string;
}
type Query = Readonly<Record<string, string>>;

async function send(member: Member, sent: Sent): Promise<void> {
  const ticks = Object.fromEntries(
    [...byMetric(sent)].map(([metric, readings]) => [metric, readings.map(([ms, value]) => [ms / 1000, value])]),
  );
  await modules.ticksWriter.append(tickBatch(member, ticks as Partial<Record<MetricId, [number, number][]>>));
}

async function get(address: string) {
  const answer = await http.inject({ url: address, headers: { authorization: `Bearer ${nurse.id}` } });
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
}

/** All pages of a search, by its next links; fails where a page but the only one is empty, or they do not end. */
async function walk(member: Member, query: Query, most: number): Promise<Walk> {
  const entries: Walk['entries'][number][] = [];
  const addresses = new Set<string>();
  let address: string | undefined = `/fhir/R4/Observation?${new URLSearchParams({ patient: member.id, ...query })}`;
  while (address) {
    if (addresses.has(address)) throw new Error(`Page ${addresses.size} leads back to an earlier one`);
    addresses.add(address);
    if (addresses.size > most) throw new Error(`More than ${most} pages`);
    const page = await get(address);
    const next: string | undefined = page.link.find(({ relation }: { relation: string }) => relation === 'next')?.url;
    if (page.entry.length === 0 && (next || addresses.size > 1)) throw new Error(`Page ${addresses.size} is empty`);
    entries.push(...page.entry.map(({ resource }: { resource: object }) => resource));
    address = next?.replace(/^https?:\/\/[^/]+/, '');
  }
  return { entries, pages: addresses.size };
}

const steady = (metric: MetricId, from: string, count: number, everyMs: number): Sent =>
  Array.from({ length: count }, (_, index) => ({ metric, ms: Date.parse(from) + Math.round(index * everyMs), value: 60 + (index % 40) }));
const inOrder = (sent: Sent) => sent.map(({ metric, ms, value }) => `${metric} ${ms} ${value}`).sort();

describe('pages of Observations', () => {
  test('end, where a finished hour and the next have over 10,000 readings together', { timeout: 120_000 }, async () => {
    const member = await harness.createUser(tenant);
    const sent = [...steady('heart_rate', '2026-03-02T09:00:00Z', 7_000, 500), ...steady('heart_rate', '2026-03-02T10:00:00Z', 7_000, 500)];
    await send(member, sent);
    for (const _sort of ['date', '-date'])
      for (const _count of ['7', '50', '1000']) {
        const { entries } = await walk(member, { _sort, _count }, 200);
        expect(inOrder(readingsIn(entries))).toEqual(inOrder(sent));
      }
  });

  test('hold every reading of an hour, however many there are', { timeout: 120_000 }, async () => {
    const member = await harness.createUser(tenant);
    const metrics: MetricId[] = ['heart_rate', 'resp_rate', 'spo2'];
    const sent = metrics.flatMap((metric) => steady(metric, '2026-03-02T09:00:00Z', 90_000, 40));
    await send(member, sent);
    const { entries, pages } = await walk(member, { _count: '1000' }, 40);
    expect(inOrder(readingsIn(entries))).toEqual(inOrder(sent));
    expect(pages).toBeGreaterThan(20);
    expect(entries.every((one) => 'valueSampledData' in one)).toBe(true);
  });

  test('above 1 Hz are samples: bursts too, of which each is read by its id', async () => {
    const member = await harness.createUser(tenant);
    const bursts = ['2026-03-02T09:10:00.013Z', '2026-03-02T09:40:00.500Z'].flatMap((from) => steady('heart_rate', from, 500, 40));
    const alone = steady('heart_rate', '2026-03-02T09:30:00Z', 1, 1);
    await send(member, [...bursts, ...alone]);
    const { entries } = await walk(member, { _sort: 'date' }, 10);
    expect(entries.map((one) => ('valueSampledData' in one ? readingsIn([one]).length : 1))).toEqual([500, 1, 500]);
    for (const one of entries) expect(await get(`/fhir/R4/Observation/${one.id}`)).toEqual(one);
  });

  test.each([
    ['Asia/Kolkata', '2026-03-02T18:00:00Z', ['2026-03-02', '2026-03-03']],
    ['Asia/Kathmandu', '2026-03-02T18:00:00Z', ['2026-03-02', '2026-03-03']],
    ['America/St_Johns', '2026-03-09T02:00:00Z', ['2026-03-08', '2026-03-09']],
  ])('a sampled hour across midnight of %s is found by both dates', async (timeZone, from, days) => {
    const member = await harness.createUser(tenant, { timeZone });
    const sent = steady('heart_rate', from, 60, 60_000);
    await send(member, sent);
    for (const day of days) {
      const { entries } = await walk(member, { date: day }, 3);
      expect(entries.every((one) => 'valueSampledData' in one)).toBe(true);
      expect(inOrder(readingsIn(entries))).toEqual(inOrder(sent.filter(({ ms }) => matchesDay('eq', day, ms, timeZone))));
      for (const one of entries) expect(await get(`/fhir/R4/Observation/${one.id}`)).toEqual(one);
    }
  });

  test('that were taken back go by what comes behind the last one: one more in between moves nothing', async () => {
    const member = await harness.createUser(tenant);
    const sent = steady('heart_rate', '2026-03-02T09:00:00Z', 6, 60_000);
    await send(member, sent);
    const takeBack = async (index: number) => {
      const answer = await http.inject({
        method: 'POST',
        url: `/ticks-store/api/v1/users/${member.id}/ticks/taken-back`,
        headers: { authorization: `Bearer ${nurse.id}`, 'content-type': 'application/json' },
        payload: JSON.stringify({
          readings: [{ metric: 'heart_rate', timestamp: (sent[index]?.ms ?? 0) / 1000, source: 'device' }],
          reason: 'The band sat loose',
        }),
      });
      expect(answer.statusCode).toBe(200);
    };
    for (const index of [1, 2, 3, 4]) await takeBack(index);
    const first = await get(`/fhir/R4/Observation?patient=${member.id}&status=entered-in-error&_count=2`);
    await takeBack(5);
    const second = await get(first.link[1].url.replace(/^https?:\/\/[^/]+/, ''));
    const times = [...first.entry, ...second.entry].map(({ resource }) => Date.parse(resource.effectiveDateTime));
    expect(times).toEqual([4, 3, 2, 1].map((index) => sent[index]?.ms));
    expect(second.link).toHaveLength(1);
  });

  const zones = [
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Cairo',
    'America/Havana',
    'Europe/Madrid',
  ];
  /** Each near a change of the clocks somewhere in `zones`. */
  const starts = ['2026-03-08T04:30:00Z', '2026-03-29T00:10:00Z', '2026-04-04T14:20:00Z', '2026-04-23T21:15:00Z', '2026-11-01T03:40:00Z'];
  const pace = fc.constantFrom(
    ...[
      { name: '1/min', everyMs: 60_000, most: 240, jitterMs: 0 },
      { name: '1/min, uneven', everyMs: 60_000, most: 120, jitterMs: 900 },
      { name: '1/s', everyMs: 1_000, most: 4_000, jitterMs: 0 },
      { name: '5 Hz', everyMs: 200, most: 6_000, jitterMs: 0 },
      { name: '5 Hz, uneven', everyMs: 200, most: 4_200, jitterMs: 70 },
      { name: '25 Hz', everyMs: 40, most: 5_000, jitterMs: 0 },
    ],
  );
  const stretch = fc.record({
    metric: fc.constantFrom<MetricId>('heart_rate', 'spo2', 'systolic', 'diastolic'),
    pace,
    share: fc.constantFrom(0.02, 0.2, 0.6, 1),
    minute: fc.integer({ min: 0, max: 300 }),
    offsetMs: fc.integer({ min: 0, max: 1_500 }),
    lossIn: fc.constantFrom(0, 7, 50),
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
  });
  const prefix = fc.constantFrom('', 'eq', 'ne', 'ge', 'gt', 'le', 'lt', 'sa', 'eb');
  const search = fc.record({
    _count: fc.constantFrom(100, 333, 1_000),
    _sort: fc.constantFrom('date', '-date'),
    date: fc.option(fc.record({ prefix, days: fc.integer({ min: -1, max: 1 }), length: fc.constantFrom(7, 10) }), { nil: undefined }),
  });

  test('have each reading exactly once: any density, zone, size of page and date', { timeout: 600_000 }, async () => {
    let readings = 0;
    let pages = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          timeZone: fc.constantFrom(...zones),
          start: fc.constantFrom(...starts),
          stretches: fc.array(stretch, { minLength: 1, maxLength: 5 }),
          searches: fc.array(search, { minLength: 3, maxLength: 5 }),
        }),
        async ({ timeZone, start, stretches, searches }) => {
          const member = await harness.createUser(tenant, { timeZone });
          const sent = sentOf(Date.parse(start), stretches);
          await send(member, sent);
          for (const { date, ...paging } of searches) {
            const day = date && new Date(Date.parse(start) + date.days * 86_400_000).toISOString().slice(0, date.length);
            const expected = sent.filter(({ ms }) => !date || matchesDay(date.prefix, day ?? '', ms, timeZone));
            const query = { _sort: paging._sort, _count: `${paging._count}`, ...(date && { date: `${date.prefix}${day}` }) };
            const found = await walk(member, query, mostPages(sent, paging._count));
            expect(inOrder(readingsIn(found.entries))).toEqual(inOrder(expected));
            const times = found.entries.map((one) => Date.parse(one.effectiveDateTime ?? one.effectivePeriod?.start ?? ''));
            expect(times).toEqual(times.toSorted((a, b) => (paging._sort === 'date' ? a - b : b - a)));
            readings += expected.length;
            pages += found.pages;
          }
        },
      ),
      { numRuns: 8, seed: 21 },
    );
    expect([readings > 10_000, pages > 100]).toEqual([true, true]);
  });

  type Stretch = typeof stretch extends fc.Arbitrary<infer One> ? One : never;

  /** One value a metric and moment, as a band would send them. */
  function sentOf(startMs: number, stretches: readonly Stretch[]): Sent {
    const values = new Map<string, Sent[number]>();
    for (const { lossIn, metric, minute, offsetMs, pace: of, seed, share } of stretches) {
      let state = seed;
      const random = () => {
        state = (state * 48_271) % 2_147_483_647;
        return state / 2_147_483_647;
      };
      for (let index = 0; index < Math.round(of.most * share); index += 1) {
        const jitterMs = Math.round(random() * of.jitterMs);
        const ms = startMs + minute * 60_000 + offsetMs + index * of.everyMs + jitterMs;
        if (lossIn === 0 || random() * lossIn > 1) values.set(`${metric} ${ms}`, { metric, ms, value: 70 + (index % 30) });
      }
    }
    return [...values.values()];
  }
});
