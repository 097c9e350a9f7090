import { randomUUID } from 'node:crypto';
import { prepareRule } from '@vigil/domain/alerts/decide';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import { replay } from '@vigil/domain/alerts/replay';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { SaidOfMember } from '@vigil/domain/news2/course';
import { gad7 } from '@vigil/domain/surveys/shipped/gad-7';
import { afterAll, describe, expect, test } from 'vitest';
import { createActions } from '#services/factuary/actions/index.ts';
import { createSurveys } from '#services/factuary/surveys/index.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { type TestUser, useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { readHistories } from '../backtest/histories.ts';
import { createMemberLayersStore } from '../rules/member-layers.store.ts';
import { createMemberRules } from '../rules/member-rules.ts';
import { createRules } from '../rules/rules.service.ts';
import { createRulesStore } from '../rules/rules.store.ts';
import { createLive, type Live } from './live.ts';

// Stores of its own: whoever is due is looked for in every tenant, and judged by the clock of this file.
const harness = await useOwnHarness();
const { database, people } = harness;
const [minute, hour, day] = [60, 3_600, 86_400];
const start = Date.parse('2026-03-02T00:00:00Z') / 1000;
let now = start;
const clock = { now: () => now * 1000 };
const writer = createTickWriter({ ...harness, clock });
const actions = createActions({ ...harness, maySee: async () => true });
const store = createRulesStore(database, async () => true);
const rules = createRules({ store, clock, isSurvey: async () => true });
const memberRules = createMemberRules({ store, memberLayers: createMemberLayersStore(database), cohortsOf: async () => new Map(), clock });
/** Who hears of answers: one that is gone hears of them, and judges nothing any more. */
let hearing: Live;
const surveys = createSurveys({
  ...{ database, people, clock },
  figuresOver: async () => ({ sleep_score: null, steps: null }),
  openAction: async () => randomUUID(),
  onSaid: async () => {},
  onScored: (sql, tenantId, { userId, surveyId }) => hearing.arrived(sql, tenantId, userId, { kind: 'survey', surveyId }),
  programs: { delivered: async () => [], hold: async () => {}, completed: async () => {} },
});
const said = new Map<string, SaidOfMember[]>();
const reads = {
  ...createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs }),
  ...{ birthDatesOf: people.birthDatesOf, saidOf: async () => said, surveyScores: surveys.scores },
};
const startLive = () =>
  createLive({
    ...{ ...harness, rules: store, memberRules, ticks: reads, people, actions, everySeconds: 3_600 },
    evidenceOf: async () => ({ evidence: [] }),
    report: async () => {},
    takesReadings: () => harness.engine.ping(),
    isBeingSetUp: () => false,
    nowSeconds: () => now,
  });
const live = startLive();
hearing = live;
afterAll(async () => {
  await live.stop();
  await writer.stop();
  await actions.stop?.();
});

const anxious: AlertRule = {
  ...{ subject: { kind: 'survey', surveyId: gad7.id }, aggregate: 'latest', direction: 'at_least', against: 'value', window: '14d' },
  ...{ baseline: null, level: 15, clearing: 9, persistMinutes: 0, leastCoverage: 0.5, severity: 'HIGH', category: 'SURVEY' },
  ...{ role: 'nurse', timeToLiveHours: 72, closesOnClearing: false },
};
const defaultRule = (wanted: string): AlertRule => {
  const found = defaultRules.find(({ id }) => id === wanted);
  if (!found) throw new Error(`There is no rule ${wanted}`);
  return found.rule;
};
// Judged at once: for how long it has to hold is another test's matter.
const news2Urgent: AlertRule = { ...defaultRule('news2-urgent'), persistMinutes: 0 };

