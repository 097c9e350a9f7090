import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@vigil/contract';
import type { Action, undoActions } from '@vigil/contract/factuary-actions.contract';
import type { getReport, getReportByClinician } from '@vigil/contract/factuary-reports.contract';
import { afterAll, describe, expect, test } from 'vitest';
import { type Failure, sampleAlert, startActions } from './testing/actions-server.ts';

const { harness, server, actions, call, staff, staffOf, opened, read, list, assign, intervene, bellOf } = await startActions();
afterAll(() => Promise.all([server.stop(), actions.stop?.()]));

const tenant = await harness.createTenant();
const { md, nurse, coach } = await staffOf(tenant);
const [other, observer] = [await staff(tenant, 'nurse'), await staff(tenant, 'observer')];
const someone = () => harness.createUser(tenant);

type Person = { readonly id: string };
type Undone = ResponseOf<typeof undoActions>;
const undo = (requestId: string, by: Person) => call<Undone & Failure>('POST', 'clinicians/actions/undo', by, { request_id: requestId });
const undoneBy = (requestId: string, by: Person) =>
  undo(requestId, by).then(({ status, body }) => [status, body.error?.message ?? body.results]);
const close = async (actionId: string, by: Person, over: object = {}) => {
  const { version } = await read(actionId, by);
  return call<Action>('PUT', 'users/actions', by, {
    ...{ action_id: actionId, version, status: { status: 'CLOSED' }, note: 'Seen in the ward', request_id: randomUUID() },
    ...over,
  });
};
const rewind = (actionId: string, seconds: number) =>
  harness.asOwner(
    `set vigil.erasing = 'action_events'; update vigil.action_events set at = at - make_interval(secs => ${seconds}) where action_id = '${actionId}'; reset vigil.erasing`,
  );
/** How an action stands, but for its version. */
const standing = async (actionId: string) => {
  const { version: _, history: __, follow_ups: ___, may_handle: ____, ...action } = await read(actionId, nurse);
  return action;
};
const kinds = async (actionId: string) =>
  (await read(actionId, nurse)).history.map(({ kind, undone }) => (undone ? `${kind} (undone)` : kind));

describe('what was done to an action is undone by whoever did it', () => {
  test('an intervention: the action is open as it was before, and the history says both', async () => {
    const action = await opened(tenant, await someone());
    await assign(action, md, { assignee_id: md.id });
    const before = await standing(action);
    const request = randomUUID();
    await intervene([action], md, { request_id: request, note: 'Wrong member', minutes: 12 });
    const { status, body } = await undo(request, md);
    expect([status, body.results]).toEqual([
      200,
      [
        {
          action_id: action,
          action: expect.objectContaining({ version: 4, status: expect.objectContaining({ status: before.status.status }) }),
          follow_up: null,
          error: null,
        },
      ],
    ]);
    expect(await standing(action)).toEqual(before);
    expect(await kinds(action)).toEqual(['OPENED', 'ESCALATED', 'INTERVENED (undone)', 'UNDONE']);
    const [, , done, last] = (await read(action, md)).history;
    expect([done?.note, last?.by?.id]).toEqual(['Wrong member', md.id]);
  });

  test('an assignment: status, assignee, role and op are those of before, whether it was the first or not', async () => {
    const action = await opened(tenant, await someone(), { dueAtMs: Date.now() + 86_400_000 });
    const open = await standing(action);
    const [first, second] = [randomUUID(), randomUUID()];
    await assign(action, nurse, { assignee_id: md.id, request_id: first });
    await undo(first, nurse);
    expect(await standing(action)).toEqual(open);
    await assign(action, nurse, { assignee_id: coach.id, request_id: randomUUID() });
    const given = await standing(action);
    await assign(action, nurse, { assignee_id: nurse.id, request_id: second });
    expect((await standing(action)).status.status).toBe('ESCALATED');
    await undo(second, nurse);
    expect(await standing(action)).toEqual(given);
  });

  test('closing, with the priority that was changed with it', async () => {
    const action = await opened(tenant, await someone(), { priority: 'HIGH' });
    const before = await standing(action);
    const request = randomUUID();
    expect((await close(action, nurse, { priority: 'LOW', request_id: request })).status).toBe(200);
    expect((await undo(request, nurse)).status).toBe(200);
    expect(await standing(action)).toEqual(before);
    // Sent again, what was undone stays undone.
    expect((await close(action, nurse, { version: 1, priority: 'LOW', request_id: request })).status).toBe(200);
    expect(await standing(action)).toEqual(before);
  });

  test('a call that reached nobody', async () => {
    const action = await opened(tenant, await someone());
    const request = randomUUID();
    await intervene([action], nurse, { request_id: request, outcome: 'NOT_REACHED' });
    expect((await undo(request, nurse)).status).toBe(200);
    expect(await kinds(action)).toEqual(['OPENED', 'ATTEMPTED (undone)', 'UNDONE']);
  });

  test('several at once, each with its result: what cannot be undone is left and says who has acted', async () => {
    const [one, two, three] = [
      await opened(tenant, await someone()),
      await opened(tenant, await someone()),
      await opened(tenant, await someone()),
    ];
    const request = randomUUID();
    await intervene([one, two, three], nurse, { request_id: request, outcome: 'NOT_REACHED' });
    await assign(two, other, { assignee_id: md.id });
    const { status, body } = await undo(request, nurse);
    const results = new Map(body.results.map((result) => [result.action_id, result.error?.message ?? result.action?.version]));
    expect([status, results]).toEqual([
      200,
      new Map<string, unknown>([
        [one, 3],
        [two, 'nurse Staff has escalated this action since. It wasn’t undone; see how it stands now.'],
        [three, 3],
      ]),
    ]);
  });

  test('sent twice, also at the same time, is done once and answered alike', async () => {
    const action = await opened(tenant, await someone());
    const request = randomUUID();
    await intervene([action], nurse, { request_id: request, follow_up: { title: 'Ask again', due_date: Date.now() / 1000 + 86_400 } });
    const [first, second] = await Promise.all([undo(request, nurse), undo(request, nurse)]);
    const third = await undo(request, nurse);
    const told = ({ status, body }: typeof first) => [
      status,
      body.results.map(({ error, follow_up: followUp, action: now }) => [error, followUp, now?.version]),
    ];
    expect([told(first), told(second), told(third)]).toEqual(Array.from({ length: 3 }, () => [200, [[null, 'withdrawn', 3]]]));
    expect(await kinds(action)).toEqual(['OPENED', 'INTERVENED (undone)', 'UNDONE']);
  });

  test('done again after that, it can be undone again', async () => {
    const action = await opened(tenant, await someone());
    for (const request of [randomUUID(), randomUUID()]) {
      await intervene([action], nurse, { request_id: request });
      expect((await undo(request, nurse)).status).toBe(200);
    }
    expect((await read(action, nurse)).status.status).toBe('OPEN');
  });
});

