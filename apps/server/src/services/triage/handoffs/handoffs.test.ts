import { randomUUID } from 'node:crypto';
import type { Handoff, HandoffDraft, HandoffFacts, ListedHandoff } from '@vigil/contract/triage-handoffs.contract';
import type { Role } from '@vigil/domain/roles';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

const harness = await useHarness();
const server = await startModules(harness);
afterAll(() => server.stop());
// The databases' clock goes on: what was stored a moment ago is never in the future.
beforeEach(() => harness.clock.set(Date.now()));

const base = '/triage/api/v1/handoffs';
interface Failure {
  readonly error: { readonly code: string; readonly fields?: readonly { readonly field: string }[] };
}
async function call<Body>(method: 'GET' | 'POST' | 'PUT', path: string, by: { id: string }, payload?: unknown) {
  const answer = await server.http.inject({
    method,
    url: path.startsWith('/') ? path : `${base}${path && `/${path}`}`,
    headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json() as Body & Failure };
}
const codeOf = ({ status, body }: { status: number; body: Failure }) => [status, body.error?.code];

const staff = (tenant: TestTenant, role: Role, givenName: string = role) =>
  harness.createUser(tenant, { roles: [role], givenName, familyName: 'Example' });
async function clinic(settings: object = {}) {
  const tenant = await harness.createTenant({ settings });
  const [nora, omar, md, coach] = await Promise.all([
    staff(tenant, 'nurse', 'Nora'),
    staff(tenant, 'nurse', 'Omar'),
    staff(tenant, 'md', 'Mina'),
    staff(tenant, 'coach', 'Cleo'),
  ]);
  const member = (familyName: string, over: object = {}) => harness.createUser(tenant, { familyName, ...over });
  return { tenant, nora, omar, md, coach, member };
}
const opened = (member: TestUser, over: object = {}) =>
  harness.database.tenant(member.tenantId, async (sql) => {
    const action = { userId: member.id, category: 'BIOMETRICS', title: 'SpO2 low', priority: 'MEDIUM', ...over } as const;
    return (await server.modules.actions.open(sql, member.tenantId, action)).actionId;
  });
const lookedAfterBy = (member: TestUser, by: TestUser) =>
  harness.asOwner(
    'insert into vigil.care_relations (tenant_id, clinician_id, patient_id, team_type, assignment_type, assigned_at) values ($1, $2, $3, $4, $5, now())',
    [member.tenantId, by.id, member.id, 'PRIMARY', 'DIRECT_ASSIGNMENT'],
  );
const allDay = (staffId: string, from: string, to: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to, staffId }));
/** A clock time by UTC, some hours from now. */
const hour = (fromNow: number) => new Date(Date.now() + fromNow * 3_600_000).toISOString().slice(11, 16);

const draftOf = async (by: TestUser, query = '') => (await call<HandoffDraft>('GET', `draft${query}`, by)).body;
const text = (member: TestUser, over: object = {}) => ({ user_id: member.id, summary: '', to_do: '', contingency: '', ...over });
const save = (by: TestUser, id: string, over: object = {}) =>
  call<{ handoff_id: string; revision: number }>('PUT', id, by, {
    ...{ revision: 0, since: null, scope: null, situation: '', members: [] },
    ...over,
  });
const handOver = (by: TestUser, id: string, to: TestUser, revision = 1) =>
  call<Handoff>('POST', `${id}/hand-over`, by, { revision, to_id: to.id });
const acknowledge = (by: TestUser, id: string, readBack = '') => call<Handoff>('POST', `${id}/acknowledge`, by, { read_back: readBack });
const withdraw = (by: TestUser, id: string) => call<{ state: string }>('POST', `${id}/withdraw`, by);
const read = (by: TestUser, id: string) => call<Handoff>('GET', id, by);
const list = async (by: TestUser, which: string) =>
  (await call<{ content: ListedHandoff[] }>('GET', `?list=${which}`.replace(/^/, `${base}`), by)).body.content;
const waiting = async (by: TestUser) =>
  (await call<{ received: ListedHandoff[]; on_call_until: number | null; has_draft: boolean }>('GET', 'waiting', by)).body;
const factsOf = ({ members }: Pick<HandoffDraft, 'members'>, member: TestUser) =>
  members.find(({ user_id }) => user_id === member.id)?.facts as HandoffFacts;
