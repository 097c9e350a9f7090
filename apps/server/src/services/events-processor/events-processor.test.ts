import { describe, expect, it } from 'vitest';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import type { FactsQuestion } from './events-processor.service.ts';
import { createEventsProcessor } from './index.ts';
import { withoutLimits } from './testing/no-limits.ts';

const harness = await useHarness();
harness.clock.set(Date.parse('2026-06-01T00:00:00Z'));
const writer = createTickWriter(harness);
const bandId = '5d0cba11-0000-4000-8000-000000000001';
const { facts } = createEventsProcessor({
  ...harness,
  ticks: createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs }),
  limits: withoutLimits,
  deviceTypes: async () => new Map([[bandId, 'Vigil Band 2']]),
  loggedAt: async () => [],
  cohortOf: async () => ({ conditions: [] }),
});
const tenant = await harness.createTenant();
const utc = (text: string) => Date.parse(text) / 1000;
const day = utc('2026-03-02T00:00:00Z');
const hours = (n: number) => n * 3600;

const ask = (member: { id: string }, names: string, overrides: Partial<FactsQuestion> = {}) =>
  facts.overTime({
    tenantId: tenant.id,
    userId: member.id,
    facts: names.split(','),
    granularity: 'HOURLY',
    timeZone: 'UTC',
    from: day,
    to: day + hours(24),
    ...overrides,
  });

