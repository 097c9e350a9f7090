import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleAlert, startActions } from './testing/actions-server.ts';

const { harness, server, actions, staff, staffOf, opened, assign, intervene, call, bellOf } = await startActions();
afterAll(() => Promise.all([server.stop(), actions.stop?.()]));

let tenant: Awaited<ReturnType<typeof harness.createTenant>>;
let team: Awaited<ReturnType<typeof staffOf>>;
let member: { id: string };
beforeEach(async () => {
  tenant = await harness.createTenant();
  team = await staffOf(tenant);
  member = await harness.createUser(tenant);
});
const wordsOf = async (who: { id: string }) => (await bellOf(who)).items.map(({ description }) => description);
const pushes = () =>
  harness.asOwner<{ about_id: string }>(
    'select about_id, roles, user_ids, patient_id from vigil.pushes where tenant_id = $1 order by created_at',
    [tenant.id],
  );

describe('an action that is opened', () => {
  test('is told to everybody of the role that it waits for, in the transaction of its cause', async () => {
    const actionId = await opened(tenant, member);
    expect(await pushes()).toMatchObject([{ about_id: actionId, roles: ['nurse'], user_ids: [], patient_id: member.id }]);
    const other = await staff(tenant, 'nurse');
    for (const nurse of [team.nurse, other]) expect(await wordsOf(nurse)).toEqual(['New: Pulse high']);
    for (const role of ['md', 'coach', 'specialist', 'support'] as const) expect(await wordsOf(team[role])).toEqual([]);
    const failing = harness.database.tenant(tenant.id, async (sql) => {
      await actions.open(sql, tenant.id, { userId: member.id, category: 'BIOMETRICS', title: 'Never' });
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    expect(await wordsOf(team.nurse)).toEqual(['New: Pulse high']);
  });

  test('for somebody is told to nobody else, and not to whoever opens it for themselves', async () => {
    const body = (assignee: { id: string }) => ({
      ...{ action_id: crypto.randomUUID(), user_id: member.id, action_category: 'BIOMETRICS', title: 'Call about the scale' },
      ...{ assignee_id: assignee.id },
    });
    expect((await call('POST', 'users/actions', team.nurse, body(team.md))).status).toBe(200);
    expect((await call('POST', 'users/actions', team.nurse, body(team.nurse))).status).toBe(200);
    expect(await wordsOf(team.md)).toEqual(['New: Call about the scale']);
    expect(await wordsOf(team.nurse)).toEqual([]);
  });

  test('twice under one id or key is told once; one that an alarm rings for, or of a past that is brought in, not at all', async () => {
    await opened(tenant, member, { openKey: 'answer' });
    await opened(tenant, member, { openKey: 'answer' });
    await opened(tenant, member, { alert: sampleAlert });
    await opened(tenant, member, { atMs: Date.now() - 1_000 });
    expect(await wordsOf(team.nurse)).toEqual(['New: Pulse high']);
  });

  test('waiting for a physician is told to whoever is only a clinician, as one', async () => {
    const clinician = await staff(tenant, 'clinician');
    const coachToo = await staff(tenant, 'clinician', 'coach');
    await opened(tenant, member, { role: 'md' });
    expect(await wordsOf(clinician)).toEqual(['New: Pulse high']);
    expect(await wordsOf(coachToo)).toEqual([]);
  });
});

describe('an action that is given to somebody', () => {
  test('is told to that person alone, by what the move is, also where an alarm rings for it; who takes it is not told', async () => {
    const actionId = await opened(tenant, member, { alert: sampleAlert });
    await assign(actionId, team.nurse, { assignee_id: team.nurse.id });
    expect(await wordsOf(team.nurse)).toEqual([]);
    await assign(actionId, team.nurse, { assignee_id: team.md.id });
    expect(await wordsOf(team.md)).toEqual(['Escalated to you: Pulse high']);
    await assign(actionId, team.md, { assignee_id: team.coach.id });
    expect(await wordsOf(team.coach)).toEqual(['De-escalated to you: Pulse high']);
    await assign(actionId, team.coach, { assignee_id: team.specialist.id });
    expect(await wordsOf(team.specialist)).toEqual(['Reassigned to you: Pulse high']);
    expect([await wordsOf(team.nurse), await wordsOf(team.md), await wordsOf(team.coach)]).toEqual([[], [], []]);
  });

  test('has left the bells of the role once somebody takes it', async () => {
    const actionId = await opened(tenant, member);
    const other = await staff(tenant, 'nurse');
    expect(await wordsOf(other)).toHaveLength(1);
    await assign(actionId, team.nurse, { assignee_id: team.nurse.id });
    expect(await wordsOf(other)).toEqual([]);
  });
});

describe('an action that ends', () => {
  test('leaves every bell when it was intervened on or closed; an attempt leaves it there', async () => {
    const [tried, done, closed] = [await opened(tenant, member), await opened(tenant, member), await opened(tenant, member)];
    await intervene([tried], team.nurse, { outcome: 'NOT_REACHED' });
    await intervene([done], team.nurse);
    const body = { action_id: closed, version: 1, status: { status: 'CLOSED' }, note: 'Opened by mistake' };
    expect((await call('PUT', 'users/actions', team.nurse, body)).status).toBe(200);
    const { items, badges } = await bellOf(team.nurse);
    expect([items.length, badges.actions]).toEqual([1, 1]);
  });

  test('by running out while it is critical is told to who had it, or to the role; any other expiry is silent', async () => {
    const past = { atMs: Date.now() - 20 * 86_400_000 };
    await opened(tenant, member, { ...past, priority: 'CRITICAL', title: 'Waiting' });
    await opened(tenant, member, { ...past, priority: 'CRITICAL', title: 'Had', assigneeId: team.md.id, role: 'md' });
    await opened(tenant, member, { ...past, priority: 'CRITICAL', title: 'Told by its alarm', openKey: 'rule:9', alert: sampleAlert });
    await opened(tenant, member, { ...past, priority: 'HIGH', title: 'Quiet' });
    const lived = await opened(tenant, member, { timeToLiveSeconds: 0, priority: 'LOW', title: 'Over at once' });
    expect(await wordsOf(team.nurse)).toEqual(['New: Over at once']);
    await actions.expire();
    expect(await wordsOf(team.nurse)).toEqual(['Expired while critical: Waiting']);
    expect(await wordsOf(team.md)).toEqual(['Expired while critical: Had']);
    await actions.expire();
    expect((await pushes()).filter(({ about_id: id }) => id === lived)).toHaveLength(1);
    expect(await wordsOf(team.md)).toHaveLength(1);
  });
});
