import { randomUUID } from 'node:crypto';
import type { Alert } from '@vigil/contract/factuary-actions.contract';
import { prepareRule } from '@vigil/domain/alerts/decide';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import { replay } from '@vigil/domain/alerts/replay';
import { restingSlots, wornSlots } from '@vigil/domain/alerts/rest';
import { type AlertRule, dueEvery } from '@vigil/domain/alerts/rule';
import { slotOf, slotSeries, slotsOfReadings, type TimedValue } from '@vigil/domain/alerts/slots';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import { stateIntervals, stateRuns } from '@vigil/domain/timeframe/state-runs';
import { afterAll, describe, expect, test } from 'vitest';
import { createActions } from '#services/factuary/actions/index.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { type TestUser, useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import type { RuleReport } from '../alarms/alarms.ts';
import { readHistories } from '../backtest/histories.ts';
import { createMemberLayersStore } from '../rules/member-layers.store.ts';
import { createMemberRules } from '../rules/member-rules.ts';
import { createRules } from '../rules/rules.service.ts';
import { createRulesStore } from '../rules/rules.store.ts';
import { createLive } from './live.ts';

// Servers of other files judge whoever is due by the clock of the database, in every tenant.
const harness = await useOwnHarness();
const { database, people } = harness;
const day = 86_400;
const minute = 60;
const start = Date.parse('2026-03-02T00:00:00Z') / 1000;
let now = start;
const clock = { now: () => now * 1000 };
const writer = createTickWriter({ ...harness, clock });
const ticks = {
  ...createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs }),
  ...{ birthDatesOf: people.birthDatesOf, saidOf: async () => new Map(), surveyScores: async () => [] },
};
const store = createRulesStore(database, async () => true);
const rules = createRules({ store, clock, isSurvey: async () => true });
const memberRules = createMemberRules({ store, memberLayers: createMemberLayersStore(database), cohortsOf: async () => new Map(), clock });
const actions = createActions({ ...harness, maySee: async () => true });
const reports: RuleReport[] = [];
const live = createLive({
  ...{ ...harness, rules: store, memberRules, ticks, people, actions, everySeconds: 3_600 },
  evidenceOf: async () => ({ evidence: [] }),
  report: async (_sql, _tenantId, told) => void reports.push(...told),
  takesReadings: () => harness.engine.ping(),
  isBeingSetUp: () => false,
  nowSeconds: () => now,
});
afterAll(async () => {
  await live.stop();
  await writer.stop();
  await actions.stop?.();
});

const pulse: AlertRule = {
  ...{ subject: { kind: 'metric', metric: 'heart_rate' }, aggregate: 'mean', direction: 'at_least', against: 'value', window: '1h' },
  ...{ baseline: null, level: 100, clearing: 92, persistMinutes: 15, leastCoverage: 0.5, severity: 'HIGH', category: 'BIOMETRICS' },
  ...{ role: 'nurse', timeToLiveHours: 72, closesOnClearing: false },
};
const oxygen: AlertRule = { ...pulse, subject: { kind: 'metric', metric: 'spo2' }, direction: 'at_most', level: 91, clearing: 92 };
const pressure: AlertRule = {
  ...{ ...pulse, subject: { kind: 'metric', metric: 'systolic' }, aggregate: 'latest', window: '24h', persistMinutes: 0 },
  ...{ level: 160, clearing: 150, severity: 'CRITICAL', role: 'md' },
};

function ruleNamed(wanted: string): AlertRule {
  const found = defaultRules.find(({ id }) => id === wanted);
  if (!found) throw new Error(`There is no rule ${wanted}`);
  return found.rule;
}

async function tenantWith(...definitions: AlertRule[]) {
  const tenant = await harness.createTenant();
  const md = await harness.createUser(tenant, { roles: ['md'] });
  const ids: string[] = [];
  for (const definition of definitions) {
    const id = randomUUID();
    await rules.create(tenant.id, md.id, { id, title: 'A rule', definition });
    await rules.publish(tenant.id, id, 1, 'live');
    ids.push(id);
  }
  return { tenant, md, ids };
}
interface FiringRow {
  readonly ruleId: string;
  readonly firedAt: number;
  readonly endedAt: number | null;
  readonly endReason: string | null;
  readonly actionId: string | null;
  readonly isShadow: boolean;
  readonly openedAction: boolean;
  readonly evidence: { readonly measured: number };
}
const firingsOf = async (member: TestUser) =>
  (
    await database.tenant(member.tenantId, (sql) =>
      sql.query<FiringRow>(
        `select rule_id, fired_at, ended_at, end_reason, action_id, is_shadow, opened_action, evidence from vigil.alert_firings
         where tenant_id = $1 and user_id = $2 order by fired_at, rule_id`,
        [member.tenantId, member.id],
      ),
    )
  ).map((row) => ({ ...row, firedAt: row.firedAt / 1000, endedAt: row.endedAt === null ? null : row.endedAt / 1000 }));
