import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestTenant, TestUser } from '#testing/harness.ts';
import { judgedMembers } from './testing/judged-members.ts';

const { harness, actions, time, member, retire, arrive, measure, openOf, alarmsOf, ...on } = await judgedMembers();
const { database, historyOf, intervene, beforeNextReport, holding, waitingForLocks } = on;
const closes = { severity: 'LOW', closesOnClearing: true, role: 'nurse' } as const;
const idOf = async (tenant: TestTenant, who: TestUser) => (await openOf(tenant, who))[0]?.id ?? '';
const byOf = (tenant: TestTenant, { id }: TestUser) => ({ tenantId: tenant.id, id, roles: ['nurse', 'md'] }) as const;
const versionOf = async (tenant: TestTenant, actionId: string) => (await actions.byIds(tenant.id, [actionId]))[0]?.version ?? 0;

describe('an action that closes by itself', () => {
  test('stays open for an alert that begins as the last one clears, whichever is told first', async () => {
    for (const order of [['systolic-high', 'diastolic-high'] as const, ['diastolic-high', 'systolic-high'] as const]) {
      const { tenant, who } = await member([order[0], closes], [order[1], closes]);
      await measure(who, { systolic: 165 });
      await measure(who, { systolic: 120, diastolic: 105 });
      const open = await openOf(tenant, who);
      expect([open.length, await alarmsOf(tenant, who)]).toEqual([1, [expect.objectContaining({ state: 'raised' })]]);
      await measure(who, { systolic: 120, diastolic: 80 });
      expect([await openOf(tenant, who), await alarmsOf(tenant, who)]).toEqual([[], []]);
    }
  });

  test('closes as well once its rule is retired', async () => {
    const { tenant, who, ruleIds } = await member(['systolic-high', closes], 'glucose-low');
    await measure(who, { systolic: 165 });
    const open = await idOf(tenant, who);
    await retire(tenant, ruleIds[0] ?? '');
    await measure(who, { glucose: 100 });
    expect([await openOf(tenant, who), await alarmsOf(tenant, who)]).toEqual([[], []]);
    expect((await historyOf(tenant, open)).map(({ kind, note }) => [kind, note])).toEqual([
      ['OPENED', null],
      ['CLOSED', 'The rule was retired or switched off.'],
    ]);
  });

  test.each([0, 1])('is locked before the alarm of any other that closes with it, the %ith as well', async (which) => {
    const { tenant, who } = await member(['systolic-high', closes], ['body-temperature-high', closes]);
    await measure(who, { systolic: 165, body_temp: 38.4 });
    const both = (await openOf(tenant, who)).map(({ id }) => id).sort();
    expect(both).toHaveLength(2);
    await holding(async (client, waiting) => {
      await client.query('begin');
      await client.query('select 1 from vigil.actions where id = $1 for update', [both[which]]);
      const judged = measure(who, { systolic: 120, body_temp: 36.6 });
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      // Whoever has an action waits for no alarm that the judgement holds.
      await client.query('select 1 from vigil.alarms where user_id = $1 for update nowait', [who.id]);
      await client.query('commit');
      await judged;
    });
    expect(await openOf(tenant, who)).toEqual([]);
  });
});

describe('an intervention in what somebody saw', () => {
  const intervention = { type: 'CALL', outcome: 'RESOLVED' } as const;

  test('is refused where an alert has joined since, by name, and ends nothing', async () => {
    const { tenant, who, nurse } = await member('systolic-high', 'systolic-crisis');
    await measure(who, { systolic: 165 });
    const open = await idOf(tenant, who);
    const seen = await versionOf(tenant, open);
    await measure(who, { systolic: 230 });
    const again = () => actions.intervene(byOf(tenant, nurse), open, { request_id: randomUUID(), ...intervention }, seen);
    await expect(again()).rejects.toMatchObject({ code: 'conflict', titles: ['Systolic pressure 180 or more'], version: seen + 1 });
    await measure(who, { systolic: 232 });
    expect((await alarmsOf(tenant, who)).map(({ state, severity }) => [state, severity])).toEqual([['raised', 'CRITICAL']]);
    await actions.intervene(byOf(tenant, nurse), open, { request_id: randomUUID(), ...intervention }, await versionOf(tenant, open));
    expect([await openOf(tenant, who), await alarmsOf(tenant, who)]).toEqual([[], []]);
  });

  test('is refused as well where it waited for the alert that was joining', async () => {
    const { tenant, who, nurse } = await member('systolic-high', 'systolic-crisis');
    await measure(who, { systolic: 165 });
    const open = await idOf(tenant, who);
    const seen = await versionOf(tenant, open);
    let intervened: Promise<unknown> = Promise.resolve();
    beforeNextReport(async () => {
      intervened = actions
        .intervene(byOf(tenant, nurse), open, { request_id: randomUUID(), ...intervention }, seen)
        .catch((error: { code: string }) => error.code);
      await expect.poll(waitingForLocks, { timeout: 20_000 }).toBe(1);
    });
    await measure(who, { systolic: 230 });
    expect(await intervened).toBe('conflict');
    expect(await openOf(tenant, who)).toMatchObject([{ id: open, priority: 'CRITICAL' }]);
  });

  test('is stored where only people have changed the action since', async () => {
    const { tenant, who, nurse } = await member('systolic-high');
    await measure(who, { systolic: 165 });
    const open = await idOf(tenant, who);
    const seen = await versionOf(tenant, open);
    await actions.intervene(byOf(tenant, nurse), open, { request_id: randomUUID(), type: 'CALL', outcome: 'NOT_REACHED' });
    await actions.intervene(byOf(tenant, nurse), open, { request_id: randomUUID(), ...intervention }, seen);
    expect(await openOf(tenant, who)).toEqual([]);
  });
});