describe('facts over time', () => {
  it('are right at once for ticks that arrive weeks late, although their rollups still lag', async () => {
    const member = await harness.createUser(tenant, { timeZone: 'UTC' });
    await writer.append(tickBatch(member, { steps: [[day, 100]] }));
    await writer.rollupsSettled();
    await writer.append(tickBatch(member, { steps: [[day + 60, 20]] }));
    expect(await ask(member, 'steps_sum', { granularity: 'DAILY' })).toMatchObject([{ data: { steps_sum: 120 } }]);
  });

  it('give one tick per step that has data, with its start, its exclusive end and every asked fact', async () => {
    const member = await harness.createUser(tenant);
    await writer.append(
      tickBatch(member, {
        heart_rate: [
          [day + 10, 60],
          [day + 20, 80],
          [day + hours(3), 70],
        ],
        steps: [[day + hours(3) + 5, 12]],
      }),
    );
    await writer.rollupsSettled();
    const step = (hour: number, data: object) => ({
      timestamp: day + hours(hour),
      timestamp_from: day + hours(hour),
      timestamp_to: day + hours(hour + 1),
      data,
    });
    expect(await ask(member, 'heart_rate_mean,heart_rate_min,heart_rate_max,heart_rate_count,heart_rate_median,steps_sum')).toEqual([
      step(0, { heart_rate_mean: 70, heart_rate_min: 60, heart_rate_max: 80, heart_rate_count: 2, heart_rate_median: 70 }),
      step(3, { heart_rate_mean: 70, heart_rate_min: 70, heart_rate_max: 70, heart_rate_count: 1, heart_rate_median: 70, steps_sum: 12 }),
    ]);
  });

  it('count the days that have data, however long the step, the day under way as far as it has come', async () => {
    const member = await harness.createUser(tenant, { timeZone: 'America/Los_Angeles' });
    const local = (date: string, clock: string) => utc(`2026-${date}T${clock}:00-07:00`);
    const band = [local('05-20', '23:30'), local('05-21', '12:00'), local('05-31', '10:00')];
    const steps = [local('05-20', '23:00'), local('05-20', '23:30'), local('05-21', '00:10'), local('05-31', '10:00')];
    await writer.append(tickBatch(member, { steps: steps.map((at) => [at, 10]), band_removed: band.map((at) => [at, 0]) }));
    await writer.rollupsSettled();
    const may = { timeZone: 'America/Los_Angeles', from: utc('2026-05-01T07:00:00Z'), to: utc('2026-06-01T07:00:00Z') } as const;
    const found = (more: Partial<FactsQuestion>) => ask(member, 'steps_sum,steps_days,band_days,band_wearing_time', { ...may, ...more });
    // It is 17:00 on May 31 there. A state holds for two hours, so that the band of May 20 is known on May 21 too.
    expect((await found({ granularity: 'MONTHLY' })).map((tick) => tick.data)).toEqual([
      { steps_sum: 40, steps_days: 2 + 17 / 24, band_days: 2 + 17 / 24, band_wearing_time: hours(6) },
    ]);
    // In Denver the first three are all of May 21.
    const otherZone = await found({ granularity: 'WEEKLY', timeZone: 'America/Denver' });
    expect(otherZone.reduce((sum, tick) => sum + (tick.data.steps_days ?? 0), 0)).toBeCloseTo(1 + 18 / 24);
  });

  it('count days at midnight too, and where a part of them is rolled up', async () => {
    const member = await harness.createUser(tenant, { timeZone: 'UTC' });
    await writer.append(tickBatch(member, { steps: [0, 1, 2].map((n) => [day + n * hours(24), 10] as const) }));
    await writer.rollupsSettled();
    const [found] = await ask(member, 'steps_days', { granularity: 'MONTHLY', from: day + 1, to: day + hours(80) });
    expect(found?.data).toEqual({ steps_days: 2 });
  });

  it('derive resting heart rate from heart rate where the band sends none, and say so', async () => {
    const member = await harness.createUser(tenant, { timeZone: 'UTC' });
    const minutes = Array.from({ length: 1_440 }, (_, minute) => [day + minute * 60, minute >= 180 && minute < 240 ? 52 : 75] as const);
    await writer.append(tickBatch(member, { heart_rate: minutes }));
    await writer.rollupsSettled();
    const derived = { rhr_mean: 'lowest hourly mean of heart_rate in the day' };
    for (const granularity of ['DAILY', 'MONTHLY'] as const)
      expect(await ask(member, 'rhr_mean,rhr_count', { granularity })).toMatchObject([{ data: { rhr_mean: 52 }, derived }]);
    expect(await ask(member, 'rhr_mean', { granularity: 'HOURLY' })).toEqual([]);
    await writer.append(tickBatch(member, { rhr: [[day + 60, 58]] }));
    await writer.rollupsSettled();
    const [own] = await ask(member, 'rhr_mean,heart_rate_mean', { granularity: 'DAILY' });
    expect([own?.data.rhr_mean, own?.derived]).toEqual([58, undefined]);
  });

  it('count weeks from Monday in the asked zone', async () => {
    const member = await harness.createUser(tenant, { timeZone: 'America/Los_Angeles' });
    await writer.append(
      tickBatch(member, {
        heart_rate: [
          [utc('2026-03-09T06:59:00Z'), 60],
          [utc('2026-03-09T07:01:00Z'), 80],
        ],
      }),
    );
    await writer.rollupsSettled();
    const week = {
      granularity: 'WEEKLY',
      timeZone: 'America/Los_Angeles',
      from: utc('2026-03-01T00:00:00Z'),
      to: utc('2026-03-20T00:00:00Z'),
    } as const;
    expect(
      (await ask(member, 'heart_rate_mean', week)).map((tick) => [tick.timestamp_from, tick.timestamp_to, tick.data.heart_rate_mean]),
    ).toEqual([
      [utc('2026-03-02T08:00:00Z'), utc('2026-03-09T07:00:00Z'), 60],
      [utc('2026-03-09T07:00:00Z'), utc('2026-03-16T07:00:00Z'), 80],
    ]);
  });

  it('average over the 12 hours before the interval too', async () => {
    const member = await harness.createUser(tenant);
    await writer.append(
      tickBatch(member, {
        heart_rate: [
          [day - hours(12) - 1, 200],
          [day - hours(11), 60],
          [day + 1, 80],
          [day + hours(6), 100],
        ],
      }),
    );
    await writer.rollupsSettled();
    const found = await ask(member, 'heart_rate_mean_sma_12h,heart_rate_mean');
    expect(found.map((tick) => tick.data)).toEqual([
      { heart_rate_mean: 80, heart_rate_mean_sma_12h: 70 },
      { heart_rate_mean: 100, heart_rate_mean_sma_12h: 90 },
    ]);
    const [whole] = await ask(member, 'heart_rate_mean_sma_12h', { granularity: 'DAILY' });
    expect(whole?.data).toEqual({ heart_rate_mean_sma_12h: 80 });
  });

  it('follow ticks that come weeks late, in any order', async () => {
    const member = await harness.createUser(tenant);
    await writer.append(tickBatch(member, { heart_rate: [[day + 60, 80]] }));
    await writer.rollupsSettled();
    expect((await ask(member, 'heart_rate_mean', { granularity: 'DAILY' }))[0]?.data).toEqual({ heart_rate_mean: 80 });
    await writer.append(tickBatch(member, { heart_rate: [[day + 30, 60]] }));
    await writer.append(tickBatch(member, { heart_rate: [[day + 30, 60]] }));
    await writer.rollupsSettled();
    expect((await ask(member, 'heart_rate_mean', { granularity: 'DAILY' }))[0]?.data).toEqual({ heart_rate_mean: 70 });
  });

  it.each<[string, string, Partial<FactsQuestion>, string]>([
    ['a fact that does not exist', 'pulse_mean', {}, 'pulse_mean'],
    ['an interval that ends before it starts', 'heart_rate_mean', { to: day }, 'must end after it starts'],
    ['more values than one answer holds', 'heart_rate_mean', { to: day + hours(24 * 365 * 12) }, '100,000 values'],
  ])('refuse %s', async (_, names, overrides, message) => {
    const member = await harness.createUser(tenant);
    await expect(ask(member, names, overrides)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) });
  });
});

