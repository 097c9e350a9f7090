import { afterAll, describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { watchLoop } from '#testing/held-loop.ts';
import { startModules } from '#testing/start-modules.ts';
import { tickBatch } from '#testing/ticks.ts';

/** Every module behind the real HTTP server, contract, access rules and audit log. */
const harness = await useHarness();
const now = Date.parse('2026-03-18T17:00:00Z') / 1000;
harness.clock.set(now * 1000);
const { modules, listen, stop } = await startModules(harness);
const url = await listen();
afterAll(stop);

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const observer = await harness.createUser(tenant, { roles: ['observer'] });
const member = await harness.createUser(tenant, { timeZone: 'UTC' });
const held = await harness.createUser(tenant, { timeZone: 'UTC', isOnHold: true });
const daySeconds = 86_400;

/** As much of the answers as the tests look into. */
interface Answer {
  readonly data: object;
  readonly missing: object;
  readonly evidence: readonly { readonly deviations: number | null }[];
}

async function call<Body = Answer>(path: string, as: { id: string }, body?: object) {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${as.id}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}
const of = (who: { id: string }, rest: string) => `/events-processor/api/v1/users/${who.id}/${rest}`;
const send = (who: { id: string }, facts: object[], as = nurse) => call(of(who, 'facts/outside'), as, { facts });

/** Nine days of a steady heart rate, and a faster one in the last 24 hours. */
const heart_rate = Array.from({ length: 9 * 24 }, (_, n) => [now - n * 3_600 - 60, n < 24 ? 90 : 60 + (n % 3)] as const);
await modules.ticksWriter.append(tickBatch(member, { heart_rate }));
await modules.ticksWriter.rollupsSettled();

describe('facts over HTTP', () => {
  it('are answered to staff and to the member, with and without a slash at the end', async () => {
    for (const path of [of(member, 'facts?facts=heart_rate_mean,age'), of(member, 'facts/?facts=heart_rate_mean&facts=age')])
      for (const who of [nurse, member])
        expect(await call(path, who)).toMatchObject({
          status: 200,
          body: { user_id: member.id, at: now, timezone: 'UTC', data: { heart_rate_mean: 90 }, missing: { age: 'not-in-account' } },
        });
  });

  it('of all the time that there can be are those of the readings, and hold nobody up', async () => {
    const search = 'facts=heart_rate_max,steps_daily_mean&tz=America/Los_Angeles&granularity=MONTHLY';
    const around = await call(of(member, `facts-over-time?${search}&from_ts=${now - 300 * daySeconds}&to_ts=${now}`), nurse);
    const { result, longestHoldMs } = await watchLoop(() =>
      call<{ data: object }[]>(of(member, `facts-over-time?${search}&from_ts=0&to_ts=99999999999`), nurse),
    );
    expect(result.body.map(({ data }) => data)).toEqual([{ heart_rate_max: 90 }]);
    expect(result.body).toEqual(around.body);
    expect(longestHoldMs).toBeLessThan(100);
    const ticks = `/ticks-store/api/v1/users/${member.id}/ticks?metrics=heart_rate&start_time=0&end_time=99999999999`;
    expect((await call<unknown[]>(ticks, nurse)).body).toHaveLength(heart_rate.length);
    expect((await call(of(member, 'sleeps?from_ts=0&to_ts=1'), nurse)).body).toEqual([]);
  });

  it('asked by POST are facts over time, for a member on hold as well', async () => {
    const asked = { start_time: now - 2 * daySeconds, end_time: now, over_time_facts: ['heart_rate_max'], tz: 'UTC' };
    const hourly = await call<{ data: object }[]>(of(member, 'facts'), nurse, { ...asked, granularity: 'DAILY' });
    expect(hourly.body.map((tick) => tick.data)).toEqual([{ heart_rate_max: 62 }, { heart_rate_max: 90 }, { heart_rate_max: 90 }]);
    const search = `facts=heart_rate_max&tz=UTC&from_ts=${asked.start_time}&to_ts=${now}&granularity=DAILY`;
    expect((await call(of(member, `facts-over-time?${search}`), nurse)).body).toEqual(hourly.body);
    expect(await call(of(held, 'facts'), held, asked)).toEqual({ status: 200, body: [] });
  });

  it('without a granularity go by the length of the interval', async () => {
    const asked = async (days: number, more = '') =>
      (await call(of(member, `facts-over-time?facts=heart_rate_mean&tz=UTC&from_ts=${now - days * daySeconds}&to_ts=${now}${more}`), nurse))
        .body;
    expect(await asked(2)).toHaveLength(48);
    expect(await asked(7, '&granularity=RANGE')).toHaveLength(8);
    expect(await asked(365)).toHaveLength(1);
  });

  it('sleeps take either pair of names, and say what is missing', async () => {
    const range = [now - daySeconds, now];
    expect(await call(of(member, `sleeps?from_ts=${range[0]}&to_ts=${range[1]}`), nurse)).toEqual({ status: 200, body: [] });
    expect(await call(of(member, `sleeps?timestamp_from=${range[0]}&timestamp_to=${range[1]}&tz=UTC`), nurse)).toEqual({
      status: 200,
      body: [],
    });
    expect(await call(of(member, `sleeps?timestamp_from=${range[0]}`), nurse)).toMatchObject({
      status: 400,
      body: { error: { fields: [{ field: 'to_ts' }] } },
    });
  });

  it('a text that is no fact is refused by name', async () => {
    expect(await call(of(member, 'facts?facts=heart_rate_avg'), nurse)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', fields: [{ field: 'facts', message: 'Not known: heart_rate_avg' }] } },
    });
  });
});