const actionsOf = (member: TestUser) =>
  database.tenant(member.tenantId, (sql) =>
    sql.query<{ id: string; status: string; openKey: string; priority: string; alert: Alert }>(
      'select id, status, open_key, priority, alert from vigil.actions where tenant_id = $1 and user_id = $2 and open_key like $3 order by created_at',
      [member.tenantId, member.id, 'rule:%'],
    ),
  );
const alertsOf = async (member: TestUser) => (await actionsOf(member)).map(({ alert }) => alert);
type Sent = Partial<Record<MetricId, readonly (readonly [number, number])[]>>;
/** What a band sends at a moment, and what the rules make of it. */
async function sync(member: TestUser, atSeconds: number, sent: Sent) {
  now = atSeconds;
  await writer.append(tickBatch(member, sent, { receivedAtMs: now * 1000 }));
  await live.settled();
}
async function pass(atSeconds: number) {
  now = atSeconds;
  await live.settled();
}
const every = (from: number, to: number, step: number, value: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => [from + index * step, value] as const);
const reportsOf = (member: TestUser) => reports.filter(({ userId }) => userId === member.id).map(({ event }) => event);

describe('somebody whom nobody has judged yet', () => {
  const lows: readonly (readonly [number, number])[] = [
    [start - 110 * minute, 47],
    [start - 100 * minute, 44],
    [start - 90 * minute, 48],
    [start - 20 * minute, 120],
    [start - 10 * minute, 118],
  ];

  test('has a critical low of the first sync told, though it is over: the rule was running when it arrived', async () => {
    now = start - day;
    const { tenant } = await tenantWith(ruleNamed('glucose-very-low'));
    const member = await harness.createUser(tenant);
    await sync(member, start, { glucose: lows });
    expect(await firingsOf(member)).toMatchObject([{ firedAt: start - 105 * minute, evidence: { measured: 47 } }]);
    expect(reportsOf(member)).toEqual(['persisted', 'cleared']);
  });

  test('has nothing told that is over and came before the rule was running', async () => {
    now = start - day;
    const tenant = await harness.createTenant();
    const md = await harness.createUser(tenant, { roles: ['md'] });
    const member = await harness.createUser(tenant);
    await sync(member, start, { glucose: lows });
    now = start + minute;
    const id = randomUUID();
    await rules.create(tenant.id, md.id, { id, title: 'Low', definition: ruleNamed('glucose-very-low') });
    await rules.publish(tenant.id, id, 1, 'live');
    await sync(member, start + 2 * minute, { glucose: [[start + minute, 110]] });
    expect(await firingsOf(member)).toEqual([]);
  });
});

describe('two readings within five minutes', () => {
  test.each(['together', 'one by one'])('that arrive %s both count: what is beyond the level is told', async (how) => {
    now = start;
    const { tenant } = await tenantWith(ruleNamed('systolic-crisis'));
    const member = await harness.createUser(tenant);
    await sync(member, start + day, { heart_rate: [[start + day, 70]] });
    const at = start + day + 5 * minute;
    const readings = [
      [at + 10, 215],
      [at + 150, 150],
    ] as const;
    if (how === 'together') await sync(member, at + 160, { systolic: readings });
    else for (const one of readings) await sync(member, one[0] + 5, { systolic: [one] });
    expect(await firingsOf(member)).toMatchObject([{ firedAt: at + 5 * minute, evidence: { measured: 215 } }]);
    await pass(at + 60 * minute);
    expect(await firingsOf(member)).toMatchObject([{ firedAt: at + 5 * minute, endedAt: at + 10 * minute, endReason: 'cleared' }]);
  });
});

