import { stateRuns } from '@vigil/domain/timeframe/state-runs';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createTicksStoreReads, createTickWriter } from '../index.ts';
import { mostMoments } from './moments.ts';
import { mostStateRuns } from './state-runs.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
const reads = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
const tenant = await harness.createTenant();
const start = Date.parse('2026-03-02T00:00:00Z') / 1000;
const question = (member: { id: string }, overrides: object = {}) => ({
  tenantId: tenant.id,
  userId: member.id,
  metrics: ['heart_rate', 'spo2'],
  fromMs: start * 1000,
  toMs: (start + 3600) * 1000,
  deduplicate: false,
  provenance: false,
  ...overrides,
});

describe('moments', () => {
  it('merge the metrics of one timestamp, from the start on and before the end', async () => {
    const member = await harness.createUser(tenant);
    await writer.append(
      tickBatch(member, {
        heart_rate: [
          [start - 1, 50],
          [start, 60],
          [start + 60.5, 61],
          [start + 3600, 99],
        ],
        spo2: [
          [start, 97],
          [start + 120, 98],
        ],
      }),
    );
    expect(await reads.moments(question(member))).toEqual([
      { timestamp: start, data: { heart_rate: 60, spo2: 97 } },
      { timestamp: start + 60.5, data: { heart_rate: 61 } },
      { timestamp: start + 120, data: { spo2: 98 } },
    ]);
  });

  it('give every source its row, the device first, and only the best one when deduplicated', async () => {
    const member = await harness.createUser(tenant);
    await writer.append(tickBatch(member, { heart_rate: [[start, 90]] }, { source: 'imported' }));
    await writer.append(tickBatch(member, { heart_rate: [[start, 80]] }, { source: 'manual' }));
    await writer.append(tickBatch(member, { heart_rate: [[start, 70]], spo2: [[start, 97]] }));
    expect((await reads.moments(question(member))).map((moment) => moment.data)).toEqual([
      { heart_rate: 70, spo2: 97 },
      { heart_rate: 80 },
      { heart_rate: 90 },
    ]);
    expect(await reads.moments(question(member, { deduplicate: true }))).toEqual([
      { timestamp: start, data: { heart_rate: 70, spo2: 97 } },
    ]);
  });

  it('say where each value came from when asked', async () => {
    const member = await harness.createUser(tenant);
    await writer.append(
      tickBatch(member, { heart_rate: [[start, 70]] }, { deviceId: 'band-7', receivedAtMs: Date.parse('2030-01-01T00:00:05Z') }),
    );
    await writer.append(tickBatch(member, { spo2: [[start, 97]] }, { source: 'manual', receivedAtMs: Date.parse('2030-01-01T00:00:09Z') }));
    expect((await reads.moments(question(member, { provenance: true })))[0]?.provenance).toEqual({
      heart_rate: { source: 'device', deviceId: 'band-7', receivedAt: Date.parse('2030-01-01T00:00:05Z') / 1000 },
      spo2: { source: 'manual', deviceId: null, receivedAt: Date.parse('2030-01-01T00:00:09Z') / 1000 },
    });
  });

  it('of sleep depth, and of nothing else, reach 4 hours back and 13 hours on', async () => {
    const member = await harness.createUser(tenant);
    const around = [start - 14_401, start - 14_400, start, start + 3600 + 46_799, start + 3600 + 46_800].map((at) => [at, 2] as const);
    await writer.append(tickBatch(member, { sleep_depth: around, heart_rate: around.map(([at]) => [at, 60]) }));
    const found = await reads.moments(question(member, { metrics: ['sleep_depth', 'heart_rate'] }));
    expect(found.map((moment) => [moment.timestamp - start, Object.keys(moment.data).sort()])).toEqual([
      [-14_400, ['sleep_depth']],
      [0, ['heart_rate', 'sleep_depth']],
      [3600 + 46_799, ['sleep_depth']],
    ]);
  });

  it('of a range that holds too many are refused with what to do instead', async () => {
    const member = await harness.createUser(tenant);
    await writer.append(tickBatch(member, { heart_rate: Array.from({ length: mostMoments + 1 }, (_, i) => [start + i, 60]) }));
    const all = question(member, { toMs: (start + mostMoments + 1) * 1000 });
    await expect(reads.moments(all)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('Ask for fewer days'),
    });
    expect(await reads.moments({ ...all, toMs: (start + mostMoments) * 1000 })).toHaveLength(mostMoments);
  });
});