describe('band time', () => {
  it('counts each state until the next one, at most two hours into a silence, and unknown time as nothing', async () => {
    const member = await harness.createUser(tenant);
    await writer.append(
      tickBatch(member, {
        band_removed: [
          [day - hours(1), 0],
          [day + hours(0.5), 1],
          [day + hours(1.5), 2],
          [day + hours(2), 0],
          [day + hours(9), 1],
        ],
      }),
    );
    const found = await ask(member, 'band_wearing_time,band_removed_time,band_charge_time', { to: day + hours(10) });
    expect(
      found.map(({ timestamp, data }) => [(timestamp - day) / 3600, data.band_wearing_time, data.band_removed_time, data.band_charge_time]),
    ).toEqual([
      [0, 1800, 1800, 0],
      [1, 0, 1800, 1800],
      [2, 3600, 0, 0],
      [3, 3600, 0, 0],
      [9, 0, 3600, 0],
    ]);
    const [whole] = await ask(member, 'band_wearing_time,heart_rate_mean', { granularity: 'DAILY' });
    expect(whole?.data).toEqual({ band_wearing_time: 1800 + 7200 });
  });

  it('does not reach past the present', async () => {
    const member = await harness.createUser(tenant);
    const now = harness.clock.now() / 1000;
    await writer.append(tickBatch(member, { band_removed: [[now - 60, 0]] }));
    const [hour] = await ask(member, 'band_wearing_time', { from: now - 3600, to: now + 3600 });
    expect(hour?.data).toEqual({ band_wearing_time: 60 });
  });
});