test('an alert that late readings have ended and that stands after all is kept as standing', async () => {
  now = start;
  const { tenant } = await tenantWith(ruleNamed('diastolic-high'));
  const member = await harness.createUser(tenant);
  const at = start + day;
  await sync(member, at - day + minute, { diastolic: [[at - day, 80]] });
  await sync(member, at, { diastolic: [[at - 60 * minute, 105]] });
  await sync(member, at + minute, { diastolic: [[at - 120 * minute, 106]] });
  await sync(member, at + 2 * minute, { diastolic: [[at - 90 * minute, 80]] });
  expect(await firingsOf(member)).toMatchObject([
    { firedAt: at - 115 * minute, endedAt: at - 85 * minute, endReason: 'cleared' },
    { firedAt: at - 55 * minute, endedAt: null, endReason: null },
  ]);
});

describe('an alert', () => {
  test('is fired when its condition persists, opens one action with frozen evidence, and clears without closing it', async () => {
    const { tenant, ids } = await tenantWith(oxygen);
    const member = await harness.createUser(tenant);
    const from = start + 10 * 3_600;
    await sync(member, from + 3_600, { spo2: every(from, from + 3_600, 600, 90) });
    // Half of the window is known after half an hour, and it holds for a quarter from then on.
    const fired = from + 1_800 + 900;
    expect(await firingsOf(member)).toMatchObject([
      { ruleId: ids[0], firedAt: fired, endedAt: null, openedAction: true, evidence: { measured: 90 } },
    ]);
    const [action] = await actionsOf(member);
    expect(action).toMatchObject({
      status: 'OPEN',
      openKey: expect.stringMatching(`^rule:${ids[0]}:`),
      priority: 'HIGH',
      alert: { triggered_values: [{ value: 90 }] },
    });
    await sync(member, from + 7_200, { spo2: every(from + 3_600, from + 7_200, 600, 98) });
    expect(await firingsOf(member)).toMatchObject([{ firedAt: fired, endReason: 'cleared' }]);
    await sync(member, from + 3 * 3_600, { spo2: every(from + 7_200, from + 3 * 3_600, 600, 80) });
    const both = await firingsOf(member);
    expect(both).toHaveLength(2);
    // Which action it joins is decided by the alarms that are open: see episodes.test.ts.
    expect(both[1]).toMatchObject({ endedAt: null });
    expect(await actionsOf(member)).toContainEqual(action);
    expect(reportsOf(member)).toEqual(['persisted', 'cleared', 'persisted']);
  });

  test.each([
    ['difference', 8],
    ['percent', 12],
  ] as const)('about a distance from the own baseline (%s) keeps what was read, and the baseline beside it', async (against, level) => {
    const night = { aggregate: 'latest', window: '2d', baseline: '28dS2d', persistMinutes: 0 } as const;
    const up: AlertRule = {
      ...pulse,
      ...night,
      subject: { kind: 'metric', metric: 'rhr' },
      direction: 'at_least',
      against,
      level,
      clearing: 5,
    };
    const { tenant } = await tenantWith(up);
    const member = await harness.createUser(tenant);
    await sync(member, start + 20 * day, { rhr: every(start, start + 20 * day, day, 60) });
    await sync(member, start + 20 * day + 7_200, { rhr: [[start + 20 * day, 71]] });
    await pass(start + 20 * day + 14_400);
    expect(await alertsOf(member)).toMatchObject([
      {
        triggered_values: [{ metric: 'rhr', value: 71, unit: 'bpm' }],
        // The mean of the timeframe, which is not the latest value that triggered it.
        evidence: [{ order: 'primary', timeframe_average: 65.5, timeframe_baseline: 60 }, {}, {}, {}],
      },
    ]);
  });

  test('keeps a reading of two units as it is: 102.3 °F is not rounded to 39.1 °C, which would read 102.4', async () => {
    now = start;
    const { tenant } = await tenantWith(ruleNamed('body-temperature-very-high'));
    const member = await harness.createUser(tenant);
    await sync(member, start + day, { body_temp: [[start + day - 60, 39.055556]] });
    expect(await alertsOf(member)).toMatchObject([{ triggered_values: [{ metric: 'body_temp', value: 39.055556, unit: '°C' }] }]);
  });

  test.each([
    ['of enough days stands beside the value, read at rest as the value is', 9, 80],
    ['of a few days is none: nobody takes them for four weeks', 3, null],
  ])('a baseline %s', async (_, days, baseline) => {
    const { tenant } = await tenantWith(pulse);
    const member = await harness.createUser(tenant);
    const at = start + 40 * 86_400;
    for (let day = days; day > 0; day--) {
      const from = at - day * 86_400;
      const walk = every(from + 3_600, from + 7_200, minute, 150);
      const worn = every(from, from + 10_800, 3_600, 0);
      const steps = every(from + 3_600, from + 7_200, minute, 90);
      await sync(member, from + 10_800, { heart_rate: [...every(from, from + 3_600, minute, 80), ...walk], band_removed: worn, steps });
    }
    const worn = every(at, at + 7_200, 1_800, 0);
    await sync(member, at + 7_200, { heart_rate: every(at, at + 7_200, minute, 112.6), band_removed: worn });
    const [alert] = await alertsOf(member);
    expect(alert).toMatchObject({
      triggered_values: [{ metric: 'heart_rate', value: 113 }],
      evidence: [{ order: 'primary', timeframe_average: expect.closeTo(112.6, 6), timeframe_baseline: baseline }, {}, {}, {}],
    });
  });

  test('a reading that a person took is judged as it comes, and so is the next one in the same five minutes', async () => {
    const { tenant } = await tenantWith(pressure);
    const member = await harness.createUser(tenant);
    const at = start + 12 * 3_600;
    await sync(member, at + 61, { systolic: [[at + 60, 182]] });
    expect(await firingsOf(member)).toMatchObject([{ firedAt: at + 300, endedAt: null, evidence: { measured: 182 } }]);
    await sync(member, at + 121, { systolic: [[at + 120, 130]] });
    expect(await firingsOf(member)).toMatchObject([{ firedAt: at + 300, endedAt: null, evidence: { measured: 182 } }]);
    await pass(at + 3_600);
    expect(await firingsOf(member)).toMatchObject([{ firedAt: at + 300, endedAt: at + 600, endReason: 'cleared' }]);
    expect(await actionsOf(member)).toHaveLength(1);
    const other = await harness.createUser(tenant);
    await sync(other, at + 61, { systolic: [[at + 60, 120]] });
    await sync(other, at + 181, { systolic: [[at + 180, 182]] });
    expect(await firingsOf(other)).toMatchObject([{ firedAt: at + 300, endedAt: null, evidence: { measured: 182 } }]);
    await sync(other, at + 241, { systolic: [[at + 240, 195]] });
    expect(reportsOf(other)).toEqual(['persisted', 'still_true']);
    await pass(at + 3_600);
    expect(await actionsOf(other)).toHaveLength(1);
  });

  test('a reading of a device whose clock is ahead is judged when its time has come, though nothing else comes', async () => {
    const { tenant } = await tenantWith(pressure);
    const member = await harness.createUser(tenant);
    const at = start + 12 * 3_600;
    await sync(member, at + 60, { systolic: [[at + 350, 182]] });
    expect(await firingsOf(member)).toEqual([]);
    await pass(at + 301);
    expect(await firingsOf(member)).toMatchObject([{ firedAt: at + 600, endedAt: null, evidence: { measured: 182 } }]);
  });

  test('what arrives more than a day late rings for nobody, though a window of a day held it yesterday, and hides nothing that comes in time', async () => {
    const { tenant } = await tenantWith(pressure);
    const member = await harness.createUser(tenant);
    const at = start + 5 * day;
    await sync(member, at, { systolic: [[at - 25 * 3_600, 190]] });
    await pass(at + 60);
    expect([await firingsOf(member), reportsOf(member)]).toEqual([[], []]);
    await sync(member, at + 120, { systolic: [[at - 10 * 3_600, 185]] });
    expect(await firingsOf(member)).toMatchObject([{ firedAt: at - 10 * 3_600 + 300, evidence: { measured: 185 } }]);
    await sync(member, at + 180, { systolic: [[at + 170, 120]] });
    expect(reportsOf(member)).toEqual(['persisted', 'cleared']);
  });

  test('data that stops, and a condition that persists without new data, are judged when they are due', async () => {
    const { tenant } = await tenantWith({ ...oxygen, persistMinutes: 60, window: '2h' });
    const member = await harness.createUser(tenant);
    const from = start + 12 * 3_600;
    await sync(member, from + 3_600, { spo2: every(from, from + 3_600, 600, 90) });
    expect(await firingsOf(member)).toEqual([]);
    await pass(from + 3_600 + 3_000);
    expect(await firingsOf(member)).toEqual([]);
    // Half of two hours is vouched for from 55 minutes on until two hours and five; 60 minutes of it are over at 1:55.
    for (let at = from + 7_200; at <= from + 4 * 3_600; at += 300) await pass(at);
    const [firing] = await firingsOf(member);
    expect(firing).toMatchObject({ endedAt: null });
    expect(reportsOf(member)).toEqual(['persisted', 'data_stopped']);
  });

  test('in the shadow is kept, opens nothing and tells nobody; a LOW one that may closes its action', async () => {
    const { tenant, md } = await tenantWith({ ...oxygen, severity: 'LOW', closesOnClearing: true });
    const shadowed = randomUUID();
    await rules.create(tenant.id, md.id, { id: shadowed, title: 'Shadow', definition: oxygen });
    await rules.publish(tenant.id, shadowed, 1, 'shadow');
    const member = await harness.createUser(tenant);
    const from = start + 12 * 3_600;
    await sync(member, from + 3_600, { spo2: every(from, from + 3_600, 600, 90) });
    const fired = await firingsOf(member);
    expect(fired.map(({ isShadow, actionId }) => [isShadow, actionId === null])).toEqual(
      expect.arrayContaining([
        [false, false],
        [true, true],
      ]),
    );
    expect((await actionsOf(member)).map(({ status }) => status)).toEqual(['OPEN']);
    await sync(member, from + 7_200, { spo2: every(from + 3_600, from + 7_200, 600, 98) });
    expect((await actionsOf(member)).map(({ status }) => status)).toEqual(['CLOSED']);
    expect(reportsOf(member)).toEqual(['persisted', 'cleared']);
  });
});