describe('a day that is too dense to be answered whole', async () => {
  const member = await harness.createUser(tenant);
  const dayMs = 86_400_000;
  // Four readings a second: 345,600 moments, of which one stands out either way.
  const heart_rate = Array.from(
    { length: 345_600 },
    (_, i) => [start + i / 4, i === 200_001 ? 41 : i === 200_003 ? 190 : 70 + ((i * 7_919) % 31)] as const,
  );
  const band_removed = [0, 1, 0].map((value, i) => [start + i * 3_600, value] as const);
  await writer.append(tickBatch(member, { heart_rate, spo2: [[start + 5, 97]], band_removed }));
  const asked = question(member, { toMs: start * 1000 + dayMs, metrics: ['heart_rate', 'spo2', 'band_removed'], deduplicate: true });

  it('is given as the lowest and the highest reading of each step, at their own moments, when it may be thinned', async () => {
    const found = await reads.moments({ ...asked, thin: true });
    const stepMs = 30_000;
    const expected = [...Map.groupBy(heart_rate, ([at]) => Math.floor((at * 1000) / stepMs)).values()].flatMap((step) => {
      const [low, high] = [Math.min(...step.map(([, value]) => value)), Math.max(...step.map(([, value]) => value))];
      const first = (wanted: number) => step.find(([, value]) => value === wanted) as readonly [number, number];
      return [first(low), first(high)].map(([at, value]) => [at, value, step.length] as const);
    });
    const readings = found.filter((tick) => tick.data.heart_rate !== undefined);
    expect(readings.map((tick) => [tick.timestamp, tick.data.heart_rate, tick.thinned?.heart_rate])).toEqual(
      expected.sort(([a], [b]) => a - b),
    );
    expect(readings.map((tick) => tick.data.heart_rate)).toEqual(expect.arrayContaining([41, 190]));
    expect(found.length).toBeLessThanOrEqual((2 * dayMs) / stepMs + 4);
  });

  it('tells the mean of the readings of each step once, so that the mean of the day can be told', async () => {
    const found = (await reads.moments({ ...asked, thin: true })).filter((tick) => tick.data.heart_rate !== undefined);
    const told = found.flatMap(({ thinned, thinnedMeans }) =>
      thinnedMeans?.heart_rate === undefined ? [] : [{ n: thinned?.heart_rate ?? 0, mean: thinnedMeans.heart_rate }],
    );
    expect(told.reduce((sum, { n }) => sum + n, 0)).toBe(heart_rate.length);
    expect(told.reduce((sum, { n, mean }) => sum + n * mean, 0) / heart_rate.length).toBeCloseTo(
      heart_rate.reduce((sum, [, value]) => sum + value, 0) / heart_rate.length,
      8,
    );
  });

  it('is exact by the minute: what is told of its steps makes the mean of all readings of each', async () => {
    // Of uneven density, so that a mean of means is not the mean: five readings a second, a pause, pairs of equal ones.
    const uneven = await harness.createUser(tenant);
    const readings = Array.from({ length: 86_400 }, (_, second) => second).flatMap((second) => {
      const often = second % 97 < 40 ? 5 : second % 97 < 60 ? 1 : 0;
      return Array.from(
        { length: often },
        (_, i) => [start + second + i / 8, 60 + ((second * 31 + i * 7) % 23) * (second % 7 === 0 ? 0 : 1)] as const,
      );
    });
    const pairs = [0, 1].map((i) => [start + 86_400 + 10 + i, 61] as const);
    await writer.append(tickBatch(uneven, { heart_rate: [...readings, ...pairs] }));
    const range = { ...asked, userId: uneven.id, metrics: ['heart_rate'], toMs: start * 1000 + dayMs + 60_000 };
    const found = await reads.moments({ ...range, thin: true });
    const told = found.map((tick) => {
      const [of, mean] = [tick.thinned?.heart_rate, tick.thinnedMeans?.heart_rate];
      const n = of === undefined ? 1 : mean === undefined ? 0 : of;
      return { minute: Math.floor(tick.timestamp / 60), n, total: n * (mean ?? tick.data.heart_rate ?? Number.NaN) };
    });
    const sums = (rows: readonly { minute: number; n: number; total: number }[]) =>
      Map.groupBy(rows, ({ minute }) => minute)
        .entries()
        .map(([minute, some]): [number, number[]] => [
          minute,
          [some.reduce((n, one) => n + one.n, 0), some.reduce((n, one) => n + one.total, 0)],
        ])
        .toArray();
    const exact = sums([...readings, ...pairs].map(([at, value]) => ({ minute: Math.floor(at / 60), n: 1, total: value })));
    const thinned = new Map(sums(told));
    expect(found.length).toBeLessThan(readings.length / 10);
    expect(thinned.size).toBe(exact.length);
    for (const [minute, [n, total]] of exact) {
      expect(thinned.get(minute)?.[0], String(minute)).toBe(n);
      expect(thinned.get(minute)?.[1], String(minute)).toBeCloseTo(total ?? Number.NaN, 6);
    }
  });

  it('has readings whole of which there are few, however close together: both numbers of a blood pressure stay a pair', async () => {
    const often = await harness.createUser(tenant);
    const three = [0, 10, 20].map((second) => [start + second, 150 - ((second * 7) % 30)] as const);
    const diastolic = three.map(([at], index) => [at, 80 + ((index * 7) % 5)] as const);
    await writer.append(tickBatch(often, { heart_rate: heart_rate.slice(0, 100_000), systolic: three, diastolic }));
    const found = await reads.moments({ ...asked, userId: often.id, metrics: ['heart_rate', 'systolic', 'diastolic'], thin: true });
    expect(found.filter(({ data }) => data.systolic !== undefined).map(({ data }) => data.diastolic)).toEqual([80, 82, 84]);
  });

  it('has what is not dense whole and unmarked: single readings, and states as they were', async () => {
    const found = await reads.moments({ ...asked, thin: true });
    expect(found.filter((tick) => tick.data.spo2 !== undefined)).toMatchObject([{ timestamp: start + 5, data: { spo2: 97 } }]);
    expect(found.some((tick) => tick.thinned?.spo2 !== undefined)).toBe(false);
    expect(found.flatMap((tick) => tick.data.band_removed ?? [])).toEqual([0, 1, 0]);
  });

  it('is refused when every reading is asked for, and an hour of it is given whole', async () => {
    await expect(reads.moments(asked)).rejects.toMatchObject({ code: 'invalid_input' });
    const hour = await reads.moments({ ...asked, toMs: (start + 3_600) * 1000, metrics: ['heart_rate'], thin: true });
    expect(hour).toHaveLength(14_400);
    expect(hour.some((tick) => tick.thinned)).toBe(false);
  });
});