const auditedOf = async (member: TestUser, call: string) =>
  (
    await harness.asOwner<{ by: string }>(
      'select actor_id as by from vigil.audit_log where members @> array[$1::uuid] and endpoint = $2 and status = 200',
      [member.id, call],
    )
  ).map(({ by }) => by);
/** A draft about a member, handed over. */
async function handedOver(by: TestUser, to: TestUser, members: readonly TestUser[], over: object = {}) {
  const id = randomUUID();
  await save(by, id, { members: members.map((one) => text(one, { summary: 'Short of breath at night', ...over })) });
  const { status, body } = await handOver(by, id, to);
  expect(status).toBe(200);
  return { id, handoff: body };
}

describe('a draft', () => {
  test('tells by member what is open, what happened and what is due, the worst first; who has nothing is only counted', async () => {
    const { tenant, nora, omar, member } = await clinic();
    const [ill, well, closed, quiet, gone] = [
      await member('Ill'),
      await member('Well'),
      await member('Closed'),
      await member('Quiet'),
      await member('Gone', { isInTheTenant: false }),
    ];
    await Promise.all([member('Quiet'), member('Quiet')]);
    await opened(well, { title: 'Weight up', priority: 'LOW', dueAtMs: Date.now() + 3_600_000, timeToLiveSeconds: 90_000 });
    const critical = await opened(ill, { priority: 'CRITICAL', assigneeId: omar.id });
    const ended = await opened(closed, { title: 'Pulse high' });
    await opened(gone, { priority: 'CRITICAL' });
    await call('POST', '/factuary/api/v2/clinicians/actions/intervenes', nora, {
      ...{ request_id: randomUUID(), action_ids: [ended], type: 'CALL', outcome: 'RESOLVED', note: 'Had forgotten the beta blocker.' },
    });
    await call('POST', '/notary/api/v1/note', nora, { id: randomUUID(), user: ill.id, text: 'Daughter will be there tonight.' });
    await harness.asOwner(
      `insert into vigil.chat_conversations (tenant_id, id, kind, member_id, created_at, last_sequence, last_message_at) values ($1, $2, 'member', $2, now(), 1, now())`,
      [tenant.id, quiet.id],
    );
    const draft = await draftOf(nora);
    expect(draft.members.map(({ user }) => user.lastName)).toEqual(['Ill', 'Well', 'Closed']);
    expect([draft.quiet, draft.without_data, draft.left_out, draft.scope]).toEqual([3, 0, 0, 'all']);
    expect(factsOf(draft, ill)).toMatchObject({
      severity: 'CRITICAL',
      open: [{ action_id: critical, title: 'SpO2 low', assignee: { firstName: 'Omar' }, alarm_state: null, answered_by: null }],
      happened: [{ kind: 'NOTE', note: 'Daughter will be there tonight.', by: { firstName: 'Nora' } }],
    });
    expect(factsOf(draft, well).due).toMatchObject([{ kind: 'follow_up', title: 'Weight up', who: null }]);
    expect(factsOf(draft, closed)).toMatchObject({
      ...{ severity: null, open: [] },
      happened: [{ kind: 'INTERVENED', outcome: 'RESOLVED', note: 'Had forgotten the beta blocker.' }, { kind: 'OPENED' }],
    });
    expect(await auditedOf(ill, 'triageHandoffs.getDraft')).toEqual([nora.id]);
    expect(await auditedOf(quiet, 'triageHandoffs.getDraft')).toEqual([]);
  });

  test('tells whose data is missing, also of whom something else is told; a low battery alone hides nothing', async () => {
    const { tenant, nora, member } = await clinic();
    const [silent, flat, quiet] = [await member('Silent'), await member('Flat'), await member('Quiet')];
    for (const one of [silent, flat])
      await call('POST', '/notary/api/v1/note', nora, { id: randomUUID(), user: one.id, text: 'Called, feels well.' });
    await harness.asOwner(
      `insert into vigil.gaps (tenant_id, user_id, kind, metric, since)
       values ($1, $2, 'not_syncing', '', now()), ($1, $3, 'battery_low', '', now()), ($1, $4, 'band_off', '', now())`,
      [tenant.id, silent.id, flat.id, quiet.id],
    );
    const draft = await draftOf(nora);
    expect([factsOf(draft, silent), factsOf(draft, flat)].map(({ severity, is_data_missing: missing }) => [severity, missing])).toEqual([
      [null, true],
      [null, false],
    ]);
    expect(draft.without_data).toBe(1);
  });

  test('tells messages that nobody has answered, calls, and appointments without what they are called', async () => {
    const { tenant, nora, member } = await clinic();
    const [asks, answered, called, booked] = [
      await member('Asks'),
      await member('Answered'),
      await member('Called'),
      await member('Booked'),
    ];
    for (const [one, senders] of [
      [asks, [nora.id, asks.id]],
      [answered, [answered.id, nora.id]],
    ] as const) {
      await harness.asOwner(
        `insert into vigil.chat_conversations (tenant_id, id, kind, member_id, created_at, last_sequence, last_message_at) values ($1, $2, 'member', $2, now(), 2, now())`,
        [tenant.id, one.id],
      );
      for (const [index, sender] of senders.entries())
        await harness.asOwner(
          `insert into vigil.chat_messages (tenant_id, conversation_id, sequence, id, sender_id, kind, text, files, created_at)
           values ($1, $2, $3, gen_random_uuid(), $4, 'text', 'Hello', '[]', now())`,
          [tenant.id, one.id, index + 1, sender],
        );
    }
    await harness.asOwner(
      `insert into vigil.calls (tenant_id, id, member_id, caller_id, callee_id, is_video, state, caller_device_id, caller_video, callee_video, started_at,
         connected_at, ended_at, end_result)
       values ($1, gen_random_uuid(), $2, $3, $2, false, 'ended', gen_random_uuid(), false, false, now(), now(), now() + interval '90 seconds', 'completed')`,
      [tenant.id, called.id, nora.id],
    );
    await harness.asOwner(
      `insert into vigil.calendar_events (tenant_id, id, owner_id, type, title, starts_at, duration_minutes, ends_at, time_zone, patient_id)
       values ($1, gen_random_uuid(), $2, 'REGULAR', 'Between the two of us', now() + interval '2 hours', 30, now() + interval '150 minutes', 'UTC', $3)`,
      [tenant.id, nora.id, booked.id],
    );
    const draft = await draftOf(nora);
    expect(draft.members.map(({ user }) => user.lastName).sort()).toEqual(['Asks', 'Booked', 'Called']);
    expect(factsOf(draft, asks).happened).toMatchObject([{ kind: 'UNANSWERED_MESSAGE', by: null, note: null }]);
    expect(factsOf(draft, called).happened).toMatchObject([{ kind: 'CALL', by: { firstName: 'Nora' }, seconds: 90 }]);
    expect(factsOf(draft, booked).due).toMatchObject([{ kind: 'appointment', title: null, who: { firstName: 'Nora' } }]);
    expect(JSON.stringify(draft)).not.toContain('Between the two');
  });

  test('begins with the shift by the rota, and offers whoever is on call next first; by choice it begins elsewhere', async () => {
    const { nora, omar, md, member } = await clinic();
    const one = await member('One');
    await lookedAfterBy(one, nora);
    await opened(await member('Other'));
    await call('PUT', '/alerts/api/v1/on-call/nurse', md, {
      ...{ version: 0, timeZone: 'UTC' },
      shifts: [...allDay(nora.id, hour(-3), hour(1)), ...allDay(omar.id, hour(1), hour(-3))],
    });
    const draft = await draftOf(nora);
    expect([draft.since_from, draft.scope, draft.is_scope_chosen]).toEqual(['shift', 'all', false]);
    expect(draft.as_of - draft.since).toBeGreaterThan(3 * 3_600 - 1);
    expect(draft.as_of - draft.since).toBeLessThan(3 * 3_600 + 61);
    expect((draft.on_call_until ?? 0) - draft.as_of).toBeLessThan(3_601);
    expect(draft.receivers.map(({ firstName, on_call_from: from }) => [firstName, from === draft.on_call_until])).toEqual([
      ['Omar', true],
      ['Cleo', false],
      ['Mina', false],
    ]);
    const chosen = await draftOf(nora, `?since=${draft.as_of - 7_200}&scope=mine`);
    expect([chosen.since_from, chosen.scope, chosen.members.length, chosen.quiet]).toEqual(['chosen', 'mine', 0, 1]);
    expect((await draftOf(md)).since_from).toBe('usual');
    expect(await waiting(nora)).toEqual({ received: [], on_call_until: draft.on_call_until, has_draft: false });
  });

  test('is saved against the revision that was read: sent twice it is stored once, and nobody writes over what was saved elsewhere', async () => {
    const { nora, omar, member } = await clinic();
    const [one, two] = [await member('One'), await member('Two')];
    const id = randomUUID();
    const first = { situation: 'Calm night', members: [text(one, { summary: '  Better  ', to_do: 'Call at 8' })] };
    expect((await save(nora, id, first)).body.revision).toBe(1);
    expect((await save(nora, id, first)).body.revision).toBe(1);
    expect(codeOf(await save(nora, id, { ...first, situation: 'Another' }))).toEqual([409, 'conflict']);
    expect(
      (await save(nora, id, { revision: 1, situation: 'Calm', members: [text(two, { contingency: 'If SpO2 < 88, call md' })] })).body
        .revision,
    ).toBe(2);
    const races = await Promise.all(['a', 'b'].map((situation) => save(nora, id, { revision: 2, situation })));
    expect(races.map(({ status }) => status).sort()).toEqual([200, 409]);
    const draft = await draftOf(nora);
    expect([draft.handoff_id, draft.revision]).toEqual([id, 3]);
    // Whom a save doesn't name keeps their texts, also where there is nothing else to tell.
    expect(draft.members.map(({ user, summary, to_do, contingency }) => [user.lastName, summary, to_do, contingency]).sort()).toEqual([
      ['One', 'Better', 'Call at 8', ''],
      ['Two', '', '', 'If SpO2 < 88, call md'],
    ]);
    // A second draft, and somebody else's.
    expect(codeOf(await save(nora, randomUUID()))).toEqual([409, 'conflict']);
    expect(codeOf(await save(omar, id, { revision: 3 }))).toEqual([404, 'not_found']);
    expect((await draftOf(omar)).handoff_id).toBe(null);
    expect(codeOf(await read(omar, id))).toEqual([404, 'not_found']);
    expect(codeOf(await save(nora, id, { revision: 3, situation: 'x'.repeat(4_001) }))).toEqual([400, 'invalid_input']);
  });
});

