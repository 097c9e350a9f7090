import { randomUUID } from 'node:crypto';
import type { Action } from '@vigil/contract/factuary-actions.contract';
import { actionRoles, assignmentOps, longestActionTitle, mostActionsAtOnce } from '@vigil/contract/factuary-actions.values';
import { moveBetween } from '@vigil/domain/actions/moves';
import { timeToLiveSeconds } from '@vigil/domain/actions/time-to-live';
import { afterAll, describe, expect, test } from 'vitest';
import { type Failure, sampleAlert, startActions } from './testing/actions-server.ts';

const { harness, server, actions, hidden, call, staff, staffOf, opened, read, list, assign, intervene } = await startActions();
afterAll(() => Promise.all([server.stop(), actions.stop?.()]));

const tenant = await harness.createTenant();
const team = await staffOf(tenant);
const { md, nurse, coach, specialist } = team;
const newMember = (of = tenant, over = {}) => harness.createUser(of, over);
const daySeconds = 86_400;
const soon = () => Math.round(harness.clock.now() / 1000) + daySeconds;

const newAction = (member: { id: string }, over: object = {}) => ({
  ...{ action_id: randomUUID(), user_id: member.id, action_category: 'BIOMETRICS', title: 'Weight up 2 kg', ...over },
});
const post = (body: unknown, by: { id: string } = nurse) => call<Action & Failure>('POST', 'users/actions', by, body);
const put = (body: unknown, by: { id: string } = nurse) => call<Action & Failure>('PUT', 'users/actions', by, body);
const fieldOf = (body: unknown) => (body as Failure).error.fields?.[0]?.field;

describe('opening an action', () => {
  test('is kept once however often it is sent, with what follows from its category', async () => {
    const member = await newMember();
    const sent = newAction(member, { note: 'Called in by the daughter' });
    const answers = await Promise.all([post(sent), post(sent), post({ ...sent, action_id: sent.action_id.toUpperCase() })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0].body).toMatchObject({
      ...{ action_id: sent.action_id, version: 1, user_id: member.id, user: { firstName: 'Test' }, class: 'PRIORITY', priority: 'MEDIUM' },
      status: { status: 'OPEN', status_original: null, parent_id: null },
      ...{ assignee_id: null, assignee_role: 'nurse', op: null, delta_time: 0, due_date: null, alert: null, may_handle: true },
    });
    const action = answers[0].body;
    const { time_created: created, expires_at: expires } = action;
    expect(expires - created).toBeCloseTo(timeToLiveSeconds.MEDIUM, 2);
    const { history } = await read(sent.action_id, nurse);
    expect(history).toMatchObject([
      { kind: 'OPENED', by: { id: nurse.id, role: 'nurse' }, note: 'Called in by the daughter', delta_time: 0 },
    ]);
  });

  test.each<[string, object]>([
    ['another title', { title: 'Something else' }],
    ['another category', { action_category: 'SURVEY' }],
    ['another priority', { priority: 'CRITICAL' }],
    ['a date', { due_date: Date.now() / 1000 + 86_400 }],
    ['somebody who has it', { assignee_id: nurse.id }],
    ['another role', { assignee_role: 'md' }],
  ])('under an id that was used before, with %s, is a conflict and changes nothing', async (_name, over) => {
    const sent = newAction(await newMember());
    await post(sent);
    expect((await post({ ...sent, ...over })).status).toBe(409);
    expect(await read(sent.action_id, nurse)).toMatchObject({ title: sent.title, version: 1 });
  });

  test.each<[string, string, object]>([
    ['a title of blanks', 'title', { title: ' ' }],
    ['a title that is too long', 'title', { title: 'x'.repeat(longestActionTitle + 1) }],
    ['a category that only the server opens', 'action_category', { action_category: 'NEW_PATIENT' }],
    ['an unknown category', 'action_category', { action_category: '__proto__' }],
    ['a follow-up of nothing', 'status.parent_id', { action_category: 'PATIENT_FOLLOWUP', due_date: 1_900_000_000 }],
    ['a parent of what is no follow-up', 'status.parent_id', { status: { parent_id: randomUUID() } }],
    ['an assignee who is nobody', 'assignee_id', { assignee_id: randomUUID() }],
    ['an assignee in a role that they do not hold', 'assignee_role', { assignee_id: nurse.id, assignee_role: 'md' }],
    ['a date that has passed', 'due_date', { due_date: 1_000_000_000 }],
    ['a date in years', 'due_date', { due_date: 4_000_000_000 }],
  ])('with %s is refused, naming the field', async (_name, field, over) => {
    const member = await newMember();
    const { status, body } = await post(newAction(member, over));
    expect([status, fieldOf(body)]).toEqual([400, field]);
    expect((await list(`?user_id=${member.id}`, nurse)).totalElements).toBe(0);
  });

  test('a follow-up names an action of the same member, and lives until a week after its date', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const [parent, foreign] = [await opened(tenant, member), await opened(tenant, other)];
    const due = soon();
    const followUp = (parentId: string) =>
      newAction(member, { action_category: 'PATIENT_FOLLOWUP', status: { parent_id: parentId }, due_date: due });
    expect(fieldOf((await post(followUp(foreign))).body)).toBe('status.parent_id');
    const { body } = await post(followUp(parent));
    expect(body).toMatchObject({ status: { parent_id: parent }, due_date: due, expires_at: due + 7 * daySeconds });
    expect((await read(parent, nurse)).follow_ups).toMatchObject([{ action_id: body.action_id }]);
  });

  test('a rule opens none while its first is live, also not at the same time, and another once that has ended', async () => {
    const member = await newMember();
    const rule = { openKey: 'rule:1', alert: sampleAlert };
    const ids = await Promise.all([1, 2, 3, 4].map(() => opened(tenant, member, rule)));
    expect(new Set(ids).size).toBe(1);
    expect(await opened(tenant, member, rule)).toBe(ids[0]);
    const first = await read(ids[0] ?? '', nurse);
    expect(first).toMatchObject({ priority: 'HIGH', alert: sampleAlert, history: [{ kind: 'OPENED', by: null }] });
    await intervene([first.action_id], nurse);
    const next = await opened(tenant, member, rule);
    expect(next).not.toBe(ids[0]);
    expect((await list(`?user_id=${member.id}`, nurse)).totalElements).toBe(2);
  });

  test('is undone with the transaction of its cause', async () => {
    const member = await newMember();
    const cause = harness.database.tenant(tenant.id, async (sql) => {
      await actions.open(sql, tenant.id, { userId: member.id, category: 'DATA_GAP', title: 'Band off' });
      throw new Error('the cause failed');
    });
    await expect(cause).rejects.toThrow('the cause failed');
    expect((await list(`?user_id=${member.id}`, nurse)).totalElements).toBe(0);
  });
});