describe('is refused, and changes nothing', () => {
  const ended = async () => {
    const action = await opened(tenant, await someone());
    const request = randomUUID();
    await intervene([action], nurse, { request_id: request });
    return { action, request };
  };

  test('after a minute, by the clock of the database', async () => {
    const [soon, late] = [await ended(), await ended()];
    await rewind(soon.action, 55);
    await rewind(late.action, 61);
    expect((await undo(soon.request, nurse)).status).toBe(200);
    expect(await undoneBy(late.request, nurse)).toEqual([409, expect.stringContaining('More than 60 seconds')]);
    expect((await read(late.action, nurse)).status.status).toBe('INTERVENED');
  });

  test('after somebody else has acted, who is named with what they did; and after the person themselves has', async () => {
    const action = await opened(tenant, await someone());
    const [first, second] = [randomUUID(), randomUUID()];
    await assign(action, nurse, { assignee_id: nurse.id, request_id: first });
    await intervene([action], nurse, { request_id: second, outcome: 'NOT_REACHED' });
    expect(await undoneBy(first, nurse)).toEqual([409, expect.stringMatching(/^You have logged/)]);
    await close(action, other);
    expect(await undoneBy(second, nurse)).toEqual([
      409,
      'nurse Staff has closed this action since. It wasn’t undone; see how it stands now.',
    ]);
    expect((await read(action, nurse)).status.status).toBe('CLOSED');
  });

  test('after what came later was undone: it is nobody’s last word any more', async () => {
    const action = await opened(tenant, await someone());
    const [first, second] = [randomUUID(), randomUUID()];
    await assign(action, nurse, { assignee_id: nurse.id, request_id: first });
    await intervene([action], nurse, { request_id: second });
    expect((await undo(second, nurse)).status).toBe(200);
    expect((await undo(first, nurse)).status).toBe(409);
  });

  test('by another person, an observer, the member, another tenant, or whoever is on hold now', async () => {
    const { action, request } = await ended();
    const stranger = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    for (const who of [other, md, coach, observer]) expect((await undo(request, who)).status).toBe(403);
    expect((await undo(request, { id: (await read(action, nurse)).user_id })).status).toBe(403);
    expect((await undo(request, stranger)).status).toBe(404);
    expect((await undo(randomUUID(), nurse)).status).toBe(404);
    const held = await harness.createUser(tenant, { roles: ['nurse'], isOnHold: true });
    const [his, hisRequest] = [await opened(tenant, await someone()), randomUUID()];
    const before = { tenantId: tenant.id, id: held.id, roles: ['nurse'] } as const;
    await actions.intervene(before, his, { request_id: hisRequest, type: 'CALL', outcome: 'RESOLVED' });
    expect((await undo(hisRequest, held)).status).toBe(403);
    expect([await kinds(action), await kinds(his)]).toEqual([
      ['OPENED', 'INTERVENED'],
      ['OPENED', 'INTERVENED'],
    ]);
  });

  test('by a coach where it was a nurse’s; a coach undoes what was theirs', async () => {
    const action = await opened(tenant, await someone());
    await assign(action, nurse, { assignee_id: coach.id });
    const request = randomUUID();
    await intervene([action], coach, { request_id: request });
    expect((await undo(request, nurse)).status).toBe(403);
    expect((await undo(request, coach)).status).toBe(200);
  });

  test('of whatever has opened anew meanwhile, since its cause is the same', async () => {
    const member = await someone();
    const action = await opened(tenant, member, { openKey: 'rule:spo2' });
    const request = randomUUID();
    await intervene([action], nurse, { request_id: request });
    await opened(tenant, member, { openKey: 'rule:spo2' });
    expect(await undoneBy(request, nurse)).toEqual([409, expect.stringContaining('A new action about the same problem has opened since')]);
    expect(await kinds(action)).toEqual(['OPENED', 'INTERVENED']);
  });

  test('of a change, and of what nobody has done by that request', async () => {
    const action = await opened(tenant, await someone());
    const request = randomUUID();
    await call('PUT', 'users/actions', nurse, { action_id: action, version: 1, title: 'Other', request_id: request });
    expect((await undo(request, nurse)).status).toBe(404);
  });

  test('the database lets nothing but an undo by the same person follow an action that has ended', async () => {
    const { action } = await ended();
    const append = (kind: string, by: Person) =>
      harness.database.tenant(tenant.id, (sql) =>
        sql.query(
          `insert into vigil.action_events (tenant_id, action_id, sequence, kind, by_id, user_id, status, title, priority, assignee_role, expires_at)
           select tenant_id, id, 3, $2, $3, user_id, 'OPEN', title, priority, assignee_role, expires_at from vigil.actions where id = $1`,
          [action, kind, by.id],
        ),
      );
    await expect(append('CHANGED', nurse)).rejects.toThrow('does not follow');
    await expect(append('UNDONE', other)).rejects.toThrow('nothing that this event could undo');
    await append('UNDONE', nurse);
  });
});

