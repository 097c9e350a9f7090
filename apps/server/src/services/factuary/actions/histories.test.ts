import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@vigil/contract';
import {
  type ActionCounter,
  type ActionEventKind,
  type ActionStatus,
  actionCategoryIds,
  actionCounters,
  interventionOutcomes,
  isLive,
  undoableKinds,
} from '@vigil/contract/factuary-actions.values';
import type { getReport, getReportByClinician } from '@vigil/contract/factuary-reports.contract';
import { afterAll, expect, test } from 'vitest';
import { type TestTenant, type TestUser, useOwnHarness } from '#testing/harness.ts';
import { startActions } from './testing/actions-server.ts';

// Stores of its own: other files end what is due in every tenant, and here actions of the past are lived through.
const { harness, server, actions, call, staff, staffOf, opened, list } = await startActions(useOwnHarness);
afterAll(() => Promise.all([server.stop(), actions.stop?.()]));

const dayMs = 86_400_000;

interface EventOf {
  readonly actionId: string;
  readonly userId: string;
  readonly kind: ActionEventKind;
  readonly at: number;
  readonly byId: string | null;
  readonly status: ActionStatus;
  readonly assigneeId: string | null;
}

/** Always the same numbers for a seed, from 0 to below 1 (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Undoes what was done last to an action, a moment later, as whoever did it would have; nothing where that cannot be. */
const undoLast = (tenant: TestTenant, actionId: string, atMs: number) =>
  harness.database.tenant(tenant.id, (sql) =>
    sql.query(
      `insert into vigil.action_events (tenant_id, action_id, sequence, kind, at, by_id, by_roles, user_id, status, title, priority, assignee_id,
         assignee_role, op, due_at, expires_at)
       select e.tenant_id, e.action_id, last.sequence + 1, 'UNDONE', $3, last.by_id, last.by_roles, e.user_id, e.status, e.title, e.priority,
         e.assignee_id, e.assignee_role, e.op, e.due_at, e.expires_at
       from vigil.actions a
       join vigil.action_events last on last.tenant_id = a.tenant_id and last.action_id = a.id and last.sequence = a.version
       join vigil.action_events e on e.tenant_id = a.tenant_id and e.action_id = a.id and e.sequence = a.version - 1
       where a.tenant_id = $1 and a.id = $2 and last.kind = any($4)`,
      [tenant.id, actionId, new Date(atMs), undoableKinds],
    ),
  );

/** What counts: neither what was undone nor the undo. */
const standing = (own: readonly EventOf[]) => own.filter(({ kind }, at) => kind !== 'UNDONE' && own[at + 1]?.kind !== 'UNDONE');

/** Opens, moves, undoes, tries, ends and leaves some to expire, over the last twenty days. Whatever is refused was refused by the rules. */
async function live(seed: number, tenant: TestTenant, team: readonly TestUser[], members: readonly TestUser[]): Promise<void> {
  const next = numbersOf(seed);
  const oneOf = <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T;
  const roles = new Map(
    await Promise.all(team.map(async ({ id }) => [id, (await harness.people.rolesInTenant(tenant.id, [id]))[0]?.roles ?? []] as const)),
  );
  const open: string[] = [];
  let atMs = Date.now() - 20 * dayMs;
  for (let step = 0; step < 120; step += 1) {
    atMs += Math.round(next() * 0.3 * dayMs) + 1;
    const who = oneOf(team);
    const by = { tenantId: tenant.id, id: who.id, roles: roles.get(who.id) ?? [], atMs };
    const action = oneOf(open);
    const roll = next();
    const refusals = (error: { code?: string }) => expect(['conflict', 'forbidden']).toContain(error.code);
    if (action === undefined || roll < 0.3) {
      const opening = { category: oneOf(actionCategoryIds), priority: oneOf(['CRITICAL', 'MEDIUM', 'LOW'] as const), atMs };
      open.push(await opened(tenant, oneOf(members), opening));
    } else if (roll > 0.85) await undoLast(tenant, action, atMs);
    else if (roll < 0.6) await actions.assign(by, action, { assignee_id: oneOf(team).id }).catch(refusals);
    else {
      const done = { request_id: randomUUID(), type: 'CALL', outcome: oneOf(interventionOutcomes) } as const;
      await actions.intervene(by, action, done).catch(refusals);
    }
  }
  await actions.expire();
}