describe('what was handed over', () => {
  test('stays as it was written and known, stands in the bell of the receiver, and tells beside it what is open now', async () => {
    const { nora, omar, member } = await clinic();
    const one = await member('One');
    const action = await opened(one, { priority: 'HIGH' });
    const { id, handoff } = await handedOver(nora, omar, [one], { to_do: 'Call at 8\nWeigh', contingency: 'If SpO2 < 88, call Mina' });
    expect(handoff).toMatchObject({ state: 'handed_over', by: { firstName: 'Nora' }, to: { firstName: 'Omar' }, may_withdraw: true });
    const [item] = (await call<{ items: object[] }>('GET', `/notification/api/v1/users/${omar.id}/items`, omar)).body.items;
    expect(item).toMatchObject({ description: 'Handoff from Nora Example · 1 member', patientId: null, handoffId: id });
    expect((await waiting(omar)).received).toMatchObject([{ handoff_id: id, members: 1, severity: 'HIGH' }]);
    await call('POST', '/factuary/api/v2/clinicians/actions/intervenes', nora, {
      ...{ request_id: randomUUID(), action_ids: [action], type: 'CALL', outcome: 'RESOLVED' },
    });
    const { body } = await read(omar, id);
    expect(body.may_acknowledge).toBe(true);
    expect(body.members).toMatchObject([
      {
        summary: 'Short of breath at night',
        to_do: 'Call at 8\nWeigh',
        facts: { severity: 'HIGH', open: [{ action_id: action }] },
        now: [],
      },
    ]);
    expect(codeOf(await save(nora, id, { revision: 1, situation: 'Changed' }))).toEqual([409, 'conflict']);
    for (const statement of ["update vigil.handoff_members set summary = 'x'", "update vigil.handoffs set situation = 'x'"])
      await expect(harness.asOwner(`${statement} where tenant_id = $1`, [one.tenantId])).rejects.toThrow(/handed over/);
    expect(await auditedOf(one, 'triageHandoffs.get')).toEqual([omar.id]);
  });

  test('sent twice is handed over once; not to oneself, whoever is on hold or has left, observers, members or another tenant', async () => {
    const { tenant, nora, omar, member } = await clinic();
    const one = await member('One');
    const id = randomUUID();
    await save(nora, id, { members: [text(one, { summary: 'Ill' })] });
    const refused = [
      nora,
      one,
      await staff(tenant, 'observer'),
      await harness.createUser(tenant, { roles: ['nurse'], isOnHold: true }),
      await harness.createUser(tenant, { roles: ['nurse'], isInTheTenant: false }),
      (await clinic()).omar,
    ];
    for (const to of refused) expect((await handOver(nora, id, to)).body.error.fields).toMatchObject([{ field: 'to_id' }]);
    expect(codeOf(await handOver(nora, id, omar, 7))).toEqual([409, 'conflict']);
    const both = await Promise.all([handOver(nora, id, omar), handOver(nora, id, omar)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await list(omar, 'received')).map(({ handoff_id }) => handoff_id)).toEqual([id]);
    expect(codeOf(await handOver(omar, id, nora))).toEqual([404, 'not_found']);
    expect(
      (await call<{ badges: { actions: number } }>('GET', `/notification/api/v1/users/${omar.id}/items`, omar)).body.badges.actions,
    ).toBe(1);
  });

  test('is acknowledged once, by whom it went to, with what was understood; the next one begins where it was handed over', async () => {
    const { nora, omar, md, member } = await clinic();
    const { id, handoff } = await handedOver(nora, omar, [await member('One')]);
    expect(codeOf(await acknowledge(md, id))).toEqual([403, 'forbidden']);
    const twice = await Promise.all([acknowledge(omar, id, 'Call One at 8'), acknowledge(omar, id, 'Call One at 8')]);
    expect(twice.map(({ status, body }) => [status, body.state, body.read_back])).toEqual(
      Array(2).fill([200, 'acknowledged', 'Call One at 8']),
    );
    expect(codeOf(await acknowledge(omar, id, 'Something else'))).toEqual([409, 'conflict']);
    expect(codeOf(await withdraw(nora, id))).toEqual([409, 'conflict']);
    expect((await waiting(omar)).received).toEqual([]);
    const [item] = (await call<{ items: object[] }>('GET', `/notification/api/v1/users/${nora.id}/items`, nora)).body.items;
    expect(item).toMatchObject({ description: 'Omar Example acknowledged your handoff', handoffId: id });
    const next = await draftOf(omar);
    expect([next.since_from, next.since]).toEqual(['handoff', handoff.handed_over_at]);
  });

  test('is withdrawn while nobody has acknowledged it: its texts are a draft again, and the receiver has it no longer', async () => {
    const { nora, omar, member } = await clinic();
    const one = await member('One');
    const { id } = await handedOver(nora, omar, [one]);
    expect(codeOf(await withdraw(omar, id))).toEqual([404, 'not_found']);
    const twice = await Promise.all([withdraw(nora, id), withdraw(nora, id)]);
    expect(twice.map(({ status, body }) => [status, body.state])).toEqual(Array(2).fill([200, 'withdrawn']));
    expect(codeOf(await acknowledge(omar, id))).toEqual([409, 'conflict']);
    const draft = await draftOf(nora);
    expect([draft.handoff_id === id, draft.members[0]?.summary]).toEqual([false, 'Short of breath at night']);
    expect([await list(omar, 'received'), await list(omar, 'recent'), (await list(nora, 'mine')).length]).toEqual([[], [], 1]);
    expect([(await read(nora, id)).status, codeOf(await read(omar, id))]).toEqual([200, [404, 'not_found']]);
    expect(
      (await call<{ badges: { actions: number } }>('GET', `/notification/api/v1/users/${omar.id}/items`, omar)).body.badges.actions,
    ).toBe(0);
    // A draft that is discarded leaves room for the next.
    await withdraw(nora, draft.handoff_id as string);
    expect((await draftOf(nora)).handoff_id).toBe(null);
    expect((await save(nora, randomUUID())).status).toBe(200);
  });

  test('of withdrawing and acknowledging at the same time, one wins', async () => {
    const { nora, omar, member } = await clinic();
    const { id } = await handedOver(nora, omar, [await member('One')]);
    const [withdrawn, acknowledged] = await Promise.all([withdraw(nora, id), acknowledge(omar, id)]);
    expect([withdrawn.status, acknowledged.status].sort()).toEqual([200, 409]);
    expect((await read(nora, id)).body.state).toBe(withdrawn.status === 200 ? 'withdrawn' : 'acknowledged');
  });
});