describe('a follow-up', () => {
  const followUp = { title: 'Ask again', due_date: Math.floor(Date.now() / 1000) + 86_400 };
  const withFollowUp = async (over: object = {}) => {
    const action = await opened(tenant, await someone());
    const request = randomUUID();
    const { body } = await intervene([action], nurse, { request_id: request, follow_up: { ...followUp, ...over } });
    return { action, request, next: body.results[0]?.follow_up_id ?? '' };
  };

  test('that nobody has touched is closed as withdrawn, and leaves the bell of whoever got it', async () => {
    const { request, next } = await withFollowUp({ assignee_id: md.id });
    expect((await bellOf(md)).items.some(({ description }) => description.includes('Ask again'))).toBe(true);
    expect((await undo(request, nurse)).body.results[0]?.follow_up).toBe('withdrawn');
    const { status, history } = await read(next, nurse);
    expect([status.status, history.at(-1)?.note]).toEqual(['CLOSED', 'Withdrawn']);
    expect((await bellOf(md)).items.some(({ description }) => description.includes('Ask again'))).toBe(false);
  });

  test('that somebody works on already is left to them', async () => {
    const { action, request, next } = await withFollowUp();
    await assign(next, md, { assignee_id: md.id });
    expect((await undo(request, nurse)).body.results[0]).toMatchObject({ follow_up: 'left', error: null });
    expect((await undo(request, nurse)).body.results[0]).toMatchObject({ follow_up: 'left', error: null });
    expect([(await read(action, nurse)).status.status, (await read(next, nurse)).assignee_id]).toEqual(['OPEN', md.id]);
  });
});

