import { randomUUID } from 'node:crypto';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import pg from 'pg';
import { afterAll } from 'vitest';
import { createActions } from '#services/factuary/actions/index.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { type TestTenant, type TestUser, useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { wireAlarms } from '../../alarms/wiring.ts';
import { createMemberLayersStore } from '../../rules/member-layers.store.ts';
import { createMemberRules } from '../../rules/member-rules.ts';
import { createRules } from '../../rules/rules.service.ts';
import { createRulesStore } from '../../rules/rules.store.ts';
import { createLive } from '../live.ts';

const minute = 60;

/**
 * The live run with real alarms and actions over stores of its own (whoever is due is looked for in every tenant), by a clock that `measure` moves on.
 * Alarms and actions go by the database's clock.
 */
export async function judgedMembers() {
  const harness = await useOwnHarness();
  const { database, people, log } = harness;
  const time = { now: Date.parse('2026-03-02T08:00:00Z') / 1000 };
  const clock = { now: () => time.now * 1000 };
  const writer = createTickWriter({ ...harness, clock });
  const store = createRulesStore(database, async () => true);
  const rules = createRules({ store, clock, isSurvey: async () => true });
  const actions = createActions({ ...harness, maySee: async () => true });
  const { alarms, timers, answering } = wireAlarms({
    ...{ database, people, actions, log, post: { send: async () => {} } },
    ...{ homeOf: async () => 'https://care.example', config: { alarmTimerSeconds: 3_600, smtpUrl: undefined, smsUrl: undefined } },
  });
  const beforeReport: (() => Promise<void>)[] = [];
  const live = createLive({
    ...{ ...harness, rules: store, people, actions, everySeconds: 3_600, nowSeconds: () => time.now },
    report: async (...told) => {
      for (const one of beforeReport.splice(0)) await one();
      await alarms.report(...told);
    },
    memberRules: createMemberRules({ store, memberLayers: createMemberLayersStore(database), cohortsOf: async () => new Map(), clock }),
    ticks: {
      ...createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs }),
      ...{ birthDatesOf: people.birthDatesOf, saidOf: async () => new Map(), surveyScores: async () => [] },
    },
    evidenceOf: async () => ({ evidence: [] }),
    takesReadings: () => harness.engine.ping(),
    isBeingSetUp: () => false,
  });
  afterAll(async () => {
    await live.stop();
    await timers.stop();
    await writer.stop();
    await actions.stop?.();
  });

  /** A member of a tenant with some of the default rules, and a nurse and a physician who handle them. */
  async function member(...wanted: readonly (string | readonly [id: string, over: Partial<AlertRule>])[]) {
    const tenant = await harness.createTenant();
    const md = await harness.createUser(tenant, { roles: ['md'] });
    // A rule that is written later has a lower id: what is told first is not what is stored first.
    const ids = wanted.map(() => randomUUID()).sort();
    const ruleIds: string[] = [];
    for (const one of wanted) {
      const [id, over] = typeof one === 'string' ? [one, {}] : one;
      const shipped = defaultRules.find((rule) => rule.id === id);
      if (!shipped) throw new Error(`There is no default rule ${id}`);
      const ruleId = ids.pop() ?? randomUUID();
      ruleIds.push(ruleId);
      await rules.create(tenant.id, md.id, { id: ruleId, title: shipped.title, definition: { ...shipped.rule, ...over } });
      await rules.publish(tenant.id, ruleId, 1, 'live');
    }
    return { tenant, md, ruleIds, nurse: await harness.createUser(tenant, { roles: ['nurse'] }), who: await harness.createUser(tenant) };
  }

  /** A rule is retired, or runs on as it is edited. */
  async function retire(tenant: TestTenant, ruleId: string) {
    await rules.retire(tenant.id, ruleId, (await rules.get(tenant.id, ruleId)).revision);
  }
  async function edit(tenant: TestTenant, by: TestUser, ruleId: string, over: Partial<AlertRule>) {
    const { revision, versions } = await rules.get(tenant.id, ruleId);
    const [newest] = versions;
    if (!newest) throw new Error('The rule has no version');
    const changed = await rules.change(tenant.id, by.id, ruleId, {
      ...{ revision, title: newest.title, definition: { ...newest.definition, ...over } },
    });
    await rules.publish(tenant.id, ruleId, changed.revision, 'live');
  }

  /** Readings arrive, taken so long ago. */
  async function arrive(who: TestUser, readings: Partial<Record<MetricId, number>>, secondsAgo: number) {
    const ticks = Object.fromEntries(
      Object.entries(readings).map(([metric, value]) => [metric, [[time.now - secondsAgo, value] as const]]),
    );
    await writer.append(tickBatch(who, ticks, { receivedAtMs: time.now * 1000 }));
    await live.settled();
  }

  /** What somebody measured, some time later. */
  async function measure(who: TestUser, readings: Partial<Record<MetricId, number>>, later = 10 * minute) {
    time.now += later;
    await arrive(who, readings, 5 * minute);
  }

  /** The worst first, then the newest: `byIds` answers in no order. */
  const openOf = async (tenant: TestTenant, who: TestUser) => {
    const ids = (await actions.live(tenant.id, [who.id])).map(({ id }) => id);
    const whole = new Map((await actions.byIds(tenant.id, ids)).map((action) => [action.id, action]));
    return ids
      .flatMap((id) => whole.get(id) ?? [])
      .filter(({ alert }) => alert !== null)
      .map(({ id, title, priority, assigneeRole, alert }) => ({
        id,
        title,
        priority,
        assigneeRole,
        value: alert?.triggered_values[0]?.value,
      }));
  };
  const historyOf = (tenant: TestTenant, actionId: string) =>
    harness.asOwner<{ kind: string; title: string; priority: string; note: string | null }>(
      'select kind, title, priority, note from vigil.action_events where tenant_id = $1 and action_id = $2 order by sequence',
      [tenant.id, actionId],
    );
  const alarmsOf = async (tenant: TestTenant, who: TestUser) =>
    (await alarms.standing(tenant.id, [who.id])).map(({ title, severity, state, also }) => ({ title, severity, state, also }));
  /** How often alarms of a member have rung, by what made them, the oldest first. */
  const ringsOf = async (who: TestUser) =>
    (
      await harness.asOwner<{ ring: string }>(
        `select e.kind || ' ' || e.severity as ring from vigil.alarm_events e join vigil.alarms a on a.id = e.alarm_id
         where a.user_id = $1 and e.rang order by e.sequence`,
        [who.id],
      )
    ).map(({ ring }) => ring);

  /** Somebody who may do everything acknowledges what stands, as they see it. */
  async function acknowledge(tenant: TestTenant, who: TestUser, by: TestUser, seen?: { readonly id: string; readonly version: number }) {
    const [alarm] = seen ? [seen] : await alarms.standing(tenant.id, [who.id]);
    if (!alarm) throw new Error('No alarm stands');
    return answering.acknowledge(tenant.id, { id: by.id, roles: ['md', 'nurse'] }, alarm.id, {
      request_id: randomUUID(),
      version: alarm.version,
    });
  }

  /** Somebody intervenes; how they take it back. */
  async function intervene(tenant: TestTenant, actionId: string, nurse: TestUser) {
    const by = { tenantId: tenant.id, id: nurse.id, roles: ['nurse', 'md'] } as const;
    const request = randomUUID();
    await actions.intervene(by, actionId, { request_id: request, type: 'CALL', outcome: 'RESOLVED' });
    return () => actions.undo(by, actionId, request);
  }

  /** The time of a member's alarms has come, and they go on. */
  async function passTime(tenant: TestTenant, who: TestUser) {
    await harness.asOwner(`update vigil.alarms set due_at = now() - interval '1 second' where user_id = $1 and due_at is not null`, [
      who.id,
    ]);
    await alarms.goOn(tenant.id, 100);
  }

  /** A connection of its own, and how many wait for what it has locked. */
  async function holding<T>(work: (client: pg.Client, waiting: () => Promise<number | undefined>) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: harness.ownerUrl });
    await client.connect();
    const waiting = async () =>
      (
        await client.query<{ count: number }>(
          'select count(*)::int as count from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
        )
      ).rows[0]?.count;
    try {
      return await work(client, waiting);
    } finally {
      await client.end();
    }
  }

  /** How many wait for a lock that somebody has. */
  const waitingForLocks = async () =>
    (
      await harness.asOwner<{ count: number }>(
        'select count(*)::int as count from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0',
      )
    )[0]?.count;

  return {
    ...{ harness, database, time, writer, rules, actions, alarms, answering, live },
    ...{
      member,
      edit,
      retire,
      arrive,
      measure,
      openOf,
      historyOf,
      alarmsOf,
      ringsOf,
      acknowledge,
      intervene,
      passTime,
      holding,
      waitingForLocks,
    },
    /** Done once, between what is written of the next judgement's actions and its alarms. */
    beforeNextReport: (work: () => Promise<void>) => void beforeReport.push(work),
  };
}
