import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { zoneOffsets } from '@vigil/domain/timeframe/offsets';
import { calendarDay, nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createTickWriter } from '../index.ts';
import { localDate } from '../zone-sql.ts';
import { readSteps, type StepsQuestion } from './steps.ts';
import type { StepFigures } from './steps-parts.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
const tenant = await harness.createTenant();
const seconds = (text: string) => Date.parse(text) / 1000;

type Ticks = readonly (readonly [number, number])[];

/** Uneven ticks, so that no mean is right by accident. */
function wave(from: string, to: string, everySeconds: number): Ticks {
  const ticks: [number, number][] = [];
  for (let at = seconds(from), i = 0; at < seconds(to); at += everySeconds + (i % 7), i++) ticks.push([at, 60 + ((i * 37) % 50)]);
  return ticks;
}

/** The same question answered the long way, from the ticks in memory and the domain's calendar. */
function longWay(ticks: Ticks, question: StepsQuestion): StepFigures[] {
  const steps = new Map<number, number[]>();
  for (const [at, value] of ticks) {
    if (at * 1000 < question.fromMs || at * 1000 >= question.toMs) continue;
    const start = startOfStep(at, question.granularity, question.timeZone);
    steps.set(start, [...(steps.get(start) ?? []), value]);
  }
  return [...steps]
    .sort(([a], [b]) => a - b)
    .map(([start, values]) => ({
      start,
      end: nextStep(start, question.granularity, question.timeZone),
      n: values.length,
      total: values.reduce((sum, value) => sum + value, 0),
      low: Math.min(...values),
      high: Math.max(...values),
      median: question.medians.length > 0 ? median(values) : 0,
      days: 0,
    }));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

const ask = (member: { id: string }, overrides: Partial<StepsQuestion>): StepsQuestion => ({
  tenantId: tenant.id,
  userId: member.id,
  granularity: 'HOURLY',
  timeZone: 'America/Los_Angeles',
  memberTimeZone: 'America/Los_Angeles',
  fromMs: 0,
  toMs: 0,
  nowMs: Date.parse('2026-06-01T00:00:00Z'),
  rolledUpUntilMs: Number.POSITIVE_INFINITY,
  metrics: ['heart_rate'],
  extremes: true,
  medians: [],
  days: [],
  movingAverages: [],
  ...overrides,
});

describe('steps are exact, from rollups and from ticks alike', async () => {
  const ticks = wave('2026-02-20T00:00:00Z', '2026-04-12T00:00:00Z', 600);
  const member = await harness.createUser(tenant, { timeZone: 'America/Los_Angeles' });
  await writer.append(tickBatch(member, { heart_rate: ticks }));
  await writer.rollupsSettled();

  const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'];
  const granularities: Granularity[] = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'];
  const ends: [string, string, string][] = [
    ['whole days, over the change to summer time', '2026-03-01T08:00:00Z', '2026-04-01T07:00:00Z'],
    ['cut in the middle of an hour', '2026-03-05T11:17:31Z', '2026-03-31T22:41:07Z'],
    ['inside one hour', '2026-03-05T11:17:31Z', '2026-03-05T11:48:00Z'],
  ];
  const cases = zones.flatMap((timeZone) =>
    granularities.flatMap((granularity) =>
      ends.flatMap(([what, from, to]) => [false, true].map((medians) => [granularity, timeZone, what, from, to, medians] as const)),
    ),
  );
  it.each(cases)('%s in %s, %s (%s to %s), medians: %s', async (granularity, timeZone, _, from, to, medians) => {
    const question = ask(member, {
      granularity,
      timeZone,
      fromMs: Date.parse(from),
      toMs: Date.parse(to),
      medians: medians ? ['heart_rate'] : [],
    });
    const { steps } = await readSteps(harness.engine, question);
    const found = steps.get('heart_rate')?.map((step) => ({ ...step, median: medians ? step.median : 0 }));
    expect(found).toEqual(longWay(ticks, question));
  });

  it.each(zones.flatMap((timeZone) => ends.map(([what, from, to]) => [timeZone, what, from, to] as const)))(
    'hours in %s, %s, are the same beside a moving average as alone',
    async (timeZone, _, from, to) => {
      const alone = ask(member, { timeZone, fromMs: Date.parse(from), toMs: Date.parse(to), extremes: false });
      const expected = longWay(ticks, alone).map((step) => ({ ...step, low: 0, high: 0 }));
      const { steps } = await readSteps(harness.engine, { ...alone, movingAverages: ['heart_rate'] });
      expect(steps.get('heart_rate')).toEqual(expected);
    },
  );

  it.each<[Granularity, string]>([
    ['DAILY', 'ticks_day'],
    ['MONTHLY', 'ticks_day'],
    ['HOURLY', 'ticks_hour'],
  ])('%s facts that rollups have followed are read from %s, those of the last day too', async (granularity, table) => {
    const rolled = await harness.createUser(tenant, { timeZone: 'America/Los_Angeles' });
    // A rollup row without any tick behind it shows where the answer came from.
    const key = table === 'ticks_day' ? "toDate('2026-03-02'), 'America/Los_Angeles'" : "toDateTime('2026-03-02 10:00:00')";
    const columns = table === 'ticks_day' ? 'day, tz, n, device_n' : 'hour, n';
    await harness.engine.command(
      `insert into vigil.${table} (tenant_id, user_id, metric, ${columns}, total, low, high, computed_at)
       select {tenantId:UUID}, {userId:UUID}, 'heart_rate', ${key}, 2${table === 'ticks_day' ? ', 2' : ''}, 142, 70, 72, now64(3)`,
      { tenantId: tenant.id, userId: rolled.id },
    );
    const whole = { fromMs: Date.parse('2026-03-01T08:00:00Z'), toMs: Date.parse('2026-04-01T07:00:00Z') };
    const nowMs = Date.parse('2026-03-02T20:00:00Z');
    const { steps } = await readSteps(harness.engine, ask(rolled, { granularity, ...whole, nowMs }));
    expect(steps.get('heart_rate')).toMatchObject([{ n: 2, total: 142, low: 70, high: 72 }]);
  });

  it('read from the ticks what no rollup has followed yet', async () => {
    const late = await harness.createUser(tenant, { timeZone: 'America/Los_Angeles' });
    const recent = wave('2026-05-31T20:00:00Z', '2026-05-31T23:50:00Z', 60);
    await writer.append(tickBatch(late, { heart_rate: recent }));
    const rolledUpUntilMs = await writer.rolledUpUntilMs(tenant.id, late.id);
    const question = ask(late, { fromMs: Date.parse('2026-05-01T00:00:00Z'), toMs: Date.parse('2026-06-01T00:00:00Z'), rolledUpUntilMs });
    expect((await readSteps(harness.engine, question)).steps.get('heart_rate')).toEqual(longWay(recent, question));
  });

  it('do not mix days of two zones when the member has moved', async () => {
    const moved = await harness.createUser(tenant, { timeZone: 'Europe/Berlin' });
    const [before, after] = [
      wave('2026-03-01T00:00:00Z', '2026-03-10T00:00:00Z', 600),
      wave('2026-03-10T00:00:00Z', '2026-03-20T00:00:00Z', 600),
    ];
    await writer.append(tickBatch(moved, { heart_rate: before }));
    await writer.rollupsSettled();
    await harness.asOwner(`update vigil.users set time_zone = 'America/Los_Angeles' where id = $1`, [moved.id]);
    await writer.append(tickBatch(moved, { heart_rate: after }));
    await writer.rollupsSettled();
    const question = ask(moved, {
      granularity: 'DAILY',
      fromMs: Date.parse('2026-03-01T08:00:00Z'),
      toMs: Date.parse('2026-03-20T07:00:00Z'),
    });
    const { steps } = await readSteps(harness.engine, question);
    expect(steps.get('heart_rate')?.map((step) => ({ ...step, median: 0 }))).toEqual(longWay([...before, ...after], question));
  });
});

describe('days of a zone', () => {
  it('are the domain’s, whatever table of zones the engine has: of every zone, from 2000 on and where clocks are changed', async () => {
    const [from, to] = [Date.UTC(2000, 0, 1) / 1000, Math.floor(Date.now() / 1000) + 86_400];
    const years = [2000, 2006, 2011, 2018, 2024, 2025, 2026];
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const changes = years.flatMap((year) => zoneOffsets(timeZone, Date.UTC(year, 0, 2) / 1000, Date.UTC(year, 11, 30) / 1000).slice(1));
      const times = [from, to, ...changes.flatMap(({ fromSeconds }) => [-50_000, -1, 0, 3_600, 50_000].map((by) => fromSeconds + by))];
      const day = localDate(timeZone, { fromMs: from * 1000, toMs: to * 1000 })(`toDateTime64(at, 3, 'UTC')`);
      const blocks = await harness.engine.columns(`select toUInt16(${day}) as day from (select arrayJoin({times:Array(UInt32)}) as at)`, {
        times,
      });
      const found = blocks.flatMap((block) => Array.from(block.numbers('day')));
      expect(found, timeZone).toEqual(times.map((at) => calendarDay(at, timeZone)));
    }
  });

  it('are one row each, whichever figures are asked together', async () => {
    // Where the clocks have not been put back since 2026-11-01, and tables of zones older than that say that they have.
    const timeZone = 'America/Vancouver';
    const member = await harness.createUser(tenant, { timeZone });
    const [fromMs, toMs] = [11, 14].map((date) => startOfStep(Date.UTC(2026, 10, date, 12) / 1000, 'DAILY', timeZone) * 1000) as [
      number,
      number,
    ];
    const ticks = wave(new Date(fromMs).toISOString(), new Date(toMs).toISOString(), 3_600);
    await writer.append(tickBatch(member, { heart_rate: ticks }));
    await writer.rollupsSettled();
    const asked = {
      granularity: 'DAILY',
      timeZone,
      memberTimeZone: timeZone,
      fromMs,
      toMs,
      nowMs: toMs,
      movingAverages: ['heart_rate'],
    } as const;
    const { steps, hours } = await readSteps(harness.engine, ask(member, asked));
    expect(steps.get('heart_rate')?.map(({ start, end, n }) => [start, end, n])).toEqual(
      [0, 1, 2].map((day) => [fromMs / 1000 + day * 86_400, fromMs / 1000 + (day + 1) * 86_400, 24]),
    );
    expect([...new Set(hours.get('heart_rate')?.map(({ start }) => start))]).toEqual(steps.get('heart_rate')?.map(({ start }) => start));
  });
});