describe('facts from outside', () => {
  const risk = { fact: 'relative_population_stroke', value: 1.4, time: now - 60, source: 'QStroke 2018' };
  const diagnosis = { fact: 'e_type_2_diabetes', value: 'yes', time: now - 60, source: 'Registry' };
  const told = async (who: { id: string }) => (await call(of(who, `facts?facts=${risk.fact},${diagnosis.fact}`), nurse)).body;

  it('stand among the facts with who said so, and are stored once', async () => {
    expect(await send(member, [risk, diagnosis])).toEqual({ status: 200, body: { stored: 2 } });
    expect(await send(member, [risk, diagnosis])).toEqual({ status: 200, body: { stored: 0 } });
    expect(await told(member)).toMatchObject({
      data: { [risk.fact]: 1.4, [diagnosis.fact]: 'yes' },
      readings: { [risk.fact]: { timestamp: now - 60, source: 'QStroke 2018' } },
    });
    const all = (await call(`/factuary/api/v1/user_facts/${member.id}`, nurse)).body;
    expect(all.data).toMatchObject({ heart_rate: 90, [risk.fact]: 1.4, [diagnosis.fact]: 'yes' });
    expect(all.missing).toMatchObject({ age: 'not-in-account', weight: 'no-data' });
  });

  it('are corrected by what is sent later, and withdrawn by null, while what was said stays in the record', async () => {
    const one = await harness.createUser(tenant);
    await send(one, [risk]);
    await send(one, [{ ...risk, value: 1.6 }]);
    expect((await told(one)).data).toEqual({ [risk.fact]: 1.6 });
    await send(one, [{ ...risk, value: 1.4 }]);
    expect((await told(one)).data).toEqual({ [risk.fact]: 1.4 });
    // What is of an earlier time does not hide what is newer.
    await send(one, [{ ...risk, value: 9, time: now - daySeconds }]);
    expect((await told(one)).data).toEqual({ [risk.fact]: 1.4 });
    await send(one, [{ ...risk, value: null }]);
    expect((await told(one)).missing).toMatchObject({ [risk.fact]: 'not-told' });
    const kept = await harness.asOwner<{ value: number | null }>(
      'select value from vigil.outside_facts where user_id = $1 order by sequence',
      [one.id],
    );
    expect(kept.map(({ value }) => value)).toEqual([1.4, 1.6, 1.4, 9, null]);
  });

  it.each<[string, object, string]>([
    ['a measure of the band', { ...risk, fact: 'weight', value: 80 }, 'facts.0.fact'],
    ['a risk beyond its range', { ...risk, value: 10.1 }, 'facts.0.value'],
    ['a risk of zero', { ...risk, value: 0 }, 'facts.0.value'],
    ['a word for a number', { ...risk, value: 'high' }, 'facts.0.value'],
    ['another word than yes', { ...diagnosis, value: 'no' }, 'facts.0.value'],
    ['the future', { ...risk, time: now + 60 }, 'facts.0.time'],
    ['a name that is none', { ...risk, fact: 'relative_population_' }, 'facts.0.fact'],
    ['nobody who says so', { ...risk, source: ' ' }, 'facts.0.source'],
  ])('%s is refused, and nothing is stored', async (_, fact, field) => {
    const one = await harness.createUser(tenant);
    expect(await send(one, [fact, risk])).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', fields: [{ field }] } } });
    expect((await told(one)).data).toEqual({});
  });

  it('come from the care team alone', async () => {
    for (const who of [member, observer]) expect(await send(member, [risk], who)).toMatchObject({ status: 403 });
    const foreign = await harness.createUser(await harness.createTenant());
    expect(await send(foreign, [risk])).toMatchObject({ status: 404 });
  });
});