describe('assigning an action', () => {
  const pairs = actionRoles.flatMap((from) => actionRoles.map((to) => [from, to] as const));
  test.each(pairs)('from %s to %s the server says what it is, and refuses each other op naming it', async (from, to) => {
    const second = await staff(tenant, to);
    const id = await opened(tenant, await newMember(), { role: from, assigneeId: team[from].id });
    const move = moveBetween(from, to);
    for (const wrong of assignmentOps.filter((op) => op !== move)) {
      const refused = await assign(id, nurse, { op: wrong, assignee_id: second.id, assignee_role: to });
      expect([refused.status, fieldOf(refused.body)], wrong).toEqual([400, 'op']);
    }
    const { status, body } = await assign(id, nurse, { op: move, assignee_id: second.id, assignee_role: to });
    expect([status, body]).toMatchObject([
      200,
      { op: move, assignee_id: second.id, assignee_role: to, status: { status: move, status_original: 'OPEN' }, version: 2 },
    ]);
  });

  test('whoever takes what nobody had does not move it; a later move keeps what it was before the first', async () => {
    const id = await opened(tenant, await newMember(), { role: 'nurse' });
    expect((await assign(id, nurse, { assignee_id: nurse.id })).body).toMatchObject({
      op: 'ASSIGNED',
      status: { status: 'OPEN', status_original: null },
    });
    await assign(id, nurse, { assignee_id: md.id });
    expect((await assign(id, md, { assignee_id: specialist.id })).body).toMatchObject({
      status: { status: 'REASSIGNED', status_original: 'OPEN' },
    });
    expect((await read(id, nurse)).history.map(({ kind, assignee }) => [kind, assignee?.id ?? null])).toEqual([
      ['OPENED', null],
      ['ASSIGNED', nurse.id],
      ['ESCALATED', md.id],
      ['REASSIGNED', specialist.id],
    ]);
  });

  test('to whoever has it already changes nothing, and the same request moves once', async () => {
    const id = await opened(tenant, await newMember(), { role: 'nurse', assigneeId: nurse.id });
    expect((await assign(id, md, { assignee_id: nurse.id })).body).toMatchObject({ version: 1 });
    const again = { assignee_id: md.id, request_id: randomUUID() };
    const both = await Promise.all([assign(id, nurse, again), assign(id, nurse, again)]);
    expect(both.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 2],
      [200, 2],
    ]);
  });

  test('under the request of another move is refused: nobody takes it for done', async () => {
    const id = await opened(tenant, await newMember(), { role: 'nurse', assigneeId: nurse.id });
    const requestId = randomUUID();
    await assign(id, nurse, { assignee_id: md.id, request_id: requestId });
    for (const over of [{ assignee_id: coach.id }, { note: 'Please call today' }, { op: 'REASSIGNED' }])
      expect((await assign(id, nurse, { assignee_id: md.id, request_id: requestId, ...over })).status, JSON.stringify(over)).toBe(409);
    expect(await read(id, nurse)).toMatchObject({ assignee_id: md.id, version: 2 });
  });

  test('without a role it is the one of theirs that handles the category', async () => {
    const several = await staff(tenant, 'coach', 'md');
    const id = await opened(tenant, await newMember());
    expect((await assign(id, nurse, { assignee_id: several.id })).body).toMatchObject({ assignee_role: 'md', op: 'ESCALATED' });
    const plain = await staff(tenant, 'clinician');
    expect((await assign(id, nurse, { assignee_id: plain.id })).body).toMatchObject({ assignee_role: 'md', op: 'REASSIGNED' });
  });

  test.each<[string, string, () => Promise<object>]>([
    ['an observer', 'assignee_id', async () => ({ assignee_id: (await staff(tenant, 'observer')).id })],
    ['a member', 'assignee_id', async () => ({ assignee_id: (await newMember()).id })],
    [
      'somebody who has left',
      'assignee_id',
      async () => ({ assignee_id: (await newMember(tenant, { roles: ['nurse'], isInTheTenant: false })).id }),
    ],
    ['another tenant’s nurse', 'assignee_id', async () => ({ assignee_id: (await staff(await harness.createTenant(), 'nurse')).id })],
    ['a role that they do not hold', 'assignee_role', async () => ({ assignee_id: coach.id, assignee_role: 'nurse' })],
  ])('to %s is refused, naming the field', async (_name, field, bodyOf) => {
    const id = await opened(tenant, await newMember());
    const { status, body } = await assign(id, nurse, await bodyOf());
    expect([status, fieldOf(body)]).toEqual([400, field]);
    expect(await read(id, nurse)).toMatchObject({ version: 1, assignee_id: null });
  });

  test('to somebody who could not see the member is refused', async () => {
    const member = await newMember();
    hidden.add(`${coach.id} ${member.id}`);
    const { body } = await assign(await opened(tenant, member), nurse, { assignee_id: coach.id });
    expect(fieldOf(body)).toBe('assignee_id');
  });
});

