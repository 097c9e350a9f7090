import { randomUUID } from 'node:crypto';
import type { Role } from '@vigil/domain/roles';
import { afterAll, describe, expect, test } from 'vitest';
import { startActions } from './testing/actions-server.ts';

const { harness, server, actions, call, staff, staffOf, opened, read, list, assign, intervene } = await startActions();
afterAll(() => Promise.all([server.stop(), actions.stop?.()]));

const tenant = await harness.createTenant();
const nurse = await staff(tenant, 'nurse');
const newAction = (member: { id: string }) => ({
  action_id: randomUUID(),
  user_id: member.id,
  action_category: 'SURVEY',
  title: 'Look at it',
});
const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const reports = ['report', 'report/by-clinician'].map((path) => `${path}?from_date=${today}&to_date=${today}&tz=UTC`);

describe('who may', () => {
  test.each<[Role, { read: number; write: number; figures: number }]>([
    ['nurse', { read: 200, write: 200, figures: 200 }],
    ['specialist', { read: 200, write: 200, figures: 200 }],
    ['observer', { read: 200, write: 403, figures: 200 }],
    ['tenant_admin', { read: 403, write: 403, figures: 200 }],
    ['patient', { read: 403, write: 403, figures: 403 }],
  ])('a %s reads, writes and counts as is decided', async (role, may) => {
    const person = await staff(tenant, role);
    const member = role === 'patient' ? person : await harness.createUser(tenant);
    const id = await opened(tenant, member, { category: 'SURVEY', assigneeId: role === 'specialist' ? person.id : null });
    expect((await call('GET', `users/actions/${id}`, person)).status).toBe(may.read);
    expect((await call('GET', `users/actions?user_id=${member.id}`, person)).status).toBe(may.read);
    expect((await call('POST', 'users/actions', person, newAction(member))).status).toBe(may.write);
    expect((await call('PUT', 'users/actions', person, { action_id: id, version: 1, title: 'New' })).status).toBe(may.write);
    expect((await intervene([id], person)).status).toBe(may.write);
    expect((await assign(await opened(tenant, member), person, { assignee_id: nurse.id })).status).toBe(may.write);
    for (const path of ['users/actions/count', 'report/programs', ...reports])
      expect((await call('GET', path, person)).status).toBe(may.figures);
    expect((await call('GET', 'action/spec/category/panel', person)).status).toBe(may.figures);
  });

  test('observers and administrators read everybody’s figures, others their own', async () => {
    const [one, other] = [await staff(tenant, 'nurse'), await staff(tenant, 'md')];
    const member = await harness.createUser(tenant);
    await intervene([await opened(tenant, member)], one);
    await intervene([await opened(tenant, member)], other);
    const uids = async (person: { id: string }) =>
      (await call<{ rows: { uid: string | null }[] }>('GET', reports[1] ?? '', person)).body.rows.map(({ uid }) => uid);
    expect(await uids(one)).toEqual([one.id]);
    for (const role of ['observer', 'tenant_admin'] as const)
      expect(await uids(await staff(tenant, role))).toEqual(expect.arrayContaining([one.id, other.id]));
  });

  test('nobody takes an action that is not for their role, nor gives it to another such; whoever may handle it may', async () => {
    const member = await harness.createUser(tenant);
    for (const role of ['coach', 'specialist', 'support'] as const) {
      const [person, alike] = [await staff(tenant, role), await staff(tenant, role)];
      const id = await opened(tenant, member);
      expect((await assign(id, person, { assignee_id: person.id })).status).toBe(403);
      expect((await assign(id, person, { assignee_id: alike.id })).status).toBe(403);
      expect((await assign(id, nurse, { assignee_id: person.id })).status).toBe(200);
      const request = { assignee_id: alike.id, request_id: randomUUID() };
      expect((await assign(id, person, request)).status).toBe(200);
      // Its answer was lost: sent again it is the same, although the action is theirs no longer.
      expect((await assign(id, person, request)).status).toBe(200);
    }
  });

  test('another tenant’s staff find no action, under whichever call', async () => {
    const elsewhere = await harness.createTenant();
    const foreign = await staff(elsewhere, 'nurse');
    const member = await harness.createUser(tenant);
    const id = await opened(tenant, member);
    expect((await call('GET', `users/actions/${id}`, foreign)).status).toBe(404);
    expect((await assign(id, foreign, { assignee_id: foreign.id })).status).toBe(404);
    expect((await call('PUT', 'users/actions', foreign, { action_id: id, version: 1, title: 'x' })).status).toBe(404);
    expect((await call('POST', 'users/actions', foreign, newAction(member))).status).toBe(404);
    expect((await intervene([id], foreign)).body.results[0]?.error?.code).toBe('not_found');
    expect((await call('GET', `users/actions?user_id=${member.id}`, foreign)).status).toBe(404);
    expect((await list('?skip_ttl=true', foreign)).totalElements).toBe(0);
    expect((await call('GET', 'users/actions/count', foreign)).body).toEqual({});
    expect(await read(id, nurse)).toMatchObject({ version: 1 });
  });

  test('staff out of scope neither read nor write, where a tenant shows them only their own members', async () => {
    const assigned = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const [mine, other] = [await harness.createUser(assigned), await harness.createUser(assigned)];
    const [person, admin] = [await staff(assigned, 'nurse'), await staff(assigned, 'tenant_admin')];
    await call('PUT', `/registry/api/v1/users/${person.id}/patients/${mine.id}`, admin);
    const [seen, hidden] = [await opened(assigned, mine), await opened(assigned, other)];
    expect((await list('', person)).content.map(({ action_id }) => action_id)).toEqual([seen]);
    expect((await call('GET', `users/actions/${hidden}`, person)).status).toBe(403);
    expect((await call('GET', `users/actions?user_id=${other.id}`, person)).status).toBe(403);
    expect((await assign(hidden, person, { assignee_id: person.id })).status).toBe(403);
    expect((await call('PUT', 'users/actions', person, { action_id: hidden, version: 1, title: 'x' })).status).toBe(403);
    expect((await intervene([hidden, seen], person)).body.results.map(({ error }) => error?.code ?? null)).toEqual([
      'no_access_to_user',
      null,
    ]);
    const { rows } = (await call<{ rows: { uid: string }[] }>('GET', reports[0] ?? '', person)).body;
    expect(rows.map(({ uid }) => uid)).toEqual([mine.id]);
  });

  test('an action is not given to somebody on hold, who could only look at it, nor what follows it', async () => {
    const held = await harness.createUser(tenant, { roles: ['nurse'], isOnHold: true });
    const member = await harness.createUser(tenant);
    const id = await opened(tenant, member);
    expect((await assign(id, nurse, { assignee_id: held.id })).status).toBe(400);
    expect((await call('POST', 'users/actions', nurse, { ...newAction(member), assignee_id: held.id })).status).toBe(400);
    const next = { title: 'Call again', due_date: Date.now() / 1000 + 86_400, assignee_id: held.id };
    expect((await intervene([id], nurse, { follow_up: next })).status).toBe(400);
    expect(await read(id, nurse)).toMatchObject({ version: 1, assignee_id: null });
  });

  test('every read and write stands in the audit log with the member, and never with what was written', async () => {
    const member = await harness.createUser(tenant);
    const id = await opened(tenant, member);
    await read(id, nurse);
    await list(`?user_id=${member.id}`, nurse);
    await intervene([id], nurse, { note: 'Private words' });
    for (const path of reports) await call('GET', path, await staff(tenant, 'observer'));
    const rows = await harness.asOwner<{ endpoint: string; whole: string }>(
      'select endpoint, l::text as whole from vigil.audit_log l where tenant_id = $1 and $2 = any(members) order by sequence',
      [tenant.id, member.id],
    );
    expect(rows.map(({ endpoint }) => endpoint.replace(/^factuary/, ''))).toEqual([
      'Actions.getAction',
      'Actions.listActions',
      'Actions.intervene',
      'Reports.getReport',
      'Reports.getReportByClinician',
    ]);
    expect(rows.some(({ whole }) => whole.includes('Private words'))).toBe(false);
  });
});

