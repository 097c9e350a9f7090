import type { MetricId } from '@vigil/domain/metrics/catalogue';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import type { TickSource } from '../tick-batch.ts';
import { batchOf } from './testing/batches.ts';
import { createTickWriter } from './writer.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
afterAll(() => writer.stop());
const tenant = await harness.createTenant();
const start = Date.UTC(2026, 2, 8);

interface Send {
  readonly source?: TickSource;
  readonly series: Partial<Record<MetricId, readonly (readonly [number, number])[]>>;
}

async function member(sends: readonly Send[]): Promise<string> {
  const { id } = await harness.createUser(tenant);
  for (const send of sends) await writer.append(batchOf({ tenantId: tenant.id, userId: id, ...send }));
  await writer.rollupsSettled();
  return id;
}

const latestOf = (id: string) =>
  harness.asOwner<{ metric: MetricId; at: number; value: number; source: TickSource }>(
    `select metric, (extract(epoch from ts) * 1000)::float8 as at, value, source from vigil.latest_ticks where user_id = $1 order by metric`,
    [id],
  );

describe('the latest tick', () => {
  it.each<[string, Send[], number]>([
    ['is the newest, not the last one sent', [{ series: { spo2: [[start + 5, 97]] } }, { series: { spo2: [[start, 91]] } }], 97],
    ['is replaced by a newer one', [{ series: { spo2: [[start, 97]] } }, { series: { spo2: [[start + 1, 91]] } }], 91],
    ['follows a correction', [{ series: { spo2: [[start, 97]] } }, { series: { spo2: [[start, 91]] } }], 91],
    [
      'is the last of two for one moment in a batch',
      [
        {
          series: {
            spo2: [
              [start, 97],
              [start, 92],
            ],
          },
        },
      ],
      92,
    ],
    [
      'keeps the device’s value when a manual one comes for the same moment',
      [{ series: { spo2: [[start, 97]] } }, { source: 'manual', series: { spo2: [[start, 91]] } }],
      97,
    ],
    [
      'takes the device’s value when an imported one was there',
      [{ source: 'imported', series: { spo2: [[start, 91]] } }, { series: { spo2: [[start, 97]] } }],
      97,
    ],
    [
      'stands anywhere in an unordered batch',
      [
        {
          series: {
            spo2: [
              [start, 90],
              [start + 9, 97],
              [start + 3, 91],
            ],
          },
        },
      ],
      97,
    ],
  ])('%s', async (_, sends, value) => {
    expect(await latestOf(await member(sends))).toMatchObject([{ metric: 'spo2', value }]);
  });

  it.each<[string, Send[], object[]]>([
    [
      'is the last good weight, not the doubtful one after it',
      [
        { series: { weight: [[start, 80]], weight_conf: [[start, 90]] } },
        { series: { weight: [[start + 5, 12]], weight_conf: [[start + 5, 40]] } },
      ],
      [{ value: 80, source: 'device' }],
    ],
    [
      'leaves a weight again whose low confidence comes after it',
      [{ series: { weight: [[start, 80]] } }, { series: { weight: [[start + 5, 12]] } }, { series: { weight_conf: [[start + 5, 40]] } }],
      [{ value: 80 }],
    ],
    [
      'is the good weight of another source at the moment of a doubtful one',
      [{ series: { weight: [[start, 12]], weight_conf: [[start, 40]] } }, { source: 'manual', series: { weight: [[start, 80]] } }],
      [{ value: 80, source: 'manual' }],
    ],
    ['is none of a weight that was never sure', [{ series: { weight: [[start, 12]], weight_conf: [[start, 40]] } }], []],
  ])('%s', async (_, sends, expected) => {
    expect((await latestOf(await member(sends))).filter((tick) => tick.metric === 'weight')).toMatchObject(expected);
  });

  it.each<[string, Send[], object[]]>([
    [
      'passes over a zero that is no reading',
      [
        {
          series: {
            rmssd: [
              [start, 40],
              [start + 5, 0],
            ],
          },
        },
      ],
      [{ metric: 'rmssd', value: 40, at: start }],
    ],
    ['is a zero that is one', [{ series: { gsr: [[start, 0]] } }], [{ metric: 'gsr', value: 0 }]],
    [
      'goes back to the one before when it is corrected to zero',
      [{ series: { rmssd: [[start, 40]] } }, { series: { rmssd: [[start + 5, 50]] } }, { series: { rmssd: [[start + 5, 0]] } }],
      [{ metric: 'rmssd', value: 40, at: start }],
    ],
  ])('%s', async (_, sends, expected) => {
    expect(await latestOf(await member(sends))).toMatchObject(expected);
  });

  it.each<[string, Send[], object]>([
    [
      'is the total of the day, with the time of the last tick',
      [
        {
          series: {
            steps: [
              [start + 60_000, 30],
              [start + 120_000, 12],
            ],
          },
        },
      ],
      { value: 42, at: start + 120_000 },
    ],
    [
      'grows with steps of earlier the same day',
      [{ series: { steps: [[start + 120_000, 12]] } }, { series: { steps: [[start + 60_000, 30]] } }],
      { value: 42, at: start + 120_000 },
    ],
    [
      'begins anew with the day, and stays when steps of the day before follow',
      [
        { series: { steps: [[start - 60_000, 30]] } },
        { series: { steps: [[start + 60_000, 7]] } },
        { series: { steps: [[start - 120_000, 30]] } },
      ],
      { value: 7, at: start + 60_000 },
    ],
    [
      'is of the day until the last minute of it, although a minute without a step came last',
      [
        {
          series: {
            steps: [
              [start + 60_000, 30],
              [start + 120_000, 0],
            ],
          },
        },
      ],
      { value: 30, at: start + 120_000 },
    ],
  ])('of steps %s', async (_, sends, expected) => {
    expect(await latestOf(await member(sends))).toMatchObject([expected]);
  });

  it('of steps is the total of the day in the member’s own zone', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'Asia/Kolkata' });
    // 23:50 and 00:10 in Kolkata, on one day of UTC.
    const series = {
      steps: [
        [Date.UTC(2026, 2, 7, 18, 20), 500],
        [Date.UTC(2026, 2, 7, 18, 40), 20],
      ],
    } as const;
    await writer.append(batchOf({ tenantId: tenant.id, userId: id, series }));
    await writer.rollupsSettled();
    expect(await latestOf(id)).toMatchObject([{ value: 20 }]);
  });

  it('of steps is the total of the day in the zone that the member has moved to, the last tick of it taken back or not', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'Asia/Kolkata' });
    // 23:50, 00:10 and 00:20 in Kolkata, on one day of UTC.
    const [evening, night, later] = [Date.UTC(2026, 2, 7, 18, 20), Date.UTC(2026, 2, 7, 18, 40), Date.UTC(2026, 2, 7, 18, 50)];
    const steps = [
      [evening, 500],
      [night, 20],
      [later, 3],
    ] as const;
    await writer.append(batchOf({ tenantId: tenant.id, userId: id, series: { steps } }));
    await writer.rollupsSettled();
    await writer.takeBack({
      tenantId: tenant.id,
      userId: id,
      readings: [{ metric: 'steps', timestampMs: later, source: 'device' }],
      reason: 'x',
      by: id,
    });
    await writer.rollupsSettled();
    expect(await latestOf(id)).toMatchObject([{ value: 20, at: night }]);
    await harness.asOwner(`update vigil.users set time_zone = 'UTC' where id = $1`, [id]);
    harness.bus.publish('user.changed', { tenantId: tenant.id, userId: id });
    await expect.poll(() => latestOf(id), { timeout: 20_000 }).toMatchObject([{ value: 520, at: night }]);
  });

  it('is what the ticks themselves say, whatever was sent in whatever order', async () => {
    const send = fc.record({
      source: fc.constantFrom<TickSource>('device', 'manual', 'imported'),
      ticks: fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 60, max: 99 })), { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(send, { minLength: 1, maxLength: 8 }), async (sends) => {
        const id = await member(
          sends.map(({ source, ticks }) => ({
            source,
            series: { spo2: ticks.map(([second, value]) => [start + second * 1000, value] as const) },
          })),
        );
        const stored = await harness.engine.query<{ value: number }>(
          'select value from vigil.ticks final where user_id = {id:UUID} order by ts desc, source limit 1',
          { id },
        );
        expect((await latestOf(id)).map((tick) => tick.value)).toEqual(stored.map((tick) => tick.value));
      }),
      { numRuns: 8 },
    );
  });
});