describe('days whose midnight is skipped or comes twice', () => {
  it.each([
    ['America/Santiago', 'skipped', '2025-09-07'],
    ['America/Santiago', 'repeated', '2025-04-06'],
    ['Africa/Cairo', 'skipped', '2026-04-24'],
    ['Africa/Cairo', 'repeated', '2025-10-31'],
    ['Asia/Beirut', 'skipped', '2026-03-29'],
    ['America/Havana', 'repeated', '2025-11-02'],
  ])('%s (%s): the engine’s days are the domain’s', async (timeZone, _, date) => {
    const [fromMs, toMs] = [Date.parse(date) - 2 * 86_400_000, Date.parse(date) + 2 * 86_400_000];
    const member = await harness.createUser(tenant, { timeZone });
    const ticks = wave(new Date(fromMs).toISOString(), new Date(toMs).toISOString(), 600);
    await writer.append(tickBatch(member, { heart_rate: ticks }));
    await writer.rollupsSettled();
    for (const medians of [[], ['heart_rate']]) {
      const question = ask(member, { granularity: 'DAILY', timeZone, memberTimeZone: timeZone, fromMs, toMs, medians });
      const { steps } = await readSteps(harness.engine, question);
      expect(steps.get('heart_rate')?.map((step) => ({ ...step, median: medians.length > 0 ? step.median : 0 }))).toEqual(
        longWay(ticks, question),
      );
    }
  });
});