describe('what changes beside the readings', () => {
  const from = start + 12 * 3_600;
  const low = { spo2: every(from, from + 3_600, 600, 90) };

  test('a rule that begins to run tells what stands by now, of everybody, and not what is over', async () => {
    const { tenant, md } = await tenantWith(pulse);
    const [stands, over] = [await harness.createUser(tenant), await harness.createUser(tenant)];
    await sync(stands, from + 3_600, low);
    await sync(over, from + 3_600, low);
    await sync(over, from + 7_200, { spo2: every(from + 3_600, from + 7_200, 600, 98) });
    const id = randomUUID();
    await rules.create(tenant.id, md.id, { id, title: 'New', definition: oxygen });
    await rules.publish(tenant.id, id, 1, 'live');
    await pass(from + 7_210);
    expect(await firingsOf(stands)).toMatchObject([{ ruleId: id, firedAt: from + 2_700 }]);
    expect(await firingsOf(over)).toEqual([]);
  });

  test('a new version takes over the alert that stands; a retired rule ends it, and its action stays', async () => {
    const { tenant, md, ids } = await tenantWith(oxygen);
    const [id] = ids as [string];
    const member = await harness.createUser(tenant);
    await sync(member, from + 3_600, low);
    const { revision } = await rules.change(tenant.id, md.id, id, {
      revision: 2,
      title: 'Stricter',
      definition: { ...oxygen, level: 92, clearing: 93 },
    });
    const published = await rules.publish(tenant.id, id, revision, 'live');
    await sync(member, from + 4_200, { spo2: every(from + 3_600, from + 4_200, 600, 90) });
    expect(await firingsOf(member)).toHaveLength(1);
    await rules.retire(tenant.id, id, published.revision);
    await pass(from + 4_260);
    expect(await firingsOf(member)).toMatchObject([{ endReason: 'retired' }]);
    expect((await actionsOf(member)).map(({ status }) => status)).toEqual(['OPEN']);
  });

  test('members on hold are not judged, and begin anew when they are released', async () => {
    const { tenant } = await tenantWith(oxygen);
    const member = await harness.createUser(tenant, { isOnHold: true });
    await sync(member, from + 3_600, low);
    expect(await firingsOf(member)).toEqual([]);
    await harness.asOwner('update vigil.users set is_on_hold = false where id = $1', [member.id]);
    await sync(member, from + 3_900, { spo2: every(from + 3_600, from + 3_900, 300, 90) });
    expect(await firingsOf(member)).toEqual([]);
    await sync(member, from + 5_400, { spo2: every(from + 3_900, from + 5_400, 300, 90) });
    expect(await firingsOf(member)).toHaveLength(1);
  });
});

