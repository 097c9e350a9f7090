import { parseFact } from '@vigil/domain/facts/fact';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { describe, expect, it } from 'vitest';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createEventsProcessor } from '../index.ts';
import { withoutLimits } from '../testing/no-limits.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
const { factsNow, facts } = createEventsProcessor({
  ...{ ...harness, ticks, limits: withoutLimits },
  deviceTypes: async () => new Map(),
  loggedAt: async () => [],
  cohortOf: async () => ({ conditions: [] }),
});
const tenant = await harness.createTenant();
/** Wednesday, five in the afternoon in Los Angeles, where clocks went forward on March 8. */
const zone = 'America/Los_Angeles';
const now = Date.parse('2026-03-18T17:10:00-07:00') / 1000;
harness.clock.set(now * 1000);
const daySeconds = 86_400;

type Series = readonly (readonly [seconds: number, value: number])[];

const clockOnTheWall = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: zone, hourCycle: 'h23', weekday: 'short', year: 'numeric' },
  ...{ month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});
const read = new Map<number, { date: string; weekday: string; hour: string; minute: number }>();

/** The clock on the wall of the member, the long way. */
function wall(seconds: number) {
  const known = read.get(seconds);
  if (known) return known;
  const parts = new Map(clockOnTheWall.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const minute = Number(part('hour')) * 60 + Number(part('minute'));
  const found = { date, weekday: part('weekday').toLowerCase(), hour: `${date}T${part('hour')}`, minute };
  read.set(seconds, found);
  return found;
}

function series(days: number, everySeconds: number, value: (n: number) => number): Series {
  const found: [number, number][] = [];
  for (let at = now - days * daySeconds, n = 0; at < now; at += everySeconds + (n % 11), n++) found.push([Math.round(at), value(n)]);
  return found;
}

const heartRate = series(95, 1_700, (n) => 55 + ((n * 37) % 60));
const steps = series(95, 2_100, (n) => (n * 13) % 40);
const member = await harness.createUser(tenant, { timeZone: zone });
await writer.append(tickBatch(member, { heart_rate: heartRate, steps }));
await writer.rollupsSettled();

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return mean([sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN, sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN]);
};
const by = (found: Series, key: (seconds: number) => string) =>
  [...Map.groupBy(found, ([at]) => key(at)).values()].map((group) => group.map(([, value]) => value));
const inDays = (found: Series, days: number) => {
  const dates = new Set(Array.from({ length: days }, (_, n) => wall(now - n * daySeconds).date));
  return found.filter(([at]) => dates.has(wall(at).date));
};
const values = (found: Series) => found.map(([, value]) => value);
/** What was counted over the hours that have data, of each the part that is asked for; of the one under way ten minutes have come. */
const perHour = (found: Series, part: number) =>
  sum(values(found)) / sum([...new Set(found.map(([at]) => wall(at).hour))].map((hour) => (hour === wall(now).hour ? 1 / 6 : part)));