describe('sleeps', async () => {
  const member = await harness.createUser(tenant);
  const night = utc('2026-03-02T23:00:00Z');
  // 15 minutes awake, then an hour each of light, deep and REM sleep, then awake.
  await writer.append(
    tickBatch(member, {
      sleep_depth: [
        [night, 1],
        [night + 900, 2],
        [night + 4500, 7],
        [night + 8100, 3],
        [night + 11_700, 1],
      ],
    }),
  );

  it('have smoothed stages, capped at 4, and the figures of the night', async () => {
    const [sleep, ...others] = await facts.sleeps({ tenantId: tenant.id, userId: member.id }, night + 5000, night + 5001);
    expect(others).toEqual([]);
    expect(sleep).toEqual({
      id: `sleep-${night}`,
      device_type: 'Vigil Band 2',
      start: night,
      end: night + 11_700,
      smoothed_stages: [
        [night, night + 900, 1],
        [night + 900, night + 4500, 2],
        [night + 4500, night + 8100, 4],
        [night + 8100, night + 11_700, 3],
      ],
      awake_seconds: 900,
      light_seconds: 3600,
      rem_seconds: 3600,
      deep_seconds: 3600,
      total_sleep_seconds: 10_800,
      percentages: { awake: 90_000 / 11_700, light: 360_000 / 11_700, rem: 360_000 / 11_700, deep: 360_000 / 11_700 },
      efficiency: (100 * 10_800) / 11_700,
      awakenings: 0,
      latency_seconds: 900,
    });
  });

  const otherBand = '5d0cba11-0000-4000-8000-000000000002';
  it.each([
    ['a band of a type that was said', { deviceId: bandId.toUpperCase() }, 'Vigil Band 2'],
    ['a band of which nobody has said the type', { deviceId: otherBand }, null],
    ['a file that names what measured', { source: 'imported', deviceId: 'Fitbit Sense' }, 'Fitbit Sense'],
    ['a file that names nothing', { source: 'imported' }, null],
    ['a file with the id of a device that nobody knows', { source: 'imported', deviceId: otherBand }, null],
  ] as const)('have the device type that sent them: %s', async (_name, from, expected) => {
    const sleeper = await harness.createUser(tenant);
    const depths = [0, 1, 2].map((hour) => [night + hours(hour), 2 + (hour % 2)] as const);
    await writer.append(tickBatch(sleeper, { sleep_depth: depths }, from));
    const found = await facts.sleeps({ tenantId: tenant.id, userId: sleeper.id }, night - 60, night + hours(12));
    expect(found.map((sleep) => sleep.device_type)).toEqual([expected]);
  });

  it('of several senders have the one of most readings that count, each sleep its own', async () => {
    const sleeper = await harness.createUser(tenant);
    const minutes = (from: number, count: number) => Array.from({ length: count }, (_, minute) => [from + minute * 60, 2] as const);
    await writer.append(tickBatch(sleeper, { sleep_depth: minutes(night, 30) }));
    // Where both measured, the device counts.
    await writer.append(tickBatch(sleeper, { sleep_depth: minutes(night + 20 * 60, 30) }, { source: 'imported', deviceId: 'Withings' }));
    await writer.append(tickBatch(sleeper, { sleep_depth: minutes(night + hours(24), 30) }, { source: 'imported', deviceId: 'Withings' }));
    const found = await facts.sleeps({ tenantId: tenant.id, userId: sleeper.id }, night - 60, night + hours(40));
    expect(found.map((sleep) => sleep.device_type)).toEqual(['Vigil Band 2', 'Withings']);
  });

  it.each([
    ['that end when the interval starts', night + 11_700, night + 20_000],
    ['that start when the interval ends', night - 1000, night],
  ])('%s are not in it', async (_, from, to) => {
    expect(await facts.sleeps({ tenantId: tenant.id, userId: member.id }, from, to)).toEqual([]);
  });

  it('count for the day on which they end, with their onset after midnight counted on', async () => {
    const names = 'sleep_efficiency_mean,sleep_total_sum,sleep_latency_mean,sleep_onset_mean,sleep_awakenings_sum';
    const found = await ask(member, names, { granularity: 'DAILY', to: day + hours(72) });
    expect(found).toEqual([
      {
        timestamp: day + hours(24),
        timestamp_from: day + hours(24),
        timestamp_to: day + hours(48),
        data: {
          sleep_efficiency_mean: (100 * 10_800) / 11_700,
          sleep_total_sum: 10_800,
          sleep_latency_mean: 900,
          sleep_onset_mean: hours(23.25),
          sleep_awakenings_sum: 0,
        },
      },
    ]);
  });

  it('have what a metric did from falling asleep to the end, for the day on which they end', async () => {
    const spo2 = [
      [night + 60, 99],
      [night + 900, 92],
      [night + 5000, 94],
      [night + 11_699, 90],
      [night + 11_700, 98],
    ] as const;
    await writer.append(tickBatch(member, { spo2 }));
    const found = await ask(member, 'sleep_spo2_median,sleep_spo2_min,sleep_spo2_count', { granularity: 'DAILY', to: day + hours(72) });
    expect(found.map((tick) => [tick.timestamp, tick.timestamp_to, tick.data])).toEqual([
      [day + hours(24), day + hours(48), { sleep_spo2_median: 92, sleep_spo2_min: 90, sleep_spo2_count: 3 }],
    ]);
  });

  it('without stages have the efficiency that a device sent', async () => {
    const other = await harness.createUser(tenant);
    await writer.append(tickBatch(other, { sleep_efficiency: [[day + hours(7), 88]] }));
    await writer.rollupsSettled();
    expect((await ask(other, 'sleep_efficiency_mean', { granularity: 'DAILY' })).map((tick) => tick.data)).toEqual([
      { sleep_efficiency_mean: 88 },
    ]);
  });
});