async function tenantWith(definition: AlertRule) {
  const tenant = await harness.createTenant();
  const md = await harness.createUser(tenant, { roles: ['md'] });
  const id = randomUUID();
  await rules.create(tenant.id, md.id, { id, title: 'A rule', definition });
  await rules.publish(tenant.id, id, 1, 'live');
  return { tenant, md, ruleId: id };
}
const firingsOf = async (member: TestUser) => {
  const rows = await database.tenant(member.tenantId, (sql) =>
    sql.query<{ firedAt: number; endedAt: number | null; openedAction: boolean; evidence: { measured: number } }>(
      'select fired_at, ended_at, opened_action, evidence from vigil.alert_firings where tenant_id = $1 and user_id = $2 order by fired_at',
      [member.tenantId, member.id],
    ),
  );
  return rows.map((row) => ({ ...row, firedAt: row.firedAt / 1000, endedAt: row.endedAt === null ? null : row.endedAt / 1000 }));
};
const actionsOf = (member: TestUser) =>
  database.tenant(member.tenantId, (sql) =>
    sql.query<{ category: string; status: string; alert: { triggered_values: { metric: string; value: number }[] } }>(
      'select category, status, alert from vigil.actions where tenant_id = $1 and user_id = $2 and open_key like $3 order by created_at',
      [member.tenantId, member.id, 'rule:%'],
    ),
  );
/** What a replay of the member's history, as a backtest reads it, fires. */
async function replayed(member: TestUser, rule: AlertRule, fromSeconds: number, toSeconds: number) {
  const histories = await readHistories(reads, {
    ...{ tenantId: member.tenantId, userIds: [member.id], rules: [rule], timeZoneOf: () => 'UTC' },
    ...{ fromSeconds: fromSeconds - 14 * day, toSeconds },
  });
  return replay(prepareRule(rule), histories(rule, member.id).series, fromSeconds, toSeconds).firings;
}
const slotEnd = (seconds: number) => (Math.floor(seconds / 300) + 1) * 300;

describe('a rule about a survey', () => {
  const answersOf = (each: readonly number[]) =>
    gad7.content.questions
      .filter(({ name }) => /gad7_[1-7]$/.test(name))
      .map(({ name }, index) => ({ questionName: name, answerIndices: [each[index] ?? 0] }));
  const answer = (member: TestUser, atSeconds: number, each: readonly number[]) => {
    now = atSeconds;
    const sent = { status: 'answered', time_answered: atSeconds, answers: answersOf(each) } as const;
    return surveys.answering.answerSurvey(member.tenantId, { userId: member.id, by: member.id }, gad7.id, sent);
  };
  const [severe, mild] = [
    [3, 3, 3, 3, 2, 1, 1],
    [1, 1, 1, 0, 0, 0, 0],
  ] as const;

  test('is judged when it was answered: one action with frozen evidence, cleared by a later answer, as a backtest has it', async () => {
    const { tenant } = await tenantWith(anxious);
    const member = await harness.createUser(tenant);
    const first = start + 9 * hour + 61;
    expect(await answer(member, first, severe)).toEqual([]);
    await live.settled();
    expect(await firingsOf(member)).toMatchObject([
      { firedAt: slotEnd(first), endedAt: null, openedAction: true, evidence: { measured: 16 } },
    ]);
    const [action] = await actionsOf(member);
    expect(action).toMatchObject({
      category: 'SURVEY',
      status: 'OPEN',
      alert: { triggered_values: [{ metric: 'survey_score', value: 16 }] },
    });
    const second = first + 7 * day;
    await answer(member, second, mild);
    await live.settled();
    const third = second + day;
    await answer(member, third, severe);
    await live.settled();
    const found = await firingsOf(member);
    expect(found).toMatchObject([
      { firedAt: slotEnd(first), endedAt: slotEnd(second) },
      { firedAt: slotEnd(third), endedAt: null },
    ]);
    expect(await actionsOf(member)).toContainEqual(action);
    const told = found.map(({ firedAt, endedAt }) => ({ firedAt, endedAt }));
    expect(await replayed(member, anxious, start, third + 600)).toEqual(told);
  });

  test('an answer without a score is none, and what the care team says beside it counts from then on', async () => {
    const { tenant, md } = await tenantWith(anxious);
    const member = await harness.createUser(tenant);
    const first = start + 9 * hour;
    await answer(member, first, [2, 2, 2, 2, 2, 2, 2]);
    await live.settled();
    expect(await firingsOf(member)).toEqual([]);
    const [row] = await database.tenant(tenant.id, (sql) =>
      sql.query<{ id: string }>('select id from vigil.user_surveys where tenant_id = $1 and user_id = $2', [tenant.id, member.id]),
    );
    now = first + hour;
    const beside = { questionName: 'gad7_1', answerIndices: [3] };
    const sent = { status: 'answered', time_answered: now, answers: [beside] } as const;
    await surveys.answering.answer(tenant.id, { userId: member.id, by: md.id }, row?.id ?? '', { ...sent, answers: [...sent.answers] });
    await live.settled();
    expect(await firingsOf(member)).toMatchObject([{ firedAt: slotEnd(first + hour), evidence: { measured: 15 } }]);
    expect(await replayed(member, anxious, start, now + 600)).toEqual([{ firedAt: slotEnd(first + hour), endedAt: null }]);
  });

  test('is judged by another process where the one that stored the answer has ended, and nobody is held where no such rule runs', async () => {
    const { tenant } = await tenantWith(anxious);
    const member = await harness.createUser(tenant);
    hearing = startLive();
    await hearing.stop();
    await answer(member, start + 9 * hour, severe);
    hearing = live;
    expect(await firingsOf(member)).toEqual([]);
    await live.settled();
    expect(await firingsOf(member)).toHaveLength(1);
    const { tenant: other } = await tenantWith(news2Urgent);
    const unwatched = await harness.createUser(other);
    await answer(unwatched, start + 9 * hour, severe);
    const watched = await database.tenant(other.id, (sql) =>
      sql.query('select 1 from vigil.alert_watches where tenant_id = $1 and user_id = $2', [other.id, unwatched.id]),
    );
    expect(watched).toEqual([]);
  });
});