describe('a band’s sync', () => {
  const syncOf = (id: string) =>
    harness.asOwner<{ first: number; last: number; member: number | null }>(
      `select (extract(epoch from s.first_tick_at) * 1000)::float8 as first, (extract(epoch from s.last_received_at) * 1000)::float8 as last,
         (extract(epoch from u.first_band_sync_at) * 1000)::float8 as member
       from vigil.band_syncs s join vigil.users u on u.id = s.user_id where s.user_id = $1`,
      [id],
    );

  it('is noted with its first tick ever and when it was last heard of', async () => {
    const first = Date.UTC(2026, 5, 2);
    const { id } = await harness.createUser(tenant);
    for (const [receivedAtMs, at] of [
      [first, start + 60_000],
      [first + 5_000, start],
      [first + 9_000, start + 120_000],
    ] as const)
      await writer.append(batchOf({ tenantId: tenant.id, userId: id, receivedAtMs, series: { spo2: [[at, 97]] } }));
    await writer.rollupsSettled();
    const [sync] = await syncOf(id);
    expect(sync?.first).toBe(start);
    expect(sync?.last).toBeGreaterThanOrEqual(first + 9_000);
    expect(sync?.member).toBeLessThanOrEqual(sync?.last ?? 0);
    expect(sync?.member).toBeGreaterThanOrEqual(first);
  });

  it('does not come from manual or imported readings', async () => {
    const id = await member([
      { source: 'manual', series: { weight: [[start, 80]] } },
      { source: 'imported', series: { spo2: [[start, 97]] } },
    ]);
    expect(await syncOf(id)).toEqual([]);
    expect(await latestOf(id)).toHaveLength(2);
  });
});