describe('readings that come late', () => {
  test('a critical low in a backfill is told, though the high before it has fired on the silence that it fills', async () => {
    const [high, low] = [ruleNamed('glucose-very-high'), ruleNamed('glucose-very-low')];
    const { tenant, ids } = await tenantWith(high, low);
    const member = await harness.createUser(tenant);
    const at = start + 12 * 3_600;
    const ago = (minutes: number) => at - minutes * minute;
    await sync(member, ago(169), { glucose: [[ago(170), 262]] });
    await pass(ago(10));
    expect(await firingsOf(member)).toMatchObject([{ ruleId: ids[0], endedAt: null }]);
    await sync(member, at, {
      glucose: [
        [ago(110), 47],
        [ago(100), 44],
        [ago(90), 48],
        [ago(80), 120],
        [ago(70), 118],
      ],
    });
    const found = await firingsOf(member);
    const ofLow = found.filter(({ ruleId }) => ruleId === ids[1]);
    expect(ofLow).toMatchObject([{ firedAt: ago(105), endReason: 'cleared', openedAction: true, evidence: { measured: 47 } }]);
    expect(await actionsOf(member)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ openKey: expect.stringMatching(`^rule:${ids[1]}:`), status: 'OPEN', priority: 'CRITICAL' }),
      ]),
    );
    // The high was not what it had seemed: nobody takes back that it was told, and it is over.
    expect(found.filter(({ ruleId }) => ruleId === ids[0])).toMatchObject([{ endReason: 'cleared' }]);
    await sync(member, at + 60, { glucose: [[ago(110), 47]] });
    expect(await firingsOf(member)).toEqual(found);
  });

  test('move the beginning of an alert without ringing for it again, and end one that was not so', async () => {
    const { tenant, ids } = await tenantWith(oxygen);
    const member = await harness.createUser(tenant);
    const from = start + 12 * 3_600;
    const told = from + 5_400 + 2_700;
    await sync(member, from + 9_000, { spo2: every(from + 5_400, from + 9_000, 600, 90) });
    expect(await firingsOf(member)).toMatchObject([{ firedAt: told, endedAt: null }]);
    await sync(member, from + 9_060, { spo2: every(from, from + 5_400, 600, 90) });
    const [earlier, later] = await firingsOf(member);
    expect(earlier).toMatchObject({ ruleId: ids[0], firedAt: from + 2_700, endedAt: null, openedAction: false, actionId: later?.actionId });
    expect(later).toMatchObject({ firedAt: told, endReason: 'superseded' });
    expect(reportsOf(member)).toEqual(['persisted', 'still_true']);
    expect(await actionsOf(member)).toHaveLength(1);
    await sync(member, from + 9_120, { spo2: every(from, from + 9_000, 600, 97) });
    expect((await firingsOf(member)).map(({ endReason }) => endReason)).toEqual(['cleared', 'superseded']);
    expect(reportsOf(member)).toEqual(['persisted', 'still_true', 'cleared']);
  });

  test('raise an alert again that was told to be over and stands after all, also once its action is done with', async () => {
    const { tenant } = await tenantWith(pressure);
    const member = await harness.createUser(tenant);
    const at = start + 12 * 3_600;
    await sync(member, at + 60, { systolic: [[at, 182]] });
    await sync(member, at + 1_260, { systolic: [[at + 1_200, 120]] });
    expect(reportsOf(member)).toEqual(['persisted', 'cleared']);
    const [action] = await actionsOf(member);
    await database.tenant(tenant.id, (sql) => actions.close(sql, tenant.id, action?.id ?? '', 'Seen.'));
    // The cuff had been set to somebody else.
    await sync(member, at + 1_320, { systolic: [[at + 1_200, 178]] });
    expect(await firingsOf(member)).toMatchObject([{ firedAt: at + 300, endedAt: null, endReason: null }]);
    const both = await actionsOf(member);
    expect(both.map(({ status }) => status)).toEqual(['CLOSED', 'OPEN']);
    expect((await firingsOf(member))[0]?.actionId).toBe(both[1]?.id);
    await sync(member, at + 1_800, { systolic: [[at + 1_750, 120]] });
    expect(reportsOf(member)).toEqual(['persisted', 'cleared', 'persisted', 'cleared']);
  });

  test('what says that readings count may come after them: the band’s word that it was worn', async () => {
    const { tenant } = await tenantWith(pulse);
    const member = await harness.createUser(tenant);
    const from = start + 12 * 3_600;
    await sync(member, from + 7_200, { heart_rate: every(from, from + 7_200, minute, 120) });
    expect(await firingsOf(member)).toEqual([]);
    await sync(member, from + 7_260, { band_removed: every(from, from + 7_200, 3_600, 0) });
    expect(await firingsOf(member)).toMatchObject([{ firedAt: from + 2_700, endedAt: null }]);
  });

  test('of the time on hold are nobody’s to judge afterwards', async () => {
    const { tenant } = await tenantWith(pressure);
    const member = await harness.createUser(tenant, { isOnHold: true });
    const at = start + 12 * 3_600;
    await sync(member, at, { systolic: [[at - 60, 120]] });
    await harness.asOwner('update vigil.users set is_on_hold = false where id = $1', [member.id]);
    await sync(member, at + 600, {
      systolic: [
        [at - 3_600, 190],
        [at + 540, 121],
      ],
    });
    expect(await firingsOf(member)).toEqual([]);
  });
});