describe('the list', () => {
  test('of what is the caller’s has what they were given and what waits for a role of theirs, and nobody else’s', async () => {
    const tenant = await harness.createTenant();
    const { nurse, md, coach } = await staffOf(tenant);
    const clinician = await staff(tenant, 'clinician');
    const member = await harness.createUser(tenant);
    await opened(tenant, member, { title: 'waits for a nurse' });
    await opened(tenant, member, { title: 'waits for a physician', role: 'md' });
    await opened(tenant, member, { title: 'is the coach’s', role: 'nurse', assigneeId: coach.id });
    const titles = async (who: { id: string }) => (await list('?mine=true', who)).content.map(({ title }) => title).sort();
    expect(await titles(nurse)).toEqual(['waits for a nurse']);
    expect(await titles(md)).toEqual(['waits for a physician']);
    expect(await titles(clinician)).toEqual(['waits for a physician']);
    expect(await titles(coach)).toEqual(['is the coach’s']);
    expect((await list('?mine=true&status=OPEN&priority=LOW', nurse)).totalElements).toBe(0);
  });

  test('of active members alone has those whose account status is ACTIVE, whatever their standing', async () => {
    const own = await harness.createTenant();
    const who = await staff(own, 'nurse');
    for (const onboardedAt of [new Date(), null])
      for (const isOnHold of [true, false])
        for (const isInTheTenant of [true, false, null])
          await opened(own, await harness.createUser(own, { onboardedAt, isOnHold, isInTheTenant }));
    for (const column of ['removed_at', 'deactivated_at', 'first_band_sync_at']) {
      const member = await harness.createUser(own, { onboardedAt: column === 'first_band_sync_at' ? null : new Date() });
      await harness.asOwner(`update vigil.users set ${column} = now() where id = $1`, [member.id]);
      await opened(own, member);
    }
    const rows = await harness.asOwner<{ id: string }>(
      "select u.id from vigil.users u where u.tenant_id = $1 and u.roles @> '{patient}' and vigil.account_status_of(u) = 'ACTIVE' order by u.id",
      [own.id],
    );
    const shown = (await list('?only_active_users=true', who)).content.map(({ user_id }) => user_id).sort();
    expect(shown).toEqual(rows.map(({ id }) => id));
    expect(shown).toHaveLength(2);
  });

  test('is filtered by every parameter of the specification, in the order of urgency, a page at a time', async () => {
    const own = await harness.createTenant();
    const [who, md] = [await staff(own, 'nurse'), await staff(own, 'md')];
    const [active, created] = [await harness.createUser(own, { onboardedAt: new Date() }), await harness.createUser(own)];
    const low = await opened(own, active, { priority: 'LOW' });
    const critical = await opened(own, created, { priority: 'CRITICAL', category: 'DATA_GAP' });
    const high = await opened(own, active, { priority: 'HIGH', assigneeId: md.id, role: 'md' });
    const done = await opened(own, active, { priority: 'CRITICAL' });
    await intervene([done], who);
    const ids = async (query: string) => (await list(query, who)).content.map(({ action_id }) => action_id);
    expect(await ids('')).toEqual([critical, high, low, done]);
    expect(await ids('/?per_page=2&page=1')).toEqual([low, done]);
    expect(await ids(`?user_id=${active.id}`)).toEqual([high, low, done]);
    expect(await ids('?only_active_users=true')).toEqual([high, low, done]);
    expect(await ids('?status=OPEN')).toEqual([critical, high, low]);
    expect(await ids('?status=COMPLETED|CLOSED')).toEqual([done]);
    expect(await ids('?status=COMPLETED%7COPEN&priority=CRITICAL')).toEqual([critical, done]);
    expect(await ids('?category=DATA_GAP')).toEqual([critical]);
    expect(await ids('?priority=HIGH,LOW')).toEqual([high, low]);
    expect(await ids(`?assignee_id=${md.id}`)).toEqual([high]);
    for (const [query, field] of [
      ['?status=DONE', 'status'],
      ['?priority=URGENT', 'priority'],
      ['?category=__proto__', 'category'],
      ['?sort=x', 'sort'],
      ['?per_page=500', 'per_page'],
    ]) {
      const { status, body } = await call<{ error: { fields: { field: string }[] } }>('GET', `users/actions${query}`, who);
      expect([status, body.error.fields[0]?.field.split('.')[0]]).toEqual([400, field]);
    }
  });
});
