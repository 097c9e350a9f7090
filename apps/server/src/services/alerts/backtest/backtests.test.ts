import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Backtest } from '@vigil/contract/alerts-backtests.contract';
import { VigilError } from '@vigil/contract/errors';
import { judge, noState, prepareRule, type RuleState } from '@vigil/domain/alerts/decide';
import { restingSlots, wornSlots } from '@vigil/domain/alerts/rest';
import { type AlertRule, dueEvery, slotSeconds } from '@vigil/domain/alerts/rule';
import { slotOf, slotSeries, slotsOfReadings, type TimedValue } from '@vigil/domain/alerts/slots';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import { stateIntervals, stateRuns } from '@vigil/domain/timeframe/state-runs';
import { afterAll, describe, expect, test } from 'vitest';
import { createActions } from '#services/factuary/actions/index.ts';
import type { ScoreAt } from '#services/factuary/surveys/index.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { type TestUser, useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createMemberLayersStore } from '../rules/member-layers.store.ts';
import { createMemberRules } from '../rules/member-rules.ts';
import { createRules } from '../rules/rules.service.ts';
import { createRulesStore } from '../rules/rules.store.ts';
import { createBacktests } from './backtests.service.ts';
import { createBacktestsStore } from './backtests.store.ts';

const harness = await useHarness();
const { database, people, log } = harness;
const writer = createTickWriter(harness);
/** What surveys came to. */
const answered: ScoreAt[] = [];
const answeredSurvey = randomUUID();
/** Until this is over nobody is told of them. */
let scoresHeld = Promise.resolve();
const ticks = {
  ...createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs }),
  ...{ birthDatesOf: people.birthDatesOf, saidOf: async () => new Map() },
  surveyScores: async () => {
    await scoresHeld;
    return answered;
  },
};
const now = Date.parse('2026-03-10T00:00:00Z') / 1000;
const clock = { now: () => now * 1000 };
const store = createRulesStore(database, async () => true);
const rules = createRules({ store, clock, isSurvey: async () => true });
const memberRules = createMemberRules({ store, memberLayers: createMemberLayersStore(database), cohortsOf: async () => new Map(), clock });
const actions = createActions({ ...harness, maySee: async () => true });
const inCohort = new Map<string, readonly string[]>();
const asker = ({ id }: TestUser) => ({ userId: id, roles: ['md'] as const });
const backtests = createBacktests({
  ...{ rules: store, memberRules, store: createBacktestsStore(database), ticks, actions, people, clock, log },
  membersOfCohort: async (_tenant, cohortId) => {
    const members = inCohort.get(cohortId);
    if (!members) throw new VigilError('not_found', 'There is no such cohort.');
    return members;
  },
});
afterAll(async () => {
  await backtests.stop();
  await actions.stop?.();
  await writer.stop();
});

const minute = 60;
const day = 86_400;
const pulse: AlertRule = {
  ...{ subject: { kind: 'metric', metric: 'heart_rate' }, aggregate: 'mean', direction: 'at_least', against: 'value', window: '1h' },
  ...{ baseline: null, level: 100, clearing: 92, persistMinutes: 15, leastCoverage: 0.5, severity: 'HIGH', category: 'BIOMETRICS' },
  ...{ role: 'nurse', timeToLiveHours: 72, closesOnClearing: false },
};
const spo2: AlertRule = { ...pulse, subject: { kind: 'metric', metric: 'spo2' }, direction: 'at_most', level: 91, clearing: 92 };
const weight: AlertRule = {
  ...{
    ...pulse,
    subject: { kind: 'metric', metric: 'weight' },
    aggregate: 'latest',
    against: 'difference',
    window: '2d',
    baseline: '7dS2d',
  },
  ...{ level: 2, clearing: 1.5, persistMinutes: 0 },
};
const latest = { ...spo2, aggregate: 'latest', direction: 'at_least', persistMinutes: 0 } as const;
const survey: AlertRule = {
  ...{ ...latest, subject: { kind: 'survey', surveyId: answeredSurvey }, window: '14d' },
  ...{ level: 15, clearing: 9, category: 'SURVEY' },
};