describe('the live run', () => {
  test('fires all that a backtest over the readings fires, in whatever order and as late as they came', { timeout: 300_000 }, async () => {
    const some = [
      pulse,
      oxygen,
      { ...oxygen, level: 93, clearing: 94, persistMinutes: 30 },
      pressure,
      { ...pressure, level: 150, clearing: 140 },
    ];
    const all = [...some, { ...pulse, direction: 'at_most', level: 85, clearing: 88 } as const, ruleNamed('news2-urgent')];
    const { tenant, ids } = await tenantWith(...all);
    let extra = 0;
    for (const seed of [11, 13]) {
      const member = await harness.createUser(tenant);
      for (const { atSeconds, sent } of syncsOf(aLife(seed), seed)) await sync(member, atSeconds, sent);
      const end = now + 2 * 3_600;
      for (let at = now + 600; at <= end; at += 600) await pass(at);
      const until = Math.floor(end / 300) * 300 - 1_800;
      const histories = await readHistories(ticks, {
        ...{ tenantId: tenant.id, userIds: [member.id], rules: all, timeZoneOf: () => 'UTC' },
        ...{ fromSeconds: start - 2 * day, toSeconds: until + 600 },
      });
      const found = await firingsOf(member);
      let fired = 0;
      for (const [index, rule] of all.entries()) {
        const truth = replay(prepareRule(rule), histories(rule, member.id).series, start - day, until);
        const told = found.filter(({ ruleId }) => ruleId === ids[index]);
        const isTrue = ({ firedAt }: { firedAt: number }) => truth.firings.some((one) => one.firedAt === firedAt);
        expect(
          told.filter(isTrue).map(({ firedAt, endedAt }) => ({ firedAt, endedAt })),
          `rule ${index}, seed ${seed}`,
        ).toEqual(truth.firings);
        expect(told.filter((one) => !isTrue(one) && one.endedAt === null)).toEqual([]);
        fired += truth.firings.length;
        extra += told.length - truth.firings.length;
      }
      expect(fired).toBeGreaterThan(5);
    }
    // Some were true only as long as nobody knew better.
    expect(extra).toBeGreaterThan(0);
  });

  test('of readings that came in time and in order fires exactly what a backtest over all of them fires', {
    timeout: 180_000,
  }, async () => {
    const { tenant, ids } = await tenantWith(pulse, oxygen);
    const life = aLife(21);
    const member = await harness.createUser(tenant);
    // The rules began a day before there was anything to judge.
    await sync(member, start, { spo2: [[start - 60, 97]] });
    for (let at = start + 900; at <= start + lifeDays * day; at += 900) await sync(member, at, between(life, at - 900, at));
    const until = start + lifeDays * day - 300;
    for (const [rule, id] of [
      [pulse, ids[0]],
      [oxygen, ids[1]],
    ] as const) {
      const { firings } = replay(prepareRule(rule), seriesOf(rule, knownOf(life), start - 7_200, until), start - 300, until);
      expect(firings.length).toBeGreaterThan(1);
      const found = (await firingsOf(member)).filter(({ ruleId }) => ruleId === id);
      expect(found.map(({ firedAt, endedAt }) => ({ firedAt, endedAt }))).toEqual(firings);
    }
  });
});