/** Each expectation goes the long way: over the ticks in memory, by the clock on the wall. */
const expected: readonly (readonly [fact: string, value: () => number])[] = [
  ['heart_rate_mean', () => mean(values(heartRate.filter(([at]) => at >= now - daySeconds)))],
  ['heart_rate_median', () => median(values(heartRate.filter(([at]) => at >= now - daySeconds)))],
  ['heart_rate_mean_30d', () => mean(values(inDays(heartRate, 30)))],
  ['heart_rate_median_30d', () => median(values(inDays(heartRate, 30)))],
  ['heart_rate_median_3m', () => median(values(inDays(heartRate, 90)))],
  ['heart_rate_min_3m', () => Math.min(...values(inDays(heartRate, 90)))],
  ['heart_rate_max_3m', () => Math.max(...values(inDays(heartRate, 90)))],
  ['heart_rate_count_3m', () => inDays(heartRate, 90).length],
  ['heart_rate_daily_mean_30d', () => mean(by(inDays(heartRate, 30), (at) => wall(at).date).map(mean))],
  ['heart_rate_hourly_mean_30d', () => mean(by(inDays(heartRate, 30), (at) => wall(at).hour).map(mean))],
  ['steps_sum_30d', () => sum(values(inDays(steps, 30)))],
  ['steps_hourly_mean_30d', () => perHour(inDays(steps, 30), 1)],
  // Today counts as far as it has come: 17 hours and 10 minutes.
  ['steps_daily_mean_30d', () => sum(values(inDays(steps, 30))) / (29 + (17 * 60 + 10) / 1_440)],
  ['steps_days_30d', () => 29 + (17 * 60 + 10) / 1_440],
  // Wednesdays, the last of which is today.
  ['steps_wed_30d', () => sum(values(inDays(steps, 30).filter(([at]) => wall(at).weekday === 'wed'))) / (4 + (17 * 60 + 10) / 1_440)],
  ['steps_from_1600_to_1800', () => sum(values(inDays(steps, 30).filter(([at]) => within(at, 960, 1_080)))) / (29 + 70 / 120)],
  ['steps_from_1630_to_1730', () => sum(values(inDays(steps, 30).filter(([at]) => within(at, 990, 1_050)))) / (29 + 40 / 60)],
  [
    'steps_hourly_mean_from_1600_to_1800',
    () =>
      perHour(
        inDays(steps, 30).filter(([at]) => within(at, 960, 1_080)),
        1,
      ),
  ],
  [
    'steps_hourly_mean_from_1630_to_1730',
    () =>
      perHour(
        inDays(steps, 30).filter(([at]) => within(at, 990, 1_050)),
        1 / 2,
      ),
  ],
  ['heart_rate_from_0800_to_1200', () => mean(values(inDays(heartRate, 30).filter(([at]) => within(at, 480, 720))))],
  ['heart_rate_from_0830_to_1215_3m', () => mean(values(inDays(heartRate, 90).filter(([at]) => within(at, 510, 735))))],
  ['heart_rate_median_from_0800_to_1200', () => median(values(inDays(heartRate, 30).filter(([at]) => within(at, 480, 720))))],
  ['heart_rate_max_at_0900_3m', () => Math.max(...values(inDays(heartRate, 90).filter(([at]) => within(at, 540, 600))))],
  ['heart_rate_mon_30d', () => mean(values(inDays(heartRate, 30).filter(([at]) => wall(at).weekday === 'mon')))],
  [
    'heart_rate_from_0800_to_1200_sun_3m',
    () => mean(values(inDays(heartRate, 90).filter(([at]) => within(at, 480, 720) && wall(at).weekday === 'sun'))),
  ],
  [
    'steps_hourly_mean_from_0800_to_1200',
    () =>
      mean(
        by(
          inDays(steps, 30).filter(([at]) => within(at, 480, 720)),
          (at) => wall(at).hour,
        ).map(sum),
      ),
  ],
  [
    'heart_rate_hourly_mean_from_0830_to_1030',
    () =>
      mean(
        by(
          inDays(heartRate, 30).filter(([at]) => within(at, 510, 630)),
          (at) => wall(at).hour,
        ).map(mean),
      ),
  ],
  [
    'steps_from_0800_to_1200',
    () =>
      mean(
        by(
          inDays(steps, 30).filter(([at]) => within(at, 480, 720)),
          (at) => wall(at).date,
        ).map(sum),
      ),
  ],
];
const within = (at: number, from: number, to: number) => wall(at).minute >= from && wall(at).minute < to;

