import { afterAll, describe, expect, test } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import { createActions } from './index.ts';
import { startActions } from './testing/actions-server.ts';

// Stores of its own: it ends what is due in every tenant, also what other files are about.
const { harness, server, actions, staff, opened, read, list, assign, intervene } = await startActions(useOwnHarness);
const { database, people } = harness;
afterAll(() => Promise.all([server.stop(), actions.stop?.()]));

const tenant = await harness.createTenant();
const nurse = await staff(tenant, 'nurse');
const md = await staff(tenant, 'md');
const dayMs = 86_400_000;
/** Opened so long ago that its day is over, by any clock. */
const due = (member: { id: string }, over: object = {}) =>
  opened(tenant, member, { atMs: Date.now() - 2 * dayMs, priority: 'CRITICAL', ...over });

describe('the time to live', () => {
  test('ends an action though nobody asks for it, as one event, however many processes look at the same time', async () => {
    const member = await harness.createUser(tenant);
    const ids = await Promise.all(Array.from({ length: 20 }, () => due(member)));
    const later = await opened(tenant, member);
    const another = createActions({ ...harness, config: { actionExpirySeconds: 3600 }, maySee: async () => true });
    await Promise.all([actions.expire(), another.expire(), actions.expire()]);
    await another.stop?.();
    const events = await database.tenant(tenant.id, (sql) =>
      sql.query<{ actionId: string; kind: string; byId: string | null }>(
        'select action_id, kind, by_id from vigil.action_events where tenant_id = $1 and user_id = $2 order by action_id, sequence',
        [tenant.id, member.id],
      ),
    );
    const kinds = Map.groupBy(events, ({ actionId }) => actionId);
    for (const id of ids)
      expect(kinds.get(id)?.map(({ kind, byId }) => [kind, byId])).toEqual([
        ['OPENED', null],
        ['EXPIRED', null],
      ]);
    expect(kinds.get(later)).toHaveLength(1);
    expect(await actions.expire()).toBe(0);
  });

  test('is done by the job alone, in the time that is set', async () => {
    const id = await due(await harness.createUser(tenant));
    const job = createActions({ ...harness, config: { actionExpirySeconds: 0.1 }, maySee: async () => true });
    await expect.poll(async () => (await read(id, nurse)).status.status, { timeout: 20_000 }).toBe('EXPIRED');
    await job.stop?.();
  });

  test('holds before the job has come: what is due is in no list and cannot be worked on', async () => {
    const member = await harness.createUser(tenant);
    const id = await due(member);
    expect((await list(`?user_id=${member.id}`, nurse)).totalElements).toBe(0);
    expect((await list(`?user_id=${member.id}&skip_ttl=true`, nurse)).totalElements).toBe(1);
    expect((await assign(id, nurse, { assignee_id: md.id })).status).toBe(409);
    expect((await intervene([id], nurse)).body.results[0]?.error?.code).toBe('conflict');
    await actions.expire();
    expect((await list(`?user_id=${member.id}`, nurse)).totalElements).toBe(0);
    expect((await list(`?user_id=${member.id}&status=EXPIRED`, nurse)).totalElements).toBe(1);
    expect((await list(`?user_id=${member.id}&skip_ttl=true`, nurse)).totalElements).toBe(1);
  });

  test('of an action that somebody ends at the same moment is either the end or the expiry, never both', async () => {
    const member = await harness.createUser(tenant);
    const ids = await Promise.all(Array.from({ length: 8 }, () => due(member)));
    const by = { tenantId: tenant.id, id: nurse.id, roles: ['nurse'] as const, atMs: Date.now() - 1.5 * dayMs };
    const done = (id: string) =>
      actions.intervene(by, id, { request_id: id, type: 'CALL', outcome: 'RESOLVED' }).then(
        () => 'INTERVENED',
        () => 'EXPIRED',
      );
    const [said] = await Promise.all([Promise.all(ids.map(done)), actions.expire()]);
    await actions.expire();
    expect(await Promise.all(ids.map(async (id) => (await read(id, nurse)).status.status))).toEqual(said);
    for (const id of ids) expect((await read(id, nurse)).history).toHaveLength(2);
  });

  test('that is over opens the way for the rule that opened it', async () => {
    const member = await harness.createUser(tenant);
    const first = await due(member, { openKey: 'rule:2' });
    await actions.expire();
    expect(await opened(tenant, member, { openKey: 'rule:2' })).not.toBe(first);
  });
});

describe('a new member', () => {
  const greetingsOf = async (member: { id: string }) => (await list(`?user_id=${member.id}&category=NEW_PATIENT`, nurse)).content;
  const sync = (member: { id: string }) =>
    database.tenant(tenant.id, (sql) => people.noteFirstBandSyncs(sql, tenant.id, [{ userId: member.id, atMs: Date.now() }]));
  const onboard = (member: { id: string }) =>
    database.tenant(tenant.id, (sql) => people.newcomers.onboard(sql, tenant.id, member.id, { nowMs: Date.now(), timeZone: null }));

  test('is greeted once, by the first sign of life, whichever it is and however often it comes', async () => {
    for (const signs of [
      [sync, onboard, sync],
      [onboard, sync, onboard],
    ]) {
      const member = await harness.createUser(tenant);
      for (const sign of signs) await sign(member);
      const [greeting, ...more] = await greetingsOf(member);
      expect([greeting?.status.status, greeting?.assignee_role, greeting?.class, more]).toEqual(['OPEN', 'nurse', 'STANDARD', []]);
      const { body } = await intervene([greeting?.action_id ?? ''], nurse);
      expect(body.results[0]?.action?.status.status).toBe('CONFIRMED');
      await sync(member);
      expect(await greetingsOf(member)).toHaveLength(1);
    }
  });

  test('is greeted exactly when the sign is stored', async () => {
    const member = await harness.createUser(tenant);
    const failing = database.tenant(tenant.id, async (sql) => {
      await people.noteFirstBandSyncs(sql, tenant.id, [{ userId: member.id, atMs: Date.now() }]);
      throw new Error('not stored');
    });
    await expect(failing).rejects.toThrow('not stored');
    expect(await greetingsOf(member)).toEqual([]);
  });

  test('is nobody who was active before, has left, or is of the staff', async () => {
    const before = await harness.createUser(tenant, { onboardedAt: new Date() });
    const left = await harness.createUser(tenant, { isInTheTenant: false });
    const colleague = await staff(tenant, 'coach');
    for (const person of [before, left, colleague]) {
      await sync(person);
      await onboard(person);
    }
    for (const person of [before, left, colleague]) {
      const rows = await harness.asOwner('select 1 from vigil.actions where user_id = $1', [person.id]);
      expect(rows).toEqual([]);
    }
  });
});