const lifeDays = 2;
type Life = Record<'heart_rate' | 'spo2' | 'steps' | 'band_removed' | 'systolic', readonly TimedValue[]>;

/** Numbers without chance: the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Two days by the minute: worn most of the time, walking now and then, fast pulses and low oxygen in between. */
function aLife(seed: number): Life {
  const random = numbers(seed);
  const life: Record<keyof Life, TimedValue[]> = { heart_rate: [], spo2: [], steps: [], band_removed: [], systolic: [] };
  let [worn, ill, walking] = [true, 0, 0];
  for (let at = 0; at < lifeDays * 1_440; at++) {
    const seconds = start + at * minute;
    if (random() < 0.002) worn = !worn;
    if (random() < 0.004) ill = Math.floor(random() * 240);
    if (random() < 0.004) walking = Math.floor(random() * 40);
    ill -= 1;
    walking -= 1;
    if (random() < 0.01) life.systolic.push({ seconds, value: 120 + Math.floor(random() * 70) });
    if (at % 60 === 0) life.band_removed.push({ seconds, value: worn ? 0 : 1 });
    if (!worn) continue;
    life.heart_rate.push({ seconds, value: (ill > 0 ? 104 : 80) + Math.floor(random() * 20) });
    if (at % 10 === 3) life.spo2.push({ seconds, value: (ill > 0 ? 88 : 95) + Math.floor(random() * 4) });
    if (walking > 0) life.steps.push({ seconds, value: 60 });
  }
  return life;
}