const eventsOf = async (tenant: TestTenant): Promise<EventOf[]> =>
  harness.database.tenant(tenant.id, (sql) =>
    sql.query<EventOf>(
      'select action_id, user_id, kind, at, by_id, status, assignee_id from vigil.action_events where tenant_id = $1 order by action_id, sequence',
      [tenant.id],
    ),
  );

const counterOfKind: Partial<Record<ActionEventKind, ActionCounter>> = {
  ...{ INTERVENED: 'completed', CONFIRMED: 'completed', CLOSED: 'closed', EXPIRED: 'expired' },
  ...{ ESCALATED: 'escalated', DEESCALATED: 'deescalated', REASSIGNED: 'reassigned' },
};

/** The seven counters by whoever `whose` says, folded from the events alone. */
function counted(
  events: readonly EventOf[],
  fromMs: number,
  toMs: number,
  whose: (event: EventOf, counter: ActionCounter) => string | null,
) {
  const counts = new Map<string | null, Record<string, number[]>>();
  const add = (event: EventOf, counter: ActionCounter, delta: number) => {
    const key = whose(event, counter);
    const row = counts.get(key) ?? Object.fromEntries(actionCounters.map((name) => [name, []]));
    row[counter]?.push(Math.round(delta));
    counts.set(key, row);
  };
  for (const [, some] of Map.groupBy(events, ({ actionId }) => actionId)) {
    const createdAt = some[0]?.at ?? 0;
    for (const event of some) {
      const counter = counterOfKind[event.kind];
      if (counter && event.at >= fromMs && event.at < toMs) add(event, counter, event.at - createdAt);
    }
    const last = some.filter(({ at }) => at < toMs).at(-1);
    if (last && isLive(last.status)) add(last, 'remain_opened', toMs - createdAt);
  }
  return counts;
}