describe('facts are what the ticks say', () => {
  it.each(expected)('%s', async (name, value) => {
    expect(parseFact(name)).not.toBeNull();
    const { data } = await factsNow.named({ tenantId: tenant.id, userId: member.id }, [name]);
    expect(data[name]).toBeCloseTo(value(), 8);
  });

  it('all of them in one answer', async () => {
    const names = expected.map(([name]) => name);
    const { data, missing } = await factsNow.named({ tenantId: tenant.id, userId: member.id }, names);
    expect(missing).toEqual({});
    for (const [name, value] of expected) expect(data[name], name).toBeCloseTo(value(), 8);
  });

  it('over midnight a stretch belongs to the day on which it begins', async () => {
    const name = 'heart_rate_from_2200_to_0200_sat_30d';
    const starts = [21, 28, 7, 14].map(
      (day, n) => Date.parse(`2026-0${n < 2 ? 2 : 3}-${String(day).padStart(2, '0')}T22:00:00-08:00`) / 1000,
    );
    // On the night to March 8 clocks went forward at two; on the last one they are an hour ahead.
    starts[3] = Date.parse('2026-03-14T22:00:00-07:00') / 1000;
    const inside = heartRate.filter(([at]) => starts.some((start) => at >= start && at < start + 4 * 3_600));
    const { data } = await factsNow.named({ tenantId: tenant.id, userId: member.id }, [name]);
    expect(data[name]).toBeCloseTo(mean(values(inside)), 8);
  });
});

describe('what is not known is said to be so', () => {
  it('with why, and never as a number', async () => {
    const blank = await harness.createUser(tenant, { timeZone: zone });
    const names = [
      'age',
      'gender',
      'bmi',
      'weight',
      'spo2_mean',
      'steps_sum',
      'anomaly_score',
      'band_status',
      'sleep_latency',
      'meals_count',
      'e_anemia',
      'relative_population_stroke',
      'steps_mon',
      'heart_rate_at_0800',
    ];
    const answer = await factsNow.named({ tenantId: tenant.id, userId: blank.id }, names);
    // Nothing logged is known: the log is ours.
    expect(answer.data).toEqual({ meals_count: 0 });
    expect(answer.missing).toEqual({
      ...{
        age: 'not-in-account',
        gender: 'not-in-account',
        bmi: 'not-in-account',
        anomaly_score: 'too-few-days',
      },
      ...{ weight: 'no-data', spo2_mean: 'no-data', steps_sum: 'no-data', band_status: 'no-data', sleep_latency: 'no-data' },
      ...{ e_anemia: 'not-told', relative_population_stroke: 'not-told', steps_mon: 'no-data', heart_rate_at_0800: 'no-data' },
    });
  });

  it('a name that is no fact’s is refused and named', async () => {
    await expect(factsNow.named({ tenantId: tenant.id, userId: member.id }, ['weight', 'pulse_mean'])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('pulse_mean'),
    });
  });
});

describe('one question', () => {
  const ofMember = { tenantId: tenant.id, userId: member.id };
  const clock = (n: number) => `heart_rate_from_0000_to_00${String(n + 10)}_3m`;
  it.each<[string, string[]]>([
    ['more facts than an answer holds', Array.from({ length: 201 }, (_, n) => `e_condition_a${n}`)],
    ['more times of the day than ticks are read for', Array.from({ length: 25 }, (_, n) => clock(n))],
  ])('with %s is refused with what to do', async (_, names) => {
    await expect(factsNow.named(ofMember, names)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('at most 200 facts'),
    });
  });

  it('of more than 400 days of active time is refused', async () => {
    const asked = {
      ...ofMember,
      facts: ['active_time'],
      granularity: 'DAILY' as const,
      timeZone: zone,
      from: now - 401 * daySeconds,
      to: now,
    };
    await expect(facts.overTime(asked)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ field: 'to_ts' }] });
  });
});

describe('what people log', () => {
  const loggedAt = async ({ of }: { of: string }) => (of === 'meals' ? [now - 3_600, now - 7_200, now - 20 * 3_600] : []);
  const withLogs = createEventsProcessor({
    ...harness,
    ticks,
    limits: withoutLimits,
    deviceTypes: async () => new Map(),
    loggedAt,
    cohortOf: async () => ({ conditions: [] }),
  });

  it('is counted by whoever keeps the log, and nothing logged is a number there', async () => {
    const names = ['meals_count', 'workouts_count'];
    const { data } = await withLogs.factsNow.named({ tenantId: tenant.id, userId: member.id }, names);
    expect(data).toEqual({ meals_count: 3, workouts_count: 0 });
    const days = await withLogs.facts.overTime({
      ...{
        tenantId: tenant.id,
        userId: member.id,
        facts: names,
        granularity: 'DAILY',
        timeZone: zone,
        from: now - 2 * daySeconds,
        to: now,
      },
    });
    expect(days.map((day) => [wall(day.timestamp).date, day.data])).toEqual([
      ['2026-03-17', { meals_count: 1 }],
      ['2026-03-18', { meals_count: 2 }],
    ]);
  });
});