describe('who reads what', () => {
  test('a receiver is told of the members whom they may see alone, and that there are others; the author is told before', async () => {
    const { nora, omar, coach, member } = await clinic({ access: { patients: 'assigned' } });
    const [shared, own] = [await member('Shared'), await member('Own')];
    for (const [one, by] of [
      [shared, nora],
      [shared, omar],
      [own, nora],
    ] as const)
      await lookedAfterBy(one, by);
    for (const one of [shared, own]) await opened(one);
    const draft = await draftOf(nora);
    expect(draft.receivers.find(({ id }) => id === omar.id)?.cannot_see).toEqual([own.id]);
    const { id, handoff } = await handedOver(nora, omar, [shared, own], { summary: 'Known to whoever looks after them' });
    expect([handoff.members.length, handoff.is_partial]).toEqual([2, false]);
    const { body } = await read(omar, id);
    expect([body.members.map(({ user }) => user.lastName), body.is_partial]).toEqual([['Shared'], true]);
    expect(JSON.stringify(body)).not.toContain(own.id);
    expect((await waiting(omar)).received).toMatchObject([{ members: 1 }]);
    expect([await auditedOf(own, 'triageHandoffs.get'), await auditedOf(shared, 'triageHandoffs.get')]).toEqual([[], [omar.id]]);
    // Whoever looks after none of them is told of nothing.
    expect([codeOf(await read(coach, id)), await list(coach, 'recent')]).toEqual([[404, 'not_found'], []]);
    // Whoever sees some of them reads nothing that may be about the others.
    await lookedAfterBy(own, coach);
    expect((await read(coach, id)).body).toMatchObject({ situation: null, is_partial: true, members: [{ user: { lastName: 'Own' } }] });
    expect(codeOf(await save(coach, randomUUID(), { members: [text(shared)] }))).toEqual([403, 'no_access_to_user']);
  });

  test('a member whom the author lost from sight meanwhile keeps the text, without facts, and a discharged member is still told of', async () => {
    const { nora, omar, member } = await clinic({ access: { patients: 'assigned' } });
    const [lost, left] = [await member('Lost'), await member('Left')];
    for (const one of [lost, left]) for (const by of [nora, omar]) await lookedAfterBy(one, by);
    const id = randomUUID();
    await save(nora, id, { members: [lost, left].map((one) => text(one, { summary: 'Written before' })) });
    await harness.asOwner('delete from vigil.care_relations where patient_id = $1 and clinician_id = $2', [lost.id, nora.id]);
    await harness.asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [left.id]);
    expect((await handOver(nora, id, omar)).body.members.map(({ user }) => user.lastName)).toEqual(['Left']);
    const { body } = await read(omar, id);
    expect(body.members.map(({ user, summary, facts }) => [user.lastName, summary, facts === null])).toEqual([
      ['Left', 'Written before', false],
      ['Lost', 'Written before', true],
    ]);
  });

  test('observers, members, administrators and whoever is on hold write none; another tenant finds none', async () => {
    const { tenant, nora, omar, member } = await clinic();
    const one = await member('One');
    const { id } = await handedOver(nora, omar, [one]);
    for (const by of [await staff(tenant, 'observer'), await staff(tenant, 'tenant_admin'), one])
      for (const answer of [await call('GET', 'draft', by), await read(by, id), await save(by, randomUUID()), await acknowledge(by, id)])
        expect(codeOf(answer)).toEqual([403, 'forbidden']);
    const held = await harness.createUser(tenant, { roles: ['nurse'], isOnHold: true });
    expect((await read(held, id)).status).toBe(200);
    expect(codeOf(await save(held, randomUUID()))).toEqual([403, 'account_on_hold']);
    const stranger = (await clinic()).omar;
    for (const answer of [
      await read(stranger, id),
      await acknowledge(stranger, id),
      await withdraw(stranger, id),
      await handOver(stranger, id, omar),
    ])
      expect(codeOf(answer)).toEqual([404, 'not_found']);
    expect(codeOf(await save(stranger, randomUUID(), { members: [text(one)] }))).toEqual([404, 'not_found']);
    expect(await list(stranger, 'recent')).toEqual([]);
  });
});