test.each([1, 2, 3])('whatever happens (seed %i), every derived figure is what the events say', async (seed) => {
  const tenant = await harness.createTenant();
  const team = Object.values(await staffOf(tenant));
  const observer = await staff(tenant, 'observer');
  const members = await Promise.all([1, 2, 3, 4].map(() => harness.createUser(tenant)));
  await live(seed, tenant, team, members);
  const everything = await eventsOf(tenant);
  const allOf = Map.groupBy(everything, ({ actionId }) => actionId);
  const byAction = new Map([...allOf].map(([id, own]) => [id, standing(own)]));
  const events = [...byAction.values()].flat();
  expect(events.length).toBeGreaterThan(60);
  expect(everything.length - events.length).toBeGreaterThan(4);

  // The actions themselves.
  const { content } = await list('?per_page=200&skip_ttl=true', observer);
  expect(content).toHaveLength(byAction.size);
  for (const action of content) {
    const own = byAction.get(action.action_id) ?? [];
    const last = own.at(-1) as EventOf;
    const since = own.findLast((one, at) => one.status !== own[at - 1]?.status || one.kind === one.status) as EventOf;
    const moved = own.findIndex(({ kind }) => ['ESCALATED', 'DEESCALATED', 'REASSIGNED'].includes(kind));
    expect(action).toMatchObject({
      version: allOf.get(action.action_id)?.length,
      assignee_id: last.assigneeId,
      time_created: (own[0]?.at ?? 0) / 1000,
    });
    expect(action.status).toMatchObject({ status: last.status, status_original: moved < 0 ? null : (own[moved - 1]?.status ?? null) });
    expect(action.delta_time * 1000).toBeCloseTo(since.at - (own[0]?.at ?? 0), 0);
  }

  // Counts of the team's pages.
  for (const [query, meant] of [
    ['', () => true],
    ['?status=COMPLETED|CLOSED', (status: ActionStatus) => ['INTERVENED', 'CONFIRMED', 'CLOSED'].includes(status)],
    ['?status=EXPIRED', (status: ActionStatus) => status === 'EXPIRED'],
  ] as const) {
    const ends = [...byAction.values()]
      .map((own) => own.at(-1) as EventOf)
      .filter(({ status, assigneeId }) => assigneeId !== null && meant(status));
    const expected = Object.fromEntries([...Map.groupBy(ends, ({ assigneeId }) => assigneeId)].map(([id, some]) => [id, some.length]));
    expect((await call('GET', `users/actions/count${query}`, observer)).body).toEqual(expected);
  }

  // Reports, of a part and of all of it.
  const nowMs = Date.now();
  for (const [from, to] of [
    [nowMs - 14 * dayMs, nowMs - 6 * dayMs],
    [nowMs - 40 * dayMs, nowMs],
  ] as const) {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
    const fromMs = Math.floor(from / dayMs) * dayMs;
    const toMs = Math.floor(to / dayMs + 1) * dayMs;
    const query = `?from_date=${day(from)}&to_date=${day(to)}&tz=UTC`;
    const byClinician = (await call<ResponseOf<typeof getReportByClinician>>('GET', `report/by-clinician${query}`, observer)).body;
    const wanted = counted(events, fromMs, toMs, (event, counter) =>
      counter === 'remain_opened' || counter === 'expired' ? event.assigneeId : event.byId,
    );
    const shown = new Map(byClinician.rows.map(({ uid, actions: counters }) => [uid, counters]));
    expect([...shown.keys()].sort()).toEqual([...wanted.keys()].sort());
    for (const [id, counters] of wanted)
      for (const name of actionCounters) {
        const entries = shown.get(id)?.[name];
        expect([name, entries?.count, entries?.data.length]).toEqual([name, counters[name]?.length, counters[name]?.length]);
        const deltas = entries?.data.map(({ delta_time: delta }) => Math.round(delta * 1000)).sort((a, b) => a - b);
        if (name !== 'remain_opened') expect(deltas).toEqual(counters[name]?.toSorted((a, b) => a - b));
      }
    const byMember = (await call<ResponseOf<typeof getReport>>('GET', `report${query}`, observer)).body;
    const ofMembers = counted(events, fromMs, toMs, ({ userId }) => userId);
    for (const row of byMember.rows)
      expect([row.uid, ...actionCounters.map((name) => row.actions[name])]).toEqual([
        row.uid,
        ...actionCounters.map((name) => ofMembers.get(row.uid)?.[name]?.length ?? 0),
      ]);
    expect([...ofMembers.keys()].filter((id) => !byMember.rows.some(({ uid }) => uid === id))).toEqual([]);
    // A row of the report tells the same as the counters: what is live at the end is what remains open.
    const open = byMember.actions.filter(({ status }) => isLive(status)).length;
    expect(open).toBe(byMember.rows.reduce((sum, row) => sum + row.actions.remain_opened, 0));
  }

  // Last task, recent activity and the timeline.
  const caseloads = (await call<{ id: string; recentActivity: unknown }[]>('GET', '/registry/api/v1/users/clinicians/patients', observer))
    .body;
  for (const { id } of team) {
    const last = events.filter(({ byId }) => byId === id).sort((a, b) => b.at - a.at)[0];
    const told = last ? { performedAt: last.at, type: `ACTION_${last.kind}` } : null;
    const { body } = await call<{ performedAt: number; type: string } | null>('GET', `/registry/api/v1/users/${id}/last_task`, observer);
    expect(body && { performedAt: body.performedAt, type: body.type }).toEqual(told);
    expect(caseloads.find((one) => one.id === id)?.recentActivity).toEqual(told);
  }
  for (const member of members) {
    const own = everything.filter(({ userId }) => userId === member.id);
    const { body } = await call<{ content: { action: { event: string; action_id: string } | null; at: number }[] }>(
      'GET',
      `/registry/api/v1/users/${member.id}/timeline?startDate=${nowMs - 90 * dayMs}&endDate=${Date.now() + dayMs}`,
      observer,
    );
    const told = body.content.map(({ action, at }) => `${action?.action_id} ${action?.event} ${at}`);
    expect(told.sort()).toEqual(own.map(({ actionId, kind, at }) => `${actionId} ${kind} ${Math.round(at)}`).sort());
  }
});