describe('histogram', () => {
  it('counts heart rate in buckets of 10 bpm, holes as zero, one count a moment', async () => {
    const member = await harness.createUser(tenant);
    const values = [59.9, 60, 69, 70, 91].map((value, i) => [start + i, value] as const);
    await writer.append(tickBatch(member, { heart_rate: values }));
    await writer.append(tickBatch(member, { heart_rate: values }, { source: 'imported' }));
    expect(await reads.histogram({ ...question(member), metrics: ['heart_rate', 'spo2'] })).toEqual({
      heart_rate: [
        { from: 50, to: 60, count: 1 },
        { from: 60, to: 70, count: 2 },
        { from: 70, to: 80, count: 1 },
        { from: 80, to: 90, count: 0 },
        { from: 90, to: 100, count: 1 },
      ],
    });
  });
});

describe('runs of a state', () => {
  it('that are too many are refused with what to do instead', async () => {
    const member = await harness.createUser(tenant);
    const flicker = Array.from({ length: mostStateRuns + 1 }, (_, index) => [start + index, index % 2] as const);
    await writer.append(tickBatch(member, { band_removed: flicker }));
    const asked = { tenantId: tenant.id, userId: member.id, metric: 'band_removed', fromSeconds: start, longestGapSeconds: 60 } as const;
    await expect(reads.stateRuns({ ...asked, toSeconds: start + mostStateRuns + 1 })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('shorter'),
    });
    expect(await reads.stateRuns({ ...asked, toSeconds: start + mostStateRuns })).toHaveLength(mostStateRuns);
  });

  it('are what the domain makes of the same ticks', async () => {
    const member = await harness.createUser(tenant);
    const steps = [60, 60, 30, 7201, 60, 7200, 600, 90_000, 1];
    let at = start;
    const ticks = Array.from({ length: 200 }, (_, i) => {
      at += steps[i % steps.length] ?? 0;
      return [at, (i >> 2) % 3] as const;
    });
    await writer.append(tickBatch(member, { band_removed: ticks }));
    // Another source says otherwise at the same moments, and does not count.
    await writer.append(tickBatch(member, { band_removed: ticks.map(([seconds]) => [seconds, 2] as const) }, { source: 'imported' }));
    const found = await reads.stateRuns({
      tenantId: tenant.id,
      userId: member.id,
      metric: 'band_removed',
      fromSeconds: start,
      toSeconds: at + 1,
      longestGapSeconds: 7200,
    });
    expect(found).toEqual(
      stateRuns(
        ticks.map(([seconds, value]) => ({ seconds, value })),
        7200,
      ),
    );
    expect(found.length).toBeGreaterThan(20);
  });

  it('are none without ticks', async () => {
    const member = await harness.createUser(tenant);
    const range = { tenantId: tenant.id, userId: member.id, fromSeconds: start, toSeconds: start + 1, longestGapSeconds: 60 };
    expect(await reads.stateRuns({ ...range, metric: 'sleep_depth' })).toEqual([]);
  });
});

describe('first ticks', () => {
  it('are the first measured by a device, of this tenant only; other sources and other tenants are absent', async () => {
    const [member, manual] = [await harness.createUser(tenant), await harness.createUser(tenant)];
    const other = await harness.createTenant();
    const foreign = await harness.createUser(other);
    await writer.append(
      tickBatch(member, {
        heart_rate: [
          [start + 500, 60],
          [start + 100, 61],
        ],
      }),
    );
    await writer.append(tickBatch(member, { heart_rate: [[start, 61]] }, { source: 'imported' }));
    await writer.append(tickBatch(manual, { weight: [[start, 80]] }, { source: 'manual' }));
    await writer.append(tickBatch(foreign, { heart_rate: [[start, 60]] }));
    await writer.rollupsSettled();
    expect(await reads.firstTicks(tenant.id, [member.id, manual.id, foreign.id])).toEqual([{ user_id: member.id, timestamp: start + 100 }]);
  });
});