describe('a rule about NEWS2', () => {
  async function sync(member: TestUser, atSeconds: number, sent: Partial<Record<MetricId, readonly (readonly [number, number])[]>>) {
    now = atSeconds;
    await writer.append(tickBatch(member, sent, { receivedAtMs: now * 1000 }));
    await live.settled();
  }
  async function say(member: TestUser, atSeconds: number, kind: SaidOfMember['kind'], value: string) {
    now = atSeconds;
    await database.tenant(member.tenantId, async (sql) => {
      said.set(member.id, [...(said.get(member.id) ?? []), { kind, value, saidAt: now }]);
      await live.arrived(sql, member.tenantId, member.id, { kind: 'score', score: 'news2' });
    });
    await live.settled();
  }
  const every = (from: number, to: number, step: number, value: (at: number) => number) =>
    Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => [from + index * step, value(from + index * step)] as const);

  test('is judged as its inputs come, by the lower bound: a cuff and what a clinician says at once', async () => {
    const { tenant } = await tenantWith(news2Urgent);
    const member = await harness.createUser(tenant);
    const at = start + 10 * hour;
    await sync(member, at + 61, { systolic: [[at + 60, 88]] });
    expect(await firingsOf(member)).toEqual([]);
    await say(member, at + 600, 'oxygen', 'oxygen');
    expect(await firingsOf(member)).toMatchObject([{ firedAt: slotEnd(at + 600), endedAt: null, evidence: { measured: 5 } }]);
    expect(await actionsOf(member)).toMatchObject([
      { category: 'BIOMETRICS', alert: { triggered_values: [{ metric: 'news2_score', value: 5 }] } },
    ]);
    await say(member, at + 1_200, 'oxygen', 'air');
    expect(await firingsOf(member)).toMatchObject([{ firedAt: slotEnd(at + 600), endedAt: slotEnd(at + 1_200) }]);
  });

  test('of what a band sends in order fires what a backtest fires, also when the band was off for hours', {
    timeout: 120_000,
  }, async () => {
    const { tenant } = await tenantWith(news2Urgent);
    const member = await harness.createUser(tenant);
    const isIll = (at: number) => (at - start) % (12 * hour) > 8 * hour;
    const isOff = (at: number) => at > start + 22 * hour && at < start + 26 * hour;
    const until = start + 40 * hour;
    for (let at = start + 900; at <= until; at += 900) {
      const [from, states] = [at - 900, every(at - 900, at, 900, (moment) => (isOff(moment) ? 1 : 0))];
      const worn = (of: (moment: number) => number) => every(from, at, minute, of).filter(([moment]) => !isOff(moment));
      await sync(member, at + 20, {
        heart_rate: worn((moment) => (isIll(moment) ? 118 : 72) + (moment % 7)),
        resp_rate: worn((moment) => (isIll(moment) ? 26 : 15)),
        spo2: worn((moment) => (isIll(moment) ? 95 : 98)),
        band_removed: states,
      });
    }
    const found = (await firingsOf(member)).map(({ firedAt, endedAt }) => ({ firedAt, endedAt }));
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(await replayed(member, news2Urgent, start, until));
  });
});