test('an alert that joins and call attempts on the same action wait for each other in one order', async () => {
  const { tenant, who, nurse } = await member('systolic-high', 'systolic-crisis');
  await measure(who, { systolic: 165 });
  const open = await idOf(tenant, who);
  await holding(async (client, waiting) => {
    await client.query('begin');
    // As an alert that joins does: the action first, then its event.
    await client.query('select 1 from vigil.actions where id = $1 for update', [open]);
    const attempted = actions.intervene(byOf(tenant, nurse), open, { request_id: randomUUID(), type: 'CALL', outcome: 'NOT_REACHED' });
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await client.query(
      `insert into vigil.action_events (tenant_id, action_id, sequence, kind, user_id, status, title, priority, assignee_role, expires_at)
       select tenant_id, id, version + 1, 'JOINED', user_id, status, title, priority, assignee_role, expires_at from vigil.actions where id = $1`,
      [open],
    );
    await client.query('commit');
    await attempted;
  });
  expect((await historyOf(tenant, open)).map(({ kind }) => kind)).toEqual(['OPENED', 'JOINED', 'ATTEMPTED']);
  // What expires is left to whoever has it, and found again.
  await harness.asOwner(`update vigil.actions set expires_at = now() - interval '1 second' where id = $1`, [open]);
  await holding(async (client) => {
    await client.query('begin');
    await client.query('select 1 from vigil.actions where id = $1 for update', [open]);
    expect(await actions.expire()).toBe(0);
    await client.query('commit');
  });
  expect(await actions.expire()).toBe(1);
});

test('an undo waits for whoever is judging the member, and is refused by the action that opens then', async () => {
  const { tenant, who, nurse } = await member('systolic-crisis', 'diastolic-high');
  await measure(who, { systolic: 190 });
  const first = await idOf(tenant, who);
  const undo = await intervene(tenant, first, nurse);
  let undone: Promise<string> = Promise.resolve('');
  beforeNextReport(async () => {
    undone = undo().then(
      () => 'undone',
      (error: Error) => error.message,
    );
    await expect.poll(waitingForLocks, { timeout: 20_000 }).toBe(1);
  });
  await measure(who, { diastolic: 105 });
  expect(await undone).toContain('A new action about the same problem has opened since');
  const open = await openOf(tenant, who);
  expect(open.map(({ id, title }) => [id === first, title])).toEqual([[false, 'Diastolic pressure 100 or more']]);
});

test('what a key has opened and whose time is over gives way to what is opened now', async () => {
  const { tenant, who } = await member();
  const open = () =>
    database.tenant(tenant.id, (sql) =>
      actions.open(sql, tenant.id, { userId: who.id, category: 'SURVEY', title: 'Answer 3', priority: 'CRITICAL', openKey: 'survey:1:q9' }),
    );
  const first = await open();
  expect(await open()).toEqual({ actionId: first.actionId, opened: false });
  await harness.asOwner(`update vigil.actions set expires_at = now() - interval '1 second' where id = $1`, [first.actionId]);
  const second = await open();
  expect([second.opened, second.actionId === first.actionId]).toEqual([true, false]);
  expect((await historyOf(tenant, first.actionId)).map(({ kind }) => kind)).toEqual(['OPENED', 'EXPIRED']);
  await database.tenant(tenant.id, (sql) => actions.close(sql, tenant.id, second.actionId, 'Seen'));
  expect((await open()).opened).toBe(true);
});
