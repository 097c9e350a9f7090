import { catalogue, type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import { countedReadings, type Reading, tickSources } from '@vigil/domain/metrics/counting';
import { afterAll, describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createTicksStoreReads, createTickWriter } from './index.ts';
import { readSteps, type StepsQuestion } from './queries/steps.ts';
import { batchOf } from './write/testing/batches.ts';
import { storedDays, storedHours } from './write/testing/stored-rollups.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
afterAll(() => writer.stop());
const reads = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
const tenant = await harness.createTenant();
const dayMs = 86_400_000;
const start = Date.UTC(2026, 2, 2);

/** A number between 0 and 1 that looks random and is the same in every run. */
const scattered = (n: number) => (Math.imul(n + 1, 2_654_435_761) >>> 0) / 2 ** 32;

/** Three days of every metric from all sources, in which a third of the values are zero where zero is plausible, and confidences of all kinds. */
const readings: readonly Reading[] = metricIds.flatMap((metric, m) =>
  tickSources.flatMap((source, s) =>
    Array.from({ length: 60 }, (_, i) => ({ metric, source, i, chance: scattered(m * 1_000 + s * 100 + i) }))
      .filter(({ chance }) => chance < 0.7)
      .map(({ i, chance }) => {
        const [low, high] = catalogue[metric].plausible;
        const value = chance < 0.25 && low <= 0 ? 0 : Math.round(low + chance * (high - low));
        return { metric, source, timestampMs: start + i * 4_000_000, value };
      }),
  ),
);

const member = await harness.createUser(tenant, { timeZone: 'UTC' });
// Confidences last, in a batch of their own: what was rolled up before them has to be looked at again.
for (const isLate of [false, true])
  for (const source of tickSources) {
    const own = readings.filter((one) => one.source === source && (one.metric === 'weight_conf') === isLate);
    const series = Object.fromEntries(
      [...Map.groupBy(own, (one) => one.metric)].map(([metric, ticks]) => [
        metric,
        ticks.map((one) => [one.timestampMs, one.value] as const),
      ]),
    );
    await writer.append(batchOf({ tenantId: tenant.id, userId: member.id, source, series }));
    await writer.rollupsSettled();
  }

const counted = countedReadings(readings);
const of = (metric: MetricId) => counted.filter((one) => one.metric === metric).sort((a, b) => a.timestampMs - b.timestampMs);
const range = { tenantId: tenant.id, userId: member.id, fromMs: start, toMs: start + 3 * dayMs };
const figures = (group: readonly Reading[]) => {
  const values = group.map((one) => one.value);
  return { n: values.length, total: values.reduce((a, b) => a + b, 0), low: Math.min(...values), high: Math.max(...values) };
};
const grouped = (metric: MetricId, widthMs: number) =>
  [...Map.groupBy(of(metric), (one) => Math.floor(one.timestampMs / widthMs) * widthMs)].map(([at, group]) => ({ at, ...figures(group) }));

describe('SQL and TypeScript agree which readings count', () => {
  it('on a history in which every part of the rule decides something', () => {
    expect(counted.some((one) => one.metric === 'weight' && one.source !== 'device')).toBe(true);
    expect(counted.filter((one) => one.value === 0).map((one) => one.metric)).toEqual(
      expect.arrayContaining(['gsr', 'steps', 'calories', 'distance', 'battery', 'band_removed']),
    );
    for (const metric of ['rmssd', 'sleep_efficiency'] as const)
      expect(readings.filter((one) => one.metric === metric && one.value === 0).length).toBeGreaterThan(10);
  });

  it.each(metricIds)('moments of %s', async (metric) => {
    const found = await reads.moments({ ...range, metrics: [metric], deduplicate: true, provenance: true });
    const ofRange = found.filter((tick) => tick.timestamp * 1000 < range.toMs);
    expect(ofRange.map((tick) => [tick.timestamp * 1000, tick.data[metric], tick.provenance?.[metric]?.source])).toEqual(
      of(metric).map((one) => [one.timestampMs, one.value, one.source]),
    );
  });

  it.each(metricIds)('stored hours and days of %s', async (metric) => {
    const hours = (await storedHours(harness.engine, member.id)).filter((row) => row.metric === metric);
    expect(hours.map(({ hour, n, total, low, high }) => ({ at: Date.parse(`${hour}Z`), n, total, low, high }))).toEqual(
      grouped(metric, 3_600_000),
    );
    const days = (await storedDays(harness.engine, member.id, 'UTC')).filter((row) => row.metric === metric);
    expect(days.map(({ day, n, total, low, high }) => ({ at: Date.parse(day), n, total, low, high }))).toEqual(grouped(metric, dayMs));
  });

  it.each<[string, Partial<StepsQuestion>, number]>([
    ['hours from ticks', { granularity: 'HOURLY', rolledUpUntilMs: 0 }, 3_600_000],
    ['hours from rollups', { granularity: 'HOURLY' }, 3_600_000],
    ['days from rollups', { granularity: 'DAILY' }, dayMs],
    ['days from ticks', { granularity: 'DAILY', rolledUpUntilMs: 0 }, dayMs],
  ])('%s', async (_, overrides, widthMs) => {
    const { steps } = await readSteps(harness.engine, {
      ...range,
      granularity: 'HOURLY',
      timeZone: 'UTC',
      memberTimeZone: 'UTC',
      nowMs: start + 100 * dayMs,
      rolledUpUntilMs: Number.POSITIVE_INFINITY,
      metrics: metricIds,
      extremes: true,
      medians: [],
      days: [],
      movingAverages: [],
      ...overrides,
    });
    for (const metric of metricIds)
      expect(
        (steps.get(metric) ?? []).map(({ start: at, n, total, low, high }) => ({ at: at * 1000, n, total, low, high })),
        metric,
      ).toEqual(grouped(metric, widthMs));
  });

  it('histograms and spans', async () => {
    const histogram = await reads.histogram({ ...range, metrics: metricIds });
    const spans = await reads.spans({ ...range, metrics: metricIds, spans: [{ start: start / 1000, end: range.toMs / 1000, group: 0 }] });
    for (const metric of metricIds) {
      expect(
        (histogram[metric] ?? []).reduce((sum, bucket) => sum + bucket.count, 0),
        metric,
      ).toBe(of(metric).length);
      const { n, total, low, high } = spans.find((one) => one.metric === metric) ?? { n: 0, total: 0, low: 0, high: 0 };
      expect({ n, total, low, high }, metric).toEqual(figures(of(metric)));
    }
  });

  it('the latest', async () => {
    const rows = await harness.asOwner<{ metric: MetricId; at: number; value: number; source: string }>(
      'select metric, (extract(epoch from ts) * 1000)::float8 as at, value, source from vigil.latest_ticks where user_id = $1',
      [member.id],
    );
    const levels = (metric: MetricId) => catalogue[metric].kind !== 'count';
    const latest = metricIds.filter(levels).map((metric) => {
      const { timestampMs: at, value, source } = of(metric).at(-1) as Reading;
      return { metric, at, value, source };
    });
    expect(rows.filter((row) => levels(row.metric)).sort((a, b) => (a.metric < b.metric ? -1 : 1))).toEqual(
      latest.sort((a, b) => (a.metric < b.metric ? -1 : 1)),
    );
  });
});