async function tenantWith(...definitions: AlertRule[]) {
  const tenant = await harness.createTenant();
  const md = await harness.createUser(tenant, { roles: ['md'] });
  const ids: string[] = [];
  for (const definition of definitions) {
    const { id } = await rules.create(tenant.id, md.id, { id: randomUUID(), title: 'A rule', definition });
    ids.push(id);
  }
  const candidates = ids.map((ruleId) => ({ ruleId, version: 1 }));
  const ask = (over: object = {}) => backtests.start(tenant.id, asker(md), 'tenant', { id: randomUUID(), candidates, days: 9, ...over });
  async function done(over: object = {}): Promise<Backtest> {
    const { backtest: begun } = await ask(over);
    for (;;) {
      const { backtest } = await backtests.get(tenant.id, md.id, begun.id);
      if (backtest.state !== 'running') return backtest;
      await turn();
    }
  }
  return { tenant, md, ids, candidates, ask, done };
}

/** Numbers without chance: the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Some days of a member by the minute: worn most of the time, walking now and then, fast pulses in between. */
function days(seed: number, count: number) {
  const random = numbers(seed);
  const [heart, oxygen, steps, band]: TimedValue[][] = [[], [], [], []];
  let [worn, fast, walking] = [true, 0, 0];
  const from = now - count * day;
  for (let at = 0; at < count * 1_440; at++) {
    const seconds = from + at * minute;
    if (random() < 0.002) worn = !worn;
    if (random() < 0.003) fast = Math.floor(random() * 240);
    if (random() < 0.004) walking = Math.floor(random() * 60);
    fast -= 1;
    walking -= 1;
    if (at % 60 === 0 || random() < 0.001) band?.push({ seconds, value: worn ? 0 : 1 });
    if (!worn) continue;
    heart?.push({ seconds, value: (fast > 0 ? 104 : 80) + Math.floor(random() * 20) });
    if (at % 10 === 3) oxygen?.push({ seconds, value: (fast > 0 ? 90 : 95) + Math.floor(random() * 4) });
    if (walking > 0) steps?.push({ seconds, value: 60 });
  }
  return { heart, oxygen, steps, band } as Record<'heart' | 'oxygen' | 'steps' | 'band', TimedValue[]>;
}
const pairs = (values: readonly TimedValue[]) => values.map(({ seconds, value }) => [seconds, value] as const);
const store9 = (member: TestUser, { heart, oxygen, steps, band }: ReturnType<typeof days>) =>
  writer.append(
    tickBatch(
      member,
      { heart_rate: pairs(heart), spo2: pairs(oxygen), steps: pairs(steps), band_removed: pairs(band) },
      { receivedAtMs: now * 1000 },
    ),
  );

/** As the live run would have it: at the end of each slot the readings known then, judged with the state of the slot before. */
function tickByTick(rule: AlertRule, readings: readonly TimedValue[], { steps, band }: ReturnType<typeof days>, from: number) {
  const fired: number[] = [];
  let unknown = 0;
  let state: RuleState = noState;
  const prepared = prepareRule(rule);
  const isPulse = rule.subject.kind === 'metric' && rule.subject.metric === 'heart_rate';
  for (let at = from + slotSeconds; at <= now; at += slotSeconds) {
    const since = at - 2 * 3_600 - prepared.windowSlots * slotSeconds;
    const known = (values: readonly TimedValue[], reach = 0) => values.filter(({ seconds }) => seconds >= since - reach && seconds < at);
    const worn = stateIntervals(stateRuns(known(band, day), bandStateHoldsSeconds), bandStateHoldsSeconds, at);
    const isRead = isPulse ? restingSlots(wornSlots(worn), new Set(known(steps).map(({ seconds }) => slotOf(seconds)))) : undefined;
    const shape = {
      fromSeconds: since,
      toSeconds: at,
      dueEverySeconds: rule.subject.kind === 'metric' ? dueEvery(rule.subject.metric) : null,
    };
    const next = judge(prepared, slotSeries(slotsOfReadings(known(readings)), shape, { isRead }), state, at);
    if (next.verdict === 'unknown') unknown += slotSeconds;
    if (next.firedAt !== null && next.firedAt !== state.firedAt) fired.push(next.firedAt);
    state = next;
  }
  return { fired, unknown };
}