function between(life: Life, from: number, to: number): Sent {
  const within = (values: readonly TimedValue[]) =>
    values.filter(({ seconds }) => seconds >= from && seconds < to).map(({ seconds, value }) => [seconds, value] as const);
  return Object.fromEntries(
    (Object.keys(life) as (keyof Life)[])
      .map((metric) => [metric, within(life[metric])] as const)
      .filter(([, values]) => values.length > 0),
  );
}
const knownOf = (life: Life) =>
  new Map(
    (Object.keys(life) as (keyof Life)[]).map((metric) => [
      metric as MetricId,
      new Map(life[metric].map(({ seconds, value }) => [seconds, value])),
    ]),
  );

/** A band's syncs: every quarter of an hour, some missed and made up for later, some hours late, some sent again, some corrected afterwards. */
function syncsOf(life: Life, seed: number): { atSeconds: number; sent: Sent }[] {
  const random = numbers(seed * 7);
  const syncs: { atSeconds: number; sent: Sent }[] = [];
  let from = start;
  for (let at = start + 900; at <= start + lifeDays * day; at += 900) {
    if (random() < 0.25) continue;
    const repeated = random() < 0.1 ? from - 900 : from;
    const sent = between(life, repeated, at);
    const late = random() < 0.15 ? Math.floor(random() * 10 * 3_600) : 0;
    if (Object.keys(sent).length > 0) syncs.push({ atSeconds: at + late + Math.floor(random() * 200), sent });
    const corrected = (between(life, at - 10_800, at - 7_200).spo2 ?? []).map(([when]) => [when, 85] as const);
    if (random() < 0.1 && corrected.length > 0) syncs.push({ atSeconds: at + 11 * 3_600, sent: { spo2: corrected } });
    from = at;
  }
  return syncs.sort((one, other) => one.atSeconds - other.atSeconds);
}

/** What a rule looks at, from readings at hand rather than from the engine. */
function seriesOf(rule: AlertRule, known: ReadonlyMap<MetricId, ReadonlyMap<number, number>>, from: number, to: number) {
  const valuesOf = (metric: MetricId, since = from) =>
    [...(known.get(metric) ?? [])]
      .map(([seconds, value]) => ({ seconds, value }))
      .filter(({ seconds }) => seconds >= since && seconds < to)
      .sort((a, b) => a.seconds - b.seconds);
  const metric = rule.subject.kind === 'metric' ? rule.subject.metric : 'spo2';
  const worn = stateIntervals(
    stateRuns(valuesOf('band_removed', from - bandStateHoldsSeconds), bandStateHoldsSeconds),
    bandStateHoldsSeconds,
    to,
  );
  const isRead =
    metric === 'heart_rate' ? restingSlots(wornSlots(worn), new Set(valuesOf('steps').map(({ seconds }) => slotOf(seconds)))) : undefined;
  return slotSeries(slotsOfReadings(valuesOf(metric)), { fromSeconds: from, toSeconds: to, dueEverySeconds: dueEvery(metric) }, { isRead });
}