describe('evidence', () => {
  it('is a timeframe against its baseline, 24 hours against the seven days before unless said otherwise', async () => {
    const { status, body } = await call(of(member, 'evidence?metrics=heart_rate,spo2'), nurse);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ timeframe: { from: now - daySeconds, to: now }, baseline: { from: now - 8 * daySeconds, to: now - daySeconds } },
      granularity: 'HOURLY',
    });
    const before = heart_rate.filter(([at]) => at < now - daySeconds && at >= now - 8 * daySeconds).map(([, value]) => value);
    const usual = before.reduce((sum, value) => sum + value, 0) / before.length;
    expect(body.evidence[0]).toMatchObject({
      ...{ metric: 'heart_rate', timeframe_average: 90, timeframe_baseline: expect.closeTo(usual, 8) },
      ...{ change: expect.closeTo(90 - usual, 8), change_percent: expect.closeTo((100 * (90 - usual)) / usual, 8) },
    });
    // Days of 61 bpm, as regular as a clock: the smallest deviation that is taken for real is 1.5 bpm.
    expect(body.evidence[0]?.deviations).toBeGreaterThan(15);
    expect(body.evidence[1]).toEqual({
      ...{ metric: 'spo2', timeframe_average: null, timeframe_baseline: null, change: null, change_percent: null, deviations: null },
    });
  });

  it('of a time in which no reading can be is unknown', async () => {
    for (const at of [0, 86_400, 99_999_999_999]) {
      const { status, body } = await call(of(member, `evidence?metrics=steps,heart_rate&at=${at}`), nurse);
      expect([status, body]).toMatchObject([200, { timeframe: { from: at - daySeconds, to: at } }]);
      expect(body.evidence).toMatchObject([{ timeframe_average: null }, { timeframe_average: null, timeframe_baseline: null }]);
    }
  });

  it('of sleep is that of the sleeps, as in charts and facts, and not of what a device worked out where there are stages', async () => {
    const sleeper = await harness.createUser(tenant, { timeZone: 'UTC' });
    // Nights of eight hours from 22:00; of the last one a quarter was awake, of those before an eighth.
    const night = (daysAgo: number, awakeHours: number) => {
      const bedtime = Date.UTC(2026, 2, 17 - daysAgo, 22) / 1000;
      return Array.from({ length: 97 }, (_, n) => {
        const isAwake = n >= 96 || (n >= 36 && n < 36 + awakeHours * 12);
        return [bedtime + n * 300, isAwake ? 1 : 2] as const;
      });
    };
    const sleep_depth = [...night(0, 1), ...[1, 2, 3, 4, 5, 6].flatMap((daysAgo) => night(daysAgo, 0.5))];
    await modules.ticksWriter.append(tickBatch(sleeper, { sleep_depth, sleep_efficiency: [[now - 3 * 3_600, 55]] }));
    const { body } = await call(of(sleeper, 'evidence?metrics=sleep_efficiency'), nurse);
    expect(body.evidence[0]).toMatchObject({ timeframe_average: 87.5, timeframe_baseline: 93.75, change: -6.25, deviations: null });
    expect((await call(of(sleeper, 'facts?facts=sleep_efficiency_mean'), nurse)).body.data).toEqual({ sleep_efficiency_mean: 87.5 });
  });

  it('of what is counted per day does not count the part of the timeframe that is still to come', async () => {
    const walker = await harness.createUser(tenant, { timeZone: 'UTC' });
    const midnight = Date.UTC(2026, 2, 18) / 1000;
    await modules.ticksWriter.append(tickBatch(walker, { steps: [[midnight + 3_600, 1_700]] }));
    const at = midnight + daySeconds;
    const { body } = await call(of(walker, `evidence?metrics=steps&at=${at}`), nurse);
    // It is 17:00: 1,700 steps in 17 of 24 hours.
    expect(body.evidence[0]).toMatchObject({ timeframe_average: expect.closeTo(2_400, 8) });
  });

  it('compares no resting heart rate that was measured with one that was derived', async () => {
    const resting = await harness.createUser(tenant, { timeZone: 'UTC' });
    const beats = Array.from({ length: 24 * 60 }, (_, n) => [now - 60 - n * 60, 64] as const);
    const sent = Array.from({ length: 20 }, (_, n) => [now - (n + 2) * daySeconds, 55] as const);
    await modules.ticksWriter.append(tickBatch(resting, { heart_rate: beats, rhr: sent }));
    const { body } = await call(of(resting, 'evidence?metrics=rhr&timeframe=24h'), nurse);
    expect(body.evidence[0]).toMatchObject({
      ...{ timeframe_average: null, timeframe_baseline: 55 },
      ...{ change: null, change_percent: null, deviations: null },
    });
    // The two derived ones of a day each are compared, and neither with the days of what was sent.
    const two = await call(of(resting, 'evidence?metrics=rhr&timeframe=24h&baseline=24hS1h'), nurse);
    expect(two.body.evidence[0]).toMatchObject({ timeframe_average: 64, timeframe_baseline: 64, change: 0, deviations: null });
  });

  it.each([
    ['timeframe=24x', 'timeframe'],
    ['baseline=0d', 'baseline'],
    ['baseline=3y', 'baseline'],
  ])('%s is refused by name', async (search, field) => {
    expect(await call(of(member, `evidence?metrics=heart_rate&${search}`), nurse)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', fields: [{ field }] } },
    });
  });

  it('a state has no mean', async () => {
    expect(await call(of(member, 'evidence?metrics=band_removed'), nurse)).toMatchObject({
      status: 400,
      body: { error: { fields: [{ field: 'metrics' }] } },
    });
  });
});