describe('days on which clocks are changed by less than an hour, or in the middle of one', () => {
  it.each([
    ['Australia/Lord_Howe', '2025-10-04'],
    ['Australia/Lord_Howe', '2026-04-04'],
    ['Pacific/Chatham', '2025-09-27'],
    ['Pacific/Chatham', '2026-04-04'],
    ['Australia/Adelaide', '2026-04-04'],
    ['Asia/Kathmandu', '2026-04-04'],
  ])('%s around %s: hours, days and moving averages are those of the clock on the wall', async (timeZone, date) => {
    const [fromMs, toMs] = [Date.parse(date) - 2 * 86_400_000, Date.parse(date) + 3 * 86_400_000];
    const member = await harness.createUser(tenant, { timeZone });
    const ticks = wave(new Date(fromMs).toISOString(), new Date(toMs).toISOString(), 300);
    await writer.append(tickBatch(member, { heart_rate: ticks }));
    await writer.rollupsSettled();
    for (const granularity of ['HOURLY', 'DAILY'] as const) {
      const question = ask(member, { granularity, timeZone, memberTimeZone: timeZone, fromMs, toMs, movingAverages: ['heart_rate'] });
      const { steps, hours } = await readSteps(harness.engine, question);
      expect(steps.get('heart_rate')?.map((step) => ({ ...step, median: 0 }))).toEqual(longWay(ticks, question));
      const hourly = longWay(ticks, { ...question, granularity: 'HOURLY' });
      expect(hours.get('heart_rate')?.map(({ hour, n, total }) => ({ hour, n, total }))).toEqual(
        hourly.map(({ start, n, total }) => ({ hour: start, n, total })),
      );
    }
  });
});