describe('measures', () => {
  it('are the latest readings, in the measure’s scale, with when and from where, and stale when too old', async () => {
    const one = await harness.createUser(tenant, { timeZone: zone });
    await harness.asOwner("update vigil.users set birth_date = '1980-03-19', sex = 'female', height_m = 1.6 where id = $1", [one.id]);
    const night = Date.parse('2026-03-17T23:00:00-07:00') / 1000;
    const sleep_depth: Series = [
      [night, 1],
      [night + 600, 2],
      [night + 6_600, 1],
      [night + 7_200, 3],
      [night + 14_400, 1],
    ];
    await writer.append(
      tickBatch(one, { spo2: [[now - 60, 97]], weight: [[now - 9 * daySeconds, 64]], sleep_depth, band_removed: [[now - 60, 0]] }),
    );
    await writer.rollupsSettled();
    const names = ['age', 'gender', 'spo2', 'weight', 'bmi', 'sleep_awakenings', 'sleep_latency', 'sleep_efficiency', 'band_status'];
    const { data, readings, stale, missing } = await factsNow.named({ tenantId: tenant.id, userId: one.id }, names);
    expect(missing).toEqual({});
    // The birthday is tomorrow.
    expect(data).toEqual({
      ...{ age: 45, gender: 'female', spo2: 0.97, weight: 64, bmi: expect.closeTo(25, 10), band_status: 'wearing' },
      ...{ sleep_awakenings: 1, sleep_latency: 600, sleep_efficiency: expect.closeTo((100 * 13_200) / 14_400, 10) },
    });
    expect(readings.spo2).toEqual({ timestamp: now - 60, source: 'device' });
    expect(readings.sleep_latency).toEqual({ timestamp: night + 14_400, source: 'device' });
    expect(stale.sort()).toEqual(['bmi', 'weight']);
  });

  it('every one of them stands in the answer or is said to be missing', async () => {
    const all = await factsNow.everyMeasure({ tenantId: tenant.id, userId: member.id });
    const told = [...Object.keys(all.data), ...Object.keys(all.missing)];
    expect(told).toEqual(
      expect.arrayContaining(['age', 'gender', 'weight', 'bmi', 'heart_rate', 'spo2', 'steps', 'sleep_latency', 'band_status']),
    );
    expect(all.data.heart_rate).toBe(heartRate.at(-1)?.[1]);
  });
});