describe('what was undone counts nowhere', () => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
  const days = () => `?from_date=${day(Date.now() - 86_400_000)}&to_date=${day(Date.now() + 86_400_000)}&tz=UTC`;

  test('in the reports, counts, last task, interventions that rules are held against, and hours', async () => {
    const there = await harness.createTenant();
    const { md: doctor, nurse: doer } = await staffOf(there);
    const watcher = await staff(there, 'observer');
    const member = await harness.createUser(there);
    const action = await opened(there, member, { alert: sampleAlert });
    const [from, to] = [Date.now() - 3_600_000, Date.now() + 3_600_000];
    const figures = async () => ({
      byClinician: (await call<ResponseOf<typeof getReportByClinician>>('GET', `report/by-clinician${days()}`, watcher)).body.rows.map(
        ({ uid, actions: of }) => [uid, ...Object.entries(of).map(([name, { count }]) => `${name} ${count}`)],
      ),
      byMember: (await call<ResponseOf<typeof getReport>>('GET', `report${days()}`, watcher)).body.rows.map(({ actions: of }) => of),
      rows: (await call<ResponseOf<typeof getReport>>('GET', `report${days()}`, watcher)).body.actions.map(
        ({ action_id: id, status, status_original: original }) => [id, status, original],
      ),
      counts: (await call('GET', 'users/actions/count', watcher)).body,
      closed: (await call('GET', 'users/actions/count?status=CLOSED', watcher)).body,
      lastTask: (await call<object>('GET', `/registry/api/v1/users/${doer.id}/last_task`, watcher)).body,
      interventions: await actions.clinicalInterventions(there.id, [member.id], { category: 'BIOMETRICS', fromMs: from, toMs: to }),
      alerted: (await actions.alerted(there.id, { userIds: null, ruleId: null, fromMs: from, toMs: to, most: 10 })).map(
        ({ endKind, outcome }) => [endKind, outcome],
      ),
      hours: await actions.hoursOfWork(there.id, null, from, to),
      live: (await list('?status=OPEN', watcher)).content.map(({ action_id: id }) => id),
    });
    const untouched = await figures();
    expect([untouched.alerted, untouched.interventions, untouched.lastTask]).toEqual([[[null, null]], [], null]);
    const requests = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
    await intervene([action], doer, {
      ...{
        request_id: requests[0],
        minutes: 30,
        follow_up: { title: 'Ask again', due_date: Date.now() / 1000 + 86_400, assignee_id: doer.id },
      },
    });
    const done = await figures();
    expect([done.interventions.length, done.alerted, done.hours.length]).toEqual([1, [['INTERVENED', 'RESOLVED']], 1]);
    await undo(requests[0], doer);
    expect(await figures()).toEqual(untouched);
    await intervene([action], doer, { request_id: requests[1], outcome: 'NOT_REACHED' });
    await undo(requests[1], doer);
    await assign(action, doer, { assignee_id: doctor.id, request_id: requests[2] });
    expect((await figures()).byMember).toEqual([expect.objectContaining({ escalated: 1 })]);
    await undo(requests[2], doer);
    await close(action, doer, { request_id: requests[3] });
    await undo(requests[3], doer);
    expect(await figures()).toEqual(untouched);
  });

  test('in the figures of a day that ended in between', async () => {
    const there = await harness.createTenant();
    const { nurse: doer } = await staffOf(there);
    const member = await harness.createUser(there);
    const action = await opened(there, member);
    const request = randomUUID();
    await intervene([action], doer, { request_id: request });
    await undo(request, doer);
    await harness.asOwner(
      `set vigil.erasing = 'action_events';
       update vigil.action_events set at = date_trunc('day', now()) - make_interval(secs => 40 - 20 * sequence) where action_id = '${action}';
       update vigil.actions set created_at = date_trunc('day', now()) - interval '20 s' where id = '${action}'; reset vigil.erasing`,
    );
    const yesterday = day(Date.now() - 86_400_000);
    const { body } = await call<ResponseOf<typeof getReport>>('GET', `report?from_date=${yesterday}&to_date=${yesterday}&tz=UTC`, doer);
    expect(body.rows.map(({ actions: of }) => [of.remain_opened, of.completed])).toEqual([[1, 0]]);
    expect(body.actions.map(({ status }) => status)).toEqual(['OPEN']);
  });
});

describe('whoever had it', () => {
  test('has it in the bell again, and whom it was given has not', async () => {
    const action = await opened(tenant, await someone(), { title: 'Weight up', assigneeId: md.id, role: 'md' });
    const bells = async () =>
      Promise.all(
        [md, other].map(async (who) => (await bellOf(who)).items.filter(({ description }) => description.includes('Weight up')).length),
      );
    const request = randomUUID();
    await assign(action, nurse, { assignee_id: other.id, request_id: request });
    expect(await bells()).toEqual([0, 1]);
    await undo(request, nurse);
    expect(await bells()).toEqual([1, 0]);
  });
});