describe('intervening', () => {
  test('ends the action as its category asks, with what was done, and once', async () => {
    const member = await newMember();
    const [reading, greeting] = [await opened(tenant, member), await opened(tenant, member, { category: 'NEW_PATIENT' })];
    const done = { request_id: randomUUID(), note: 'Slept badly', minutes: 7.5 };
    const first = await intervene([reading, greeting], nurse, done);
    const again = await intervene([reading, greeting], nurse, done);
    expect(first.body).toEqual(again.body);
    expect(first.body.results.map(({ action, error }) => [action?.status.status, error])).toEqual([
      ['INTERVENED', null],
      ['CONFIRMED', null],
    ]);
    expect((await read(reading, nurse)).history).toMatchObject([
      { kind: 'OPENED' },
      { kind: 'INTERVENED', by: { id: nurse.id }, note: 'Slept badly', intervention: { type: 'CALL', outcome: 'RESOLVED', minutes: 7.5 } },
    ]);
  });

  test.each([
    ['another note', { note: 'Slept well' }],
    ['other minutes', { minutes: 9 }],
    ['another outcome', { outcome: 'EXPECTED' }],
    ['what is still to be done', { follow_up: { title: 'Call again', due_date: Date.now() / 1000 + 86_400 } }],
  ])('with %s under the request of what was done is refused: nobody takes it for done', async (_, other) => {
    const id = await opened(tenant, await newMember());
    const done = { request_id: randomUUID(), note: 'Slept badly', minutes: 7.5 };
    await intervene([id], nurse, done);
    const { body } = await intervene([id], nurse, { ...done, ...other });
    expect(body.results).toMatchObject([{ action: null, error: { code: 'conflict' } }]);
    expect((await read(id, nurse)).history).toHaveLength(2);
  });

  test('where nobody was reached the action stays open, and what was tried stands in its history', async () => {
    const id = await opened(tenant, await newMember());
    const { body } = await intervene([id], nurse, { outcome: 'NOT_REACHED', minutes: 2 });
    expect(body.results[0]?.action).toMatchObject({ status: { status: 'OPEN' }, version: 2 });
    expect((await read(id, nurse)).history.at(-1)).toMatchObject({ kind: 'ATTEMPTED', intervention: { outcome: 'NOT_REACHED' } });
  });

  test.each([
    ['another title', { title: 'Visit' }],
    ['another day', { due_date: Date.now() / 1000 + 3 * 86_400 }],
    ['another priority', { priority: 'CRITICAL' }],
    ['nothing to follow', null],
  ])('with %s of what is still to be done, under the request of what was done, is refused', async (_, other) => {
    const id = await opened(tenant, await newMember());
    const followUp = { title: 'Call again', due_date: Date.now() / 1000 + 86_400 };
    const done = { request_id: randomUUID(), outcome: 'IMPROVING', follow_up: followUp };
    const { body: first } = await intervene([id], nurse, done);
    const { body } = await intervene([id], nurse, { ...done, follow_up: other && { ...followUp, ...other } });
    expect(body.results).toMatchObject([{ error: { code: 'conflict' } }]);
    expect((await intervene([id], nurse, done)).body.results).toMatchObject([
      { follow_up_id: first.results[0]?.follow_up_id, error: null },
    ]);
  });

  test('a follow-up is opened with it, once', async () => {
    const id = await opened(tenant, await newMember());
    const done = { request_id: randomUUID(), follow_up: { title: 'Weigh again', due_date: soon(), assignee_id: coach.id } };
    const [first, again] = [await intervene([id], nurse, done), await intervene([id], nurse, done)];
    expect(first.body).toEqual(again.body);
    const { follow_ups: next } = await read(id, nurse);
    expect(next).toMatchObject([
      {
        action_id: first.body.results[0]?.follow_up_id,
        action_category: 'PATIENT_FOLLOWUP',
        status: { status: 'OPEN', parent_id: id },
        ...{ assignee_id: coach.id, assignee_role: 'coach', title: 'Weigh again' },
      },
    ]);
  });

  test('on several says of each what became of it; what cannot be leaves the others', async () => {
    const elsewhere = await harness.createTenant();
    const member = await newMember();
    const [mine, over, notMine] = [
      await opened(tenant, member),
      await opened(tenant, member),
      await opened(tenant, member, { category: 'SURVEY', role: 'md' }),
    ];
    await intervene([over], md);
    const foreign = await opened(elsewhere, await newMember(elsewhere));
    const { body } = await intervene([mine, over, foreign, randomUUID(), mine], nurse);
    expect(body.results.map(({ error }) => error?.code ?? null)).toEqual([null, 'conflict', 'not_found', 'not_found']);
    const byCoach = await intervene([await opened(tenant, member), notMine], coach);
    expect(byCoach.body.results.map(({ error }) => error?.code ?? null)).toEqual(['forbidden', null]);
  });

  test('in a version that an alert has joined since is refused for that one action, naming the alert; without a version it is stored', async () => {
    const member = await newMember();
    const [joined, other] = [await opened(tenant, member), await opened(tenant, member)];
    await harness.database.tenant(tenant.id, (sql) =>
      actions.join(sql, tenant.id, {
        ...{ actionId: joined, title: 'Systolic pressure 180 or more', priority: 'CRITICAL', role: 'md', timeToLiveSeconds: 3_600 },
        ...{ isNew: true, alert: null },
      }),
    );
    const both = await intervene([joined, other], nurse, { versions: { [joined]: 1, [other.toUpperCase()]: 1 } });
    expect(both.status).toBe(200);
    expect(both.body.results).toMatchObject([
      {
        ...{ action_id: joined, action: null, joined: { version: 2, titles: ['Systolic pressure 180 or more'] } },
        error: {
          code: 'conflict',
          message:
            '“Systolic pressure 180 or more” joined this action after you opened it. Nothing was saved. Review the action and save again.',
        },
      },
      { action_id: other, action: { status: { status: 'INTERVENED' } }, joined: null, error: null },
    ]);
    const again = await intervene([joined], nurse, { versions: { [joined]: 2 } });
    expect(again.body.results).toMatchObject([{ action: { status: { status: 'INTERVENED' } }, error: null }]);
    const third = await opened(tenant, member);
    expect((await intervene([third], nurse)).body.results).toMatchObject([{ error: null }]);
    expect((await intervene([third], nurse, { versions: { [third]: 0 } })).status).toBe(400);
  });

  test('whoever it was given to may, whatever their role', async () => {
    const id = await opened(tenant, await newMember());
    expect((await intervene([id], specialist)).body.results[0]?.error?.code).toBe('forbidden');
    await assign(id, nurse, { assignee_id: specialist.id });
    expect((await intervene([id], specialist)).body.results[0]?.error).toBeNull();
  });

  test.each<[string, string, object]>([
    ['no action', 'action_ids', { action_ids: [] }],
    ['too many', 'action_ids', { action_ids: Array.from({ length: mostActionsAtOnce + 1 }, () => randomUUID()) }],
    ['a negative length', 'minutes', { minutes: -1 }],
    ['an unknown outcome', 'outcome', { outcome: 'GREAT' }],
    ['a follow-up in the past', 'follow_up.due_date', { follow_up: { title: 'x', due_date: 1_000 } }],
    ['a follow-up for nobody', 'follow_up.assignee_id', { follow_up: { title: 'x', due_date: soon(), assignee_id: randomUUID() } }],
  ])('with %s is refused, naming the field', async (_name, field, over) => {
    const id = await opened(tenant, await newMember());
    const { status, body } = await intervene([id], nurse, over);
    expect([status, fieldOf(body)]).toEqual([400, field]);
    expect(await read(id, nurse)).toMatchObject({ version: 1 });
  });

  test('of two who end it at the same time one does, and the other is told', async () => {
    const id = await opened(tenant, await newMember());
    const both = await Promise.all([intervene([id], nurse), intervene([id], md)]);
    expect(both.map(({ body }) => body.results[0]?.error?.code ?? 'done').sort()).toEqual(['conflict', 'done']);
    expect((await read(id, nurse)).history).toHaveLength(2);
  });
});