describe('a backtest', () => {
  test('equals its replay tick by tick, with what was known at each moment', { timeout: 120_000 }, async () => {
    const { tenant, done } = await tenantWith(pulse, spo2);
    const lives = [3, 4].map((seed) => days(seed, 9));
    const onboardedAt = new Date((now - 30 * day) * 1000);
    const members = await Promise.all(lives.map(() => harness.createUser(tenant, { onboardedAt })));
    for (const [index, life] of lives.entries()) await store9(members[index] as TestUser, life);
    const { state, figures, from } = await done({ days: 6 });
    expect(state).toBe('done');
    for (const [index, [rule, readings]] of (
      [
        [pulse, 'heart'],
        [spo2, 'oxygen'],
      ] as const
    ).entries()) {
      const replayed = lives.map((life) => tickByTick(rule, life[readings], life, from));
      const fired = replayed.flatMap((one) => one.fired);
      const figure = figures[index];
      expect(fired.length).toBeGreaterThan(2);
      expect(figure?.firings).toBe(fired.length);
      expect(figure?.members.toSorted((a, b) => a.lastFiredAt - b.lastFiredAt).map((one) => [one.firings, one.lastFiredAt])).toEqual(
        replayed
          .filter((one) => one.fired.length > 0)
          .map((one) => [one.fired.length, one.fired.at(-1)])
          .sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0)),
      );
      expect(figure?.unknownShare).toBeCloseTo(replayed.reduce((sum, one) => sum + one.unknown, 0) / (2 * 6 * day), 10);
      expect(figure?.byDay.reduce((sum, one) => sum + one.firings, 0)).toBe(fired.length);
      expect(figure?.perMemberWeek).toBeCloseTo(fired.length / ((2 * 6) / 7), 10);
    }
  });

  test('counts the weeks and the unknown time of a member from the first sign of life on, and of whoever has shown none not at all', async () => {
    const { tenant, done } = await tenantWith(spo2);
    const [new3, new1] = await Promise.all(
      [3, 1].map((ago) => harness.createUser(tenant, { onboardedAt: new Date((now - ago * day) * 1000) })),
    );
    await Promise.all(
      [new3, new1].map((one) =>
        harness.asOwner("update vigil.users set created_at = onboarded_at - interval '8 days' where id = $1", [one?.id]),
      ),
    );
    await harness.createUser(tenant, { onboardedAt: null });
    const low = Array.from({ length: 24 }, (_, index) => [now - 6 * 3_600 + index * 900, 80] as const);
    await writer.append(tickBatch(new1 as TestUser, { spo2: low }, { receivedAtMs: now * 1000 }));
    const [figure] = (await done({ days: 9 })).figures;
    expect(figure).toMatchObject({ firings: 1, perMemberWeek: expect.closeTo(1 / (4 / 7), 2) });
    expect(figure?.unknownShare).toBeCloseTo((4 - 5.5 / 24) / 4, 2);
  });

  test('reads of several sources of one moment the one that counts, as live does', async () => {
    const { tenant, done } = await tenantWith(spo2);
    const member = await harness.createUser(tenant);
    const quarters = Array.from({ length: 24 }, (_, index) => [now - 6 * 3_600 + index * 900, 97] as const);
    await writer.append(tickBatch(member, { spo2: quarters }, { receivedAtMs: now * 1000 }));
    await writer.append(
      tickBatch(member, { spo2: quarters.map(([at]) => [at, 80] as const) }, { receivedAtMs: now * 1000, source: 'imported' }),
    );
    expect((await done()).figures[0]?.firings).toBe(0);
  });

  test('tells the share that came late, when it fired by the member’s own calendar, and whether it still stands', async () => {
    const { tenant, done } = await tenantWith(weight);
    const member = await harness.createUser(tenant, { timeZone: 'America/Los_Angeles' });
    const daily = Array.from({ length: 9 }, (_, index) => [now - (9 - index) * day + 3 * 3_600, index < 8 ? 80 : 83] as const);
    // The writer notes when it received something, and no test can make that older.
    const received = (at: number, index: number) => (index < 3 ? now : at + 60);
    for (const [index, [at, value]] of daily.entries())
      await harness.engine.command(
        `insert into vigil.ticks (tenant_id, user_id, metric, ts, source, value, device_id, received_at)
         select {tenantId:UUID}, {userId:UUID}, 'weight', toDateTime64({at:UInt32}, 3, 'UTC'), 'device', {value:Float64}, '', toDateTime64({received:UInt32}, 3, 'UTC')`,
        { tenantId: tenant.id, userId: member.id, at, value, received: received(at, index) },
      );
    const [figure] = (await done()).figures;
    expect(figure).toMatchObject({ firings: 1, byDay: [{ day: '2026-03-08', firings: 1 }] });
    const fired = { lastFiredAt: now - day + 3 * 3_600 + slotSeconds, lastFiredOn: '2026-03-08' };
    expect(figure?.members).toEqual([{ userId: member.id, firings: 1, ...fired, standing: true }]);
    expect(figure?.lateShare).toBeCloseTo(3 / 9, 10);
  });

  test('knows the anomaly score of a day once the day is over', async () => {
    const anomaly: AlertRule = {
      ...weight,
      subject: { kind: 'score', score: 'anomaly' },
      against: 'value',
      baseline: null,
      window: '24h',
      level: 4,
      clearing: 3,
    };
    const { tenant, done } = await tenantWith(anomaly);
    const member = await harness.createUser(tenant);
    const daily = Array.from(
      { length: 24 },
      (_, index) => [now - (24 - index) * day + 8 * 3_600, index === 21 ? 90 : 60 + (index % 3)] as const,
    );
    await writer.append(tickBatch(member, { rhr: daily }, { receivedAtMs: now * 1000 }));
    await writer.rollupsSettled();
    const [figure] = (await done()).figures;
    expect(figure).toMatchObject({ firings: 1, byDay: [{ day: '2026-03-08', firings: 1 }], lateShare: null });
    const fired = { lastFiredAt: now - 2 * day + slotSeconds, lastFiredOn: '2026-03-08' };
    expect(figure?.members).toEqual([{ userId: member.id, firings: 1, ...fired, standing: false }]);
  });

  test('compares versions side by side, by each member’s own layers, and with the live rules about the same readings', async () => {
    const { tenant, md, ids, done } = await tenantWith(spo2, { ...spo2, level: 94, clearing: 95 });
    const [liveId] = ids as [string];
    const published = await rules.publish(tenant.id, liveId, 1, 'live');
    await rules.change(tenant.id, md.id, liveId, {
      revision: published.revision,
      title: 'Stricter',
      definition: { ...spo2, level: 85, clearing: 86 },
    });
    const members = await Promise.all([1, 2, 3].map(() => harness.createUser(tenant)));
    const quarters = Array.from({ length: 24 }, (_, index) => [now - 6 * 3_600 + index * 900, index < 12 ? 97 : 90] as const);
    for (const member of members) await writer.append(tickBatch(member, { spo2: quarters }, { receivedAtMs: now * 1000 }));
    const [own, off] = members as [TestUser, TestUser];
    await memberRules.set(tenant.id, md.id, { userId: own.id, ruleId: liveId }, { revision: 0, settings: { level: 88 }, off: null });
    await memberRules.set(
      tenant.id,
      md.id,
      { userId: off.id, ruleId: liveId },
      { revision: 0, settings: {}, off: { reason: 'Away', until: now + day } },
    );
    const candidates = [
      { ruleId: liveId, version: 1 },
      { ruleId: liveId, version: 2 },
      { ruleId: ids[1] ?? '', version: 1 },
    ];
    const { figures } = await done({ candidates, days: 1 });
    expect(figures.map(({ version, firings }) => [version, firings])).toEqual([
      [1, 1],
      [2, 0],
      [1, 3],
    ]);
    expect(figures.map(({ overlapping }) => overlapping)).toEqual([
      { firings: 0, liveRules: 0 },
      { firings: 0, liveRules: 0 },
      // It fires before the live rule does, whose alert therefore did not stand yet.
      { firings: 0, liveRules: 1 },
    ]);
  });

  test('counts the actions of a version beside live rules about its readings, whatever else is tried with it', async () => {
    const { tenant, md, candidates, done } = await tenantWith(pulse, spo2);
    const member = await harness.createUser(tenant);
    const [liveId] = [randomUUID()];
    // A live rule about oxygen, which alerts of the pulse would join.
    await rules.create(tenant.id, md.id, { id: liveId, title: 'Oxygen', definition: { ...spo2, level: 93, clearing: 94 } });
    await rules.publish(tenant.id, liveId, 1, 'live');
    const minutes = Array.from({ length: 360 }, (_, index) => [now - 6 * 3_600 + index * minute, index < 240 ? 70 : 130] as const);
    const quarters = Array.from({ length: 24 }, (_, index) => [now - 6 * 3_600 + index * 900, index < 8 ? 97 : 90] as const);
    const worn = Array.from({ length: 360 }, (_, index) => [now - 6 * 3_600 + index * minute, 0] as const);
    await writer.append(tickBatch(member, { heart_rate: minutes, spo2: quarters, band_removed: worn }, { receivedAtMs: now * 1000 }));
    const [ofPulse] = candidates;
    const alone = await done({ candidates: [ofPulse], days: 1 });
    const together = await done({ candidates, days: 1 });
    const ofBoth = [...alone.figures, ...together.figures].map(({ firings, actions: opened, overlapping }) => [
      firings,
      opened,
      overlapping,
    ]);
    expect(ofBoth[0]).toEqual([1, 1, { firings: 0, liveRules: 0 }]);
    expect(ofBoth[1]).toEqual(ofBoth[0]);
    expect(ofBoth[2]).toEqual([1, 0, { firings: 1, liveRules: 1 }]);
  });

  test('tells of earlier interventions which ones it would have been there for, and which of its alerts nothing followed', async () => {
    const { tenant, md, done } = await tenantWith(spo2);
    const [caught, missed, noise] = (await Promise.all([1, 2, 3].map(() => harness.createUser(tenant)))) as [TestUser, TestUser, TestUser];
    // Two alerts of one member, six and four days ago; none of the others.
    const low = (daysAgo: number) =>
      Array.from({ length: 8 }, (_, index) => [now - daysAgo * day + index * 900, index < 4 ? 88 : 97] as const);
    await writer.append(tickBatch(caught, { spo2: [...low(6), ...low(4)] }, { receivedAtMs: now * 1000 }));
    const intervene = async (member: TestUser, daysAgo: number, category: 'BIOMETRICS' | 'SURVEY', outcome: 'RESOLVED' | 'ARTEFACT') => {
      const atMs = (now - daysAgo * day) * 1000;
      const { actionId } = await database.tenant(tenant.id, (sql) =>
        actions.open(sql, tenant.id, { userId: member.id, category, title: 'Oxygen', atMs: atMs - 3_600_000 }),
      );
      const by = { tenantId: tenant.id, id: md.id, roles: ['md'] as const, atMs };
      await actions.intervene(by, actionId, { request_id: randomUUID(), type: 'CALL', outcome });
    };
    await intervene(caught, 5, 'BIOMETRICS', 'RESOLVED');
    await intervene(missed, 5, 'BIOMETRICS', 'RESOLVED');
    // What was noise had not to be caught, and a survey's answer is no reading.
    await intervene(noise, 5, 'BIOMETRICS', 'ARTEFACT');
    await intervene(noise, 4, 'SURVEY', 'RESOLVED');
    const [figure] = (await done()).figures;
    expect(figure).toMatchObject({ firings: 2, interventions: { caught: 1, missed: 1, followedAlerts: 1, unfollowedAlerts: 1 } });
  });

  test('is begun once however often it is asked for, and never answers what was not asked', async () => {
    const { tenant, ask, candidates } = await tenantWith(pulse, spo2);
    const member = await harness.createUser(tenant);
    const other = await harness.createUser(tenant);
    const id = randomUUID();
    const asked = { id, userIds: [member.id], days: 2 };
    const first = await ask(asked);
    expect((await ask(asked)).userIds).toEqual(first.userIds);
    for (const over of [{ days: 3 }, { userIds: [other.id] }, { userIds: undefined }, { candidates: candidates.slice(1) }])
      await expect(ask({ ...asked, ...over }), JSON.stringify(over)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is cancelled between two parts, keeps what it has found, and is its asker’s alone', async () => {
    const { tenant, md, ask } = await tenantWith(pulse);
    for (let n = 0; n < 60; n++) await harness.createUser(tenant);
    const { backtest } = await ask();
    expect(backtest).toMatchObject({ state: 'running', membersDone: 0, members: 60, figures: [{ firings: 0, perMemberWeek: null }] });
    const cancelled = (await backtests.cancel(tenant.id, md.id, backtest.id)).backtest;
    expect(cancelled.state).toBe('cancelled');
    await expect(ask({ id: backtest.id })).resolves.toMatchObject({ backtest: { state: 'cancelled' } });
    const another = await harness.createUser(tenant, { roles: ['md'] });
    await expect(backtests.get(tenant.id, another.id, backtest.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of many that one person asks for at once one runs, and what cannot begin leaves room for the next', async () => {
    const { tenant, md, candidates, ask, done } = await tenantWith(survey);
    await harness.createUser(tenant);
    const { promise, resolve } = Promise.withResolvers<void>();
    scoresHeld = promise;
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => ask()));
    resolve();
    const codes = asked.map((one) => (one.status === 'fulfilled' ? 'begun' : one.reason.code));
    expect(codes.sort()).toEqual(['begun', ...Array.from({ length: 11 }, () => 'too_many_requests')]);
    const [begun] = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.backtest.id] : []));
    while ((await backtests.get(tenant.id, md.id, begun as string)).backtest.state === 'running') await turn();
    await expect(ask({ candidates: [{ ...candidates[0], version: 9 }] })).rejects.toMatchObject({ code: 'not_found' });
    expect(await done()).toMatchObject({ state: 'done' });
  });

  test('replays NEWS2 and surveys: the lower bound of what was known, and what the answers came to', async () => {
    const { tenant, done } = await tenantWith({ ...latest, subject: { kind: 'score', score: 'news2' }, level: 3, clearing: 2 }, survey);
    const member = await harness.createUser(tenant);
    await writer.append(tickBatch(member, { systolic: [[now - 5 * day, 85]] }, { receivedAtMs: (now - 5 * day) * 1000 }));
    for (const [back, score] of [
      [4, 16],
      [2, 3],
    ] as const)
      answered.push({ userId: member.id, surveyId: answeredSurvey, seconds: now - back * day, score });
    const { state, figures } = await done();
    expect(state).toBe('done');
    expect(figures.map(({ firings, byDay }) => [firings, byDay.map(({ firings: on }) => on)])).toEqual([
      [1, [1]],
      [1, [1]],
    ]);
    expect(figures.map(({ byDay }) => byDay[0]?.day)).toEqual(['2026-03-05', '2026-03-06']);
  });

  test('looks at those of a cohort whom the caller looks after', async () => {
    const { tenant, md, candidates, ask } = await tenantWith(spo2);
    const [one, other, outside] = (await Promise.all([1, 2, 3].map(() => harness.createUser(tenant)))) as [TestUser, TestUser, TestUser];
    const cohortId = randomUUID();
    inCohort.set(cohortId, [one.id, other.id]);
    expect([...(await ask({ cohortId, days: 1 })).userIds].sort()).toEqual([one.id, other.id].sort());
    await backtests.stop();
    const scoped = await backtests.start(tenant.id, asker(md), [one.id, outside.id], { id: randomUUID(), candidates, cohortId, days: 1 });
    expect(scoped.userIds).toEqual([one.id]);
  });

  test('refuses who is not there, and which version or cohort is not there', async () => {
    const { tenant, md, ids, ask } = await tenantWith(spo2);
    const candidate = { ruleId: ids[0] ?? '', version: 1 };
    await expect(ask({ candidates: [{ ...candidate, version: 2 }] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask({ candidates: [candidate], userIds: [randomUUID()] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask({ candidates: [candidate], cohortId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    const member = await harness.createUser(tenant);
    const scoped = backtests.start(tenant.id, asker(md), [], { id: randomUUID(), candidates: [candidate], userIds: [member.id], days: 1 });
    await expect(scoped).rejects.toMatchObject({ code: 'not_found' });
  });
});