describe('over time', () => {
  const ask = (who: { id: string }, name: string, granularity: 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY', from: number, to: number) =>
    facts.overTime({ tenantId: tenant.id, userId: who.id, facts: [name], granularity, timeZone: zone, from, to });

  const march = [Date.parse('2026-03-02T00:00:00-08:00') / 1000, Date.parse('2026-03-16T00:00:00-07:00') / 1000] as const;
  const inWeek = (found: Series, n: number) =>
    found.filter(([at]) => at >= march[0] && at < march[1] && at < Date.parse('2026-03-09T00:00:00-07:00') / 1000 === (n === 0));

  it.each<[string, (found: Series) => number, Series]>([
    ['heart_rate_daily_mean', (found) => mean(by(found, (at) => wall(at).date).map(mean)), heartRate],
    ['heart_rate_hourly_mean', (found) => mean(by(found, (at) => wall(at).hour).map(mean)), heartRate],
    ['steps_daily_mean', (found) => mean(by(found, (at) => wall(at).date).map(sum)), steps],
    ['steps_hourly_mean', (found) => mean(by(found, (at) => wall(at).hour).map(sum)), steps],
    ['heart_rate_median', (found) => median(values(found)), heartRate],
  ])('%s of two weeks, over a change of clocks', async (name, value, found) => {
    const weeks = await ask(member, name, 'WEEKLY', ...march);
    expect(weeks).toHaveLength(2);
    for (const [n, week] of weeks.entries()) expect(week.data[name]).toBeCloseTo(value(inWeek(found, n)), 8);
  });

  it('follow late and corrected ticks at once, those that facts are made of days with as well', async () => {
    const late = await harness.createUser(tenant, { timeZone: zone });
    const at = now - 3 * daySeconds;
    const told = async () =>
      (
        await factsNow.named({ tenantId: tenant.id, userId: late.id }, [
          'heart_rate_mean_30d',
          'heart_rate_daily_mean_30d',
          'heart_rate_sun_30d',
        ])
      ).data;
    await writer.append(tickBatch(late, { heart_rate: [[at, 80]] }));
    expect(await told()).toEqual({ heart_rate_mean_30d: 80, heart_rate_daily_mean_30d: 80, heart_rate_sun_30d: 80 });
    await writer.rollupsSettled();
    await writer.append(
      tickBatch(late, {
        heart_rate: [
          [at + 60, 60],
          [at + daySeconds, 50],
        ],
      }),
    );
    expect(await told()).toEqual({
      heart_rate_mean_30d: expect.closeTo(190 / 3, 10),
      heart_rate_daily_mean_30d: 60,
      heart_rate_sun_30d: 70,
    });
    await writer.append(tickBatch(late, { heart_rate: [[at + 60, 70]] }, { receivedAtMs: now * 1000 + 60_000 }));
    expect(await told()).toEqual({
      heart_rate_mean_30d: expect.closeTo(200 / 3, 10),
      heart_rate_daily_mean_30d: 62.5,
      heart_rate_sun_30d: 75,
    });
  });

  it('body mass index follows the weights that count, and is unknown without a height', async () => {
    const one = await harness.createUser(tenant, { timeZone: zone });
    await writer.append(
      tickBatch(one, {
        weight: [
          [now - 7_200, 64],
          [now - 3_600, 90],
        ],
        weight_conf: [[now - 3_600, 20]],
      }),
    );
    expect(await ask(one, 'bmi_mean', 'DAILY', now - daySeconds, now)).toEqual([]);
    await harness.asOwner('update vigil.users set height_m = 1.6 where id = $1', [one.id]);
    expect((await ask(one, 'bmi_mean', 'DAILY', now - daySeconds, now)).map(({ data }) => data)).toEqual([
      { bmi_mean: expect.closeTo(25, 10) },
    ]);
  });

  it('days and what is counted per day are of the interval, as far as it reaches: to an end before now, and from a beginning within a day', async () => {
    const at = (text: string) => Date.parse(text) / 1000;
    const intervals = [
      [at('2026-03-14T12:00:00-07:00'), at('2026-03-18T12:00:00-07:00'), 4],
      [at('2026-03-14T00:00:00-07:00'), at('2026-03-17T06:00:00-07:00'), 3.25],
      [at('2026-03-18T06:00:00-07:00'), at('2026-03-18T12:00:00-07:00'), 0.25],
      [at('2026-03-14T00:00:00-07:00'), at('2026-03-19T00:00:00-07:00'), 4 + (17 * 60 + 10) / 1_440],
    ] as const;
    for (const [from, to, days] of intervals) {
      const inside = steps.filter(([moment]) => moment >= from && moment < to);
      const months = await facts.overTime({
        ...{ tenantId: tenant.id, userId: member.id, facts: ['steps_days', 'steps_daily_mean'] },
        ...{ granularity: 'MONTHLY', timeZone: zone, from, to },
      });
      const [month] = months;
      expect(month?.data.steps_days, String(days)).toBeCloseTo(days, 8);
      expect(month?.data.steps_daily_mean).toBeCloseTo(sum(values(inside)) / days, 8);
    }
  });

  it('a day’s mean is not asked by the hour, nor an anomaly score by anything but the day', async () => {
    for (const [name, granularity] of [
      ['heart_rate_daily_mean', 'HOURLY'],
      ['anomaly_score', 'HOURLY'],
      ['anomaly_score', 'WEEKLY'],
    ] as const)
      await expect(ask(member, name, granularity, now - daySeconds, now)).rejects.toMatchObject({
        code: 'invalid_input',
        fields: [{ field: 'granularity' }],
      });
  });
});

describe('anomaly scores', () => {
  const strange = async (metric: MetricId, means: readonly number[]) => {
    const one = await harness.createUser(tenant, { timeZone: zone });
    const noon = Date.parse('2026-03-17T12:00:00-07:00') / 1000;
    await writer.append(
      tickBatch(one, { [metric]: means.map((value, n) => [noon - (means.length - 1 - n) * daySeconds, value] as const) }),
    );
    return one;
  };

  it('of a whole day against the 28 before: yesterday’s stands among the facts, today’s nowhere', async () => {
    const one = await strange('rhr', [56, 58, 59, 60, 62, 62, 64, 66]);
    await writer.append(tickBatch(one, { rhr: [[now - 3_600, 120]] }));
    const days = await facts.overTime({
      ...{
        tenantId: tenant.id,
        userId: one.id,
        facts: ['anomaly_score'],
        granularity: 'DAILY',
        timeZone: zone,
        from: now - 5 * daySeconds,
        to: now,
      },
    });
    expect(days.map(({ timestamp, data }) => [wall(timestamp).date, data])).toEqual([
      ['2026-03-17', { anomaly_score: expect.closeTo(6 / 2.9652, 6) }],
    ]);
    const { data } = await factsNow.named({ tenantId: tenant.id, userId: one.id }, ['anomaly_score']);
    expect(data.anomaly_score).toBeCloseTo(6 / 2.9652, 6);
  });

  it('are not told with six days before', async () => {
    const one = await strange('rhr', [58, 59, 60, 62, 62, 64, 90]);
    expect((await factsNow.named({ tenantId: tenant.id, userId: one.id }, ['anomaly_score'])).missing).toEqual({
      anomaly_score: 'too-few-days',
    });
  });
});

describe('active and idle time', () => {
  const hour = now - 70 * 60;
  const minutes = (counts: readonly number[]) => counts.map((count, n) => [hour + n * 60, count] as const);
  const asked = ['active_time', 'idle_time'];

  it('are minutes of 40 steps and more, and worn waking time without a step', async () => {
    const one = await harness.createUser(tenant, { timeZone: zone });
    await writer.append(
      tickBatch(one, {
        steps: minutes([0, 0, 39, 40, 120, 0, 1, 0, 0, 0]),
        band_removed: [
          [hour, 0],
          [hour + 600, 1],
        ],
      }),
    );
    const { data } = await factsNow.named({ tenantId: tenant.id, userId: one.id }, asked);
    expect(data).toEqual({ active_time: 120, idle_time: 360 });
    const over = await facts.overTime({
      tenantId: tenant.id,
      userId: one.id,
      facts: asked,
      granularity: 'HOURLY',
      timeZone: zone,
      from: hour - 3_600,
      to: now,
    });
    expect(over.map((tick) => tick.data)).toEqual([{ active_time: 120, idle_time: 360 }]);
  });

  it('are not known without band states, of counts that are of longer than a minute, and without any count', async () => {
    const [unworn, coarse, none] = [await harness.createUser(tenant), await harness.createUser(tenant), await harness.createUser(tenant)];
    await writer.append(tickBatch(unworn, { steps: minutes([0, 60]) }));
    await writer.append(tickBatch(coarse, { steps: minutes([900]), band_removed: [[hour, 0]] }));
    await writer.append(tickBatch(none, { band_removed: [[hour, 0]] }));
    const of = async ({ id }: { id: string }) => (await factsNow.named({ tenantId: tenant.id, userId: id }, asked)).data;
    expect([await of(unworn), await of(coarse), await of(none)]).toEqual([{ active_time: 60 }, {}, {}]);
  });
});