describe('changing an action', () => {
  test('of the version that was read; a stale one is a conflict that names both, and changes nothing', async () => {
    const id = await opened(tenant, await newMember());
    const { body } = await put({ action_id: id, version: 1, title: 'Pulse over 120', priority: 'CRITICAL' });
    expect(body).toMatchObject({ version: 2, title: 'Pulse over 120', priority: 'CRITICAL', class: 'PRIORITY' });
    const stale = await put({ action_id: id, version: 1, title: 'Other' });
    expect([stale.status, stale.body.error.message]).toEqual([409, expect.stringMatching(/version 1.*at 2/)]);
    expect(await read(id, nurse)).toMatchObject({ title: 'Pulse over 120' });
  });

  test('of two edits of one version at the same time one is kept', async () => {
    const id = await opened(tenant, await newMember());
    const both = await Promise.all(['One', 'Other'].map((title) => put({ action_id: id, version: 1, title })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('another priority gives it its time to live from then on', async () => {
    const id = await opened(tenant, await newMember(), { timeToLiveSeconds: 600 });
    const { body } = await put({ action_id: id, version: 1, priority: 'LOW' });
    expect(body.expires_at - body.time_created).toBeGreaterThanOrEqual(timeToLiveSeconds.LOW);
  });

  test('closing it without an intervention needs a reason, and is for whoever may handle it', async () => {
    const id = await opened(tenant, await newMember());
    const closed = { action_id: id, version: 1, status: { status: 'CLOSED' } };
    expect(fieldOf((await put(closed)).body)).toBe('note');
    expect((await put({ ...closed, note: 'Opened twice' }, coach)).status).toBe(403);
    expect((await put({ ...closed, note: 'Opened twice' })).body).toMatchObject({ status: { status: 'CLOSED' }, may_handle: false });
    for (const answer of [await put({ ...closed, version: 2, note: 'Again' }), await assign(id, nurse, { assignee_id: md.id })])
      expect(answer.status).toBe(409);
  });

  test('no statement of the application changes or removes an event, or changes an action past its events', async () => {
    const id = await opened(tenant, await newMember());
    for (const statement of [
      "update vigil.action_events set note = 'x' where action_id = $1",
      'delete from vigil.action_events where action_id = $1',
      "update vigil.actions set status = 'CLOSED' where id = $1",
      'delete from vigil.actions where id = $1',
    ])
      await expect(harness.database.tenant(tenant.id, (sql) => sql.query(statement, [id]))).rejects.toThrow(/permission denied/);
    await expect(harness.asOwner('delete from vigil.action_events where action_id = $1', [id])).rejects.toThrow(/only be added to/);
  });
});
