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