describe('the hours of a moving average', () => {
  it.each([
    ['Australia/Lord_Howe', '2025-10-04T15:30:00Z'],
    ['Pacific/Chatham', '2025-09-27T14:00:00Z'],
    ['Asia/Kathmandu', '2025-10-04T15:30:00Z'],
  ])('are whole where the interval begins within one, also near a change of clocks: %s', async (timeZone, change) => {
    const member = await harness.createUser(tenant, { timeZone });
    const at = Date.parse(change);
    await writer.append(
      tickBatch(member, { skin_temp: wave(new Date(at - 86_400_000).toISOString(), new Date(at + 86_400_000).toISOString(), 300) }),
    );
    await writer.rollupsSettled();
    for (const hoursLater of [1, 6, 11, 12]) {
      const begins = startOfStep(at / 1000 + hoursLater * 3_600, 'HOURLY', timeZone) * 1000;
      const asked = {
        granularity: 'HOURLY',
        timeZone,
        memberTimeZone: timeZone,
        toMs: begins + 10 * 3_600_000,
        movingAverages: ['skin_temp'],
      } as const;
      const hoursFrom = async (fromMs: number) =>
        (await readSteps(harness.engine, ask(member, { ...asked, fromMs }))).hours.get('skin_temp') ?? [];
      const [whole, within] = await Promise.all([hoursFrom(begins), hoursFrom(begins + 1_859_000)]);
      expect(within.length).toBeGreaterThan(20);
      const known = new Map(whole.map((hour) => [hour.hour, hour]));
      for (const hour of within) expect(hour).toEqual(known.get(hour.hour));
    }
  });
});

describe('one value per moment', async () => {
  const at = seconds('2026-03-02T10:00:00Z');
  const member = await harness.createUser(tenant, { timeZone: 'UTC' });
  const values = (source: 'device' | 'manual' | 'imported', value: number, metric: MetricId = 'heart_rate') =>
    writer.append(tickBatch(member, { [metric]: [[at, value]] }, { source }));
  await values('imported', 90);
  await values('manual', 80);
  await values('device', 70);
  await writer.append(
    tickBatch(member, {
      weight: [
        [at, 80],
        [at + 60, 90],
        [at + 120, 85],
      ],
      weight_conf: [
        [at, 79],
        [at + 60, 80],
      ],
    }),
  );
  await writer.rollupsSettled();
  const day = {
    fromMs: Date.parse('2026-03-02T00:00:00Z'),
    toMs: Date.parse('2026-03-03T00:00:00Z'),
    timeZone: 'UTC',
    memberTimeZone: 'UTC',
  };

  it.each<[string, Partial<StepsQuestion>]>([
    ['by day from rollups', { granularity: 'DAILY' }],
    ['by hour from rollups', { granularity: 'HOURLY' }],
    ['from ticks', { granularity: 'HOURLY', medians: ['heart_rate'] }],
  ])('a device comes before manual before imported, %s', async (_, overrides) => {
    const { steps } = await readSteps(harness.engine, ask(member, { ...day, ...overrides }));
    expect(steps.get('heart_rate')).toMatchObject([{ n: 1, total: 70 }]);
  });

  it('a source that comes second counts at moments of its own only, whichever metrics are asked beside it', async () => {
    const several = await harness.createUser(tenant, { timeZone: 'UTC' });
    const every = (minutes: readonly number[], value: number) => minutes.map((minute) => [at + minute * 60, value] as const);
    await writer.append(tickBatch(several, { heart_rate: every([0, 1, 70], 70), spo2: every([0, 1, 70], 97) }));
    await writer.append(tickBatch(several, { heart_rate: every([1, 2], 80) }, { source: 'manual' }));
    const question = ask(several, { ...day, nowMs: day.toMs, metrics: ['heart_rate', 'spo2'], medians: ['heart_rate', 'spo2'] });
    const { steps } = await readSteps(harness.engine, question);
    expect(steps.get('heart_rate')).toMatchObject([
      { n: 3, total: 220, low: 70, high: 80, median: 70 },
      { n: 1, total: 70, median: 70 },
    ]);
    expect(steps.get('spo2')).toMatchObject([
      { n: 2, total: 194, median: 97 },
      { n: 1, total: 97 },
    ]);
  });

  it('a weight whose paired confidence is below 80 does not count; 80, and a weight without one, do', async () => {
    const { steps } = await readSteps(harness.engine, ask(member, { ...day, granularity: 'DAILY', metrics: ['weight'] }));
    expect(steps.get('weight')).toMatchObject([{ n: 2, low: 85, high: 90, total: 175 }]);
  });

  it('a corrected value replaces the old one in every later answer', async () => {
    await writer.append(tickBatch(member, { heart_rate: [[at, 72]] }, { receivedAtMs: Date.parse('2026-06-02T00:00:00Z') }));
    await writer.rollupsSettled();
    const { steps } = await readSteps(harness.engine, ask(member, { ...day, granularity: 'DAILY' }));
    expect(steps.get('heart_rate')).toMatchObject([{ n: 1, total: 72 }]);
  });
});
