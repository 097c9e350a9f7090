import { describe, expect, test } from 'vitest';
import { readCritical } from '../alarms/critical.store.ts';
import { judgedMembers } from './testing/judged-members.ts';

const minute = 60;
const hour = 3_600;
const { harness, database, actions, time, member, arrive, measure, openOf, historyOf, alarmsOf, intervene, holding } =
  await judgedMembers();

describe('tiers of one metric', () => {
  test('are one action at its worst tier, which waits for the role of that; who has it keeps it', async () => {
    const { tenant, who, nurse } = await member('systolic-high', 'systolic-crisis');
    await measure(who, { systolic: 165 });
    const [high] = await openOf(tenant, who);
    expect(high).toMatchObject({ title: 'Systolic pressure 160 or more', priority: 'HIGH', assigneeRole: 'nurse', value: 165 });
    await measure(who, { systolic: 190 });
    const [crisis, ...others] = await openOf(tenant, who);
    expect(others).toEqual([]);
    expect(crisis).toEqual({ id: high?.id, title: 'Systolic pressure 180 or more', priority: 'CRITICAL', assigneeRole: 'md', value: 190 });
    expect(await historyOf(tenant, high?.id ?? '')).toEqual([
      { kind: 'OPENED', title: 'Systolic pressure 160 or more', priority: 'HIGH', note: null },
      { kind: 'JOINED', title: 'Systolic pressure 180 or more', priority: 'CRITICAL', note: 'Systolic pressure 180 or more' },
    ]);
    expect(await alarmsOf(tenant, who)).toEqual([
      {
        ...{ title: 'Systolic pressure 180 or more', severity: 'CRITICAL', state: 'raised' },
        also: [{ title: 'Systolic pressure 160 or more', severity: 'HIGH', holds: true, isCovered: true, isUnanswered: true }],
      },
    ]);
    const given = await member('systolic-high', 'systolic-crisis');
    await measure(given.who, { systolic: 165 });
    const [open] = await openOf(given.tenant, given.who);
    await harness.asOwner(
      `insert into vigil.action_events (tenant_id, action_id, sequence, kind, by_id, user_id, status, title, priority, assignee_id, assignee_role, op, expires_at)
       select tenant_id, id, version + 1, 'REASSIGNED', $2, user_id, 'REASSIGNED', title, priority, $2, 'nurse', 'REASSIGNED', expires_at
       from vigil.actions where id = $1`,
      [open?.id, given.nurse.id],
    );
    await measure(given.who, { systolic: 190 });
    const [kept] = await actions.byIds(given.tenant.id, [open?.id ?? '']);
    expect(kept).toMatchObject({ priority: 'CRITICAL', assigneeId: given.nurse.id, assigneeRole: 'nurse' });
    expect(nurse.id).not.toBe(given.nurse.id);
  });

  test('from one reading are one action from the beginning, opened by the worst', async () => {
    const { tenant, who } = await member('systolic-high', 'systolic-crisis', 'diastolic-high', 'diastolic-crisis');
    await measure(who, { systolic: 200, diastolic: 120 });
    const [open, ...others] = await openOf(tenant, who);
    expect([open?.priority, others]).toEqual(['CRITICAL', []]);
    expect((await historyOf(tenant, open?.id ?? '')).map(({ kind, priority }) => [kind, priority])).toEqual([
      ['OPENED', 'CRITICAL'],
      ['JOINED', 'CRITICAL'],
      ['JOINED', 'CRITICAL'],
      ['JOINED', 'CRITICAL'],
    ]);
  });

  test('end together: nothing is left of the milder one, and it opens nothing while it still holds', async () => {
    const { tenant, who } = await member('systolic-high', 'systolic-crisis');
    await measure(who, { systolic: 190 });
    const [open] = await openOf(tenant, who);
    await database.tenant(tenant.id, (sql) => actions.close(sql, tenant.id, open?.id ?? '', 'Seen in the ward'));
    expect(await alarmsOf(tenant, who)).toEqual([]);
    await measure(who, { systolic: 170 });
    expect([await openOf(tenant, who), await alarmsOf(tenant, who)]).toEqual([[], []]);
    await measure(who, { systolic: 140 });
    await measure(who, { systolic: 165 });
    expect(await openOf(tenant, who)).toMatchObject([{ title: 'Systolic pressure 160 or more', priority: 'HIGH' }]);
  });
});

test('an action is told by what is so now: 45 mg/dL is not hidden behind the 410 of before', async () => {
  const { tenant, who } = await member('glucose-extremely-high', 'glucose-very-low', 'glucose-low');
  await measure(who, { glucose: 410 });
  expect(await openOf(tenant, who)).toMatchObject([{ title: 'Glucose extremely high', value: 410 }]);
  await measure(who, { glucose: 45 });
  expect(await openOf(tenant, who)).toMatchObject([{ title: 'Glucose very low', priority: 'CRITICAL', value: 45 }]);
  expect(await alarmsOf(tenant, who)).toMatchObject([
    {
      title: 'Glucose very low',
      also: [
        { title: 'Glucose extremely high', holds: false },
        { title: 'Glucose low', isCovered: true },
      ],
    },
  ]);
});

test('of equally severe alerts the one found first tells the action, its alarm and the bar of critical alerts', async () => {
  const one = await member('systolic-crisis', 'diastolic-crisis');
  await measure(one.who, { systolic: 190 });
  await measure(one.who, { diastolic: 115 });
  const both = await member('systolic-high', 'diastolic-high');
  await measure(both.who, { systolic: 165, diastolic: 105 });
  // What arrives late began before, and is found after.
  const late = await member('systolic-high', 'diastolic-high');
  await measure(late.who, { systolic: 165 });
  time.now += minute;
  await arrive(late.who, { diastolic: 105 }, 40 * minute);
  await measure(late.who, { systolic: 166 });
  const fired = await harness.asOwner<{ is_earlier: boolean }>(
    `select (array_agg(rule->'subject'->>'metric' order by fired_at))[1] = 'diastolic' as is_earlier
     from vigil.alert_firings where tenant_id = $1`,
    [late.tenant.id],
  );
  expect(fired).toEqual([{ is_earlier: true }]);
  for (const { tenant, who } of [one, both, late]) {
    const [open] = await openOf(tenant, who);
    expect(await alarmsOf(tenant, who)).toMatchObject([{ title: open?.title }]);
  }
  expect(await alarmsOf(one.tenant, one.who)).toMatchObject([{ title: 'Systolic pressure 180 or more' }]);
  const critical = await readCritical(database, one.tenant.id, one.nurse.id, 'tenant', [one.who.id]);
  expect(critical.map(({ title }) => title)).toEqual(['Systolic pressure 180 or more']);
});

test('rules of one system join while it is open; those of another are another action', async () => {
  const { tenant, who } = await member('systolic-high', 'diastolic-high', 'glucose-low', 'body-temperature-high');
  await measure(who, { systolic: 165 });
  await measure(who, { diastolic: 105 });
  await measure(who, { glucose: 65 });
  await measure(who, { body_temp: 38.4 });
  expect((await openOf(tenant, who)).map(({ title }) => title).sort()).toEqual([
    'Body temperature high',
    'Glucose low',
    'Systolic pressure 160 or more',
  ]);
});

test('what the tenant has put in another system goes there', async () => {
  const { tenant, who } = await member('systolic-high', ['diastolic-high', { system: 'infection' }], 'body-temperature-high');
  await measure(who, { systolic: 165 });
  await measure(who, { diastolic: 105 });
  await measure(who, { body_temp: 38.4 });
  const open = await openOf(tenant, who);
  expect(open.map(({ title }) => title).sort()).toEqual(['Diastolic pressure 100 or more', 'Systolic pressure 160 or more']);
});

test('what comes after three quiet days is something new', async () => {
  const { tenant, who } = await member('systolic-high', ['diastolic-high', { timeToLiveHours: 200 }]);
  await measure(who, { systolic: 165 });
  await measure(who, { systolic: 120 });
  await measure(who, { diastolic: 105 }, 73 * hour);
  expect(await openOf(tenant, who)).toHaveLength(2);
});

test('no action ends by itself while an alert in it stands, and its time counts from when that is over', async () => {
  const { tenant, who } = await member('systolic-high');
  const expiresIn = async (actionId: string) => {
    const [action] = await actions.byIds(tenant.id, [actionId]);
    return Math.round(((action?.expiresAt ?? 0) - Date.now()) / 3_600_000);
  };
  const wait = (actionId: string, hours: number) =>
    harness.asOwner(`update vigil.actions set expires_at = now() + $2 * interval '1 hour' where id = $1`, [actionId, hours]);
  await measure(who, { systolic: 165 });
  const [open] = await openOf(tenant, who);
  const id = open?.id ?? '';
  expect(await expiresIn(id)).toBe(72);
  // Half of its time is left: nothing is written with every reading.
  await wait(id, 40);
  await measure(who, { systolic: 166 });
  expect([await expiresIn(id), await historyOf(tenant, id)]).toEqual([40, [expect.objectContaining({ kind: 'OPENED' })]]);
  await wait(id, 1);
  await measure(who, { systolic: 167 });
  expect(await expiresIn(id)).toBe(72);
  expect((await historyOf(tenant, id)).map(({ kind, note }) => [kind, note])).toEqual([
    ['OPENED', null],
    ['CHANGED', 'Kept open: an alert in it still holds, or ended just now.'],
  ]);
  await wait(id, 1);
  await measure(who, { systolic: 120 });
  expect(await expiresIn(id)).toBe(72);
  await wait(id, 1);
  await measure(who, { systolic: 121 });
  expect(await expiresIn(id)).toBe(1);
});

test('an action that closes once its rule has cleared stays open while another rule is in it', async () => {
  const closes = { severity: 'LOW', closesOnClearing: true, role: 'nurse' } as const;
  const { tenant, who } = await member(['systolic-high', closes], ['diastolic-high', closes]);
  await measure(who, { systolic: 165 });
  await measure(who, { diastolic: 105 });
  await measure(who, { systolic: 120 });
  expect(await openOf(tenant, who)).toHaveLength(1);
  await measure(who, { diastolic: 80 });
  expect([await openOf(tenant, who), await alarmsOf(tenant, who)]).toEqual([[], []]);
});

test('an action that ends at the same moment is joined by nobody: the alert opens one of its own', async () => {
  const { tenant, who } = await member('systolic-high', 'systolic-crisis');
  await measure(who, { systolic: 165 });
  const [open] = await openOf(tenant, who);
  // Whoever ends it has it locked; the alert waits, and finds that it has ended.
  await holding(async (ending, waiting) => {
    await ending.query('begin');
    await ending.query(
      `insert into vigil.action_events (tenant_id, action_id, sequence, kind, user_id, status, title, priority, assignee_role, expires_at)
       select tenant_id, id, version + 1, 'CLOSED', user_id, 'CLOSED', title, priority, assignee_role, expires_at from vigil.actions where id = $1`,
      [open?.id],
    );
    await ending.query('update vigil.alarm_parts set ended = true where action_id = $1', [open?.id]);
    await ending.query("update vigil.alarms set state = 'resolved', due_at = null where user_id = $1", [who.id]);
    const judged = measure(who, { systolic: 190 });
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await ending.query('commit');
    await judged;
  });
  const after = await openOf(tenant, who);
  expect(after).toMatchObject([{ title: 'Systolic pressure 180 or more', priority: 'CRITICAL' }]);
  expect(after[0]?.id).not.toBe(open?.id);
});

describe('an intervention that is undone', () => {
  test('opens the whole episode again: every rule is in it, and what fires then joins it', async () => {
    const { tenant, who, nurse } = await member('systolic-high', 'systolic-crisis', 'diastolic-high');
    await measure(who, { systolic: 190 });
    const [before, alarmsBefore] = [await openOf(tenant, who), await alarmsOf(tenant, who)];
    const undo = await intervene(tenant, before[0]?.id ?? '', nurse);
    expect([await openOf(tenant, who), await alarmsOf(tenant, who)]).toEqual([[], []]);
    await undo();
    expect([await openOf(tenant, who), await alarmsOf(tenant, who)]).toEqual([before, alarmsBefore]);
    await measure(who, { diastolic: 105 });
    expect((await openOf(tenant, who)).map(({ id }) => id)).toEqual([before[0]?.id]);
  });

  test('asks for nobody once its condition has cleared meanwhile, and closes where its rule says so', async () => {
    const [stays, closes] = [await member('systolic-high'), await member(['systolic-high', { severity: 'LOW', closesOnClearing: true }])];
    for (const { tenant, who, nurse } of [stays, closes]) {
      await measure(who, { systolic: 165 });
      const [open] = await openOf(tenant, who);
      const undo = await intervene(tenant, open?.id ?? '', nurse);
      for (let later = 0; later < 4; later += 1) await measure(who, { systolic: 120 }, hour);
      await undo();
    }
    expect((await alarmsOf(stays.tenant, stays.who)).map(({ state }) => state)).toEqual(['cleared']);
    expect(await openOf(stays.tenant, stays.who)).toHaveLength(1);
    expect([await openOf(closes.tenant, closes.who), await alarmsOf(closes.tenant, closes.who)]).toEqual([[], []]);
  });

  test('is refused where an alert of the same episode has opened another action meanwhile, and by nothing else', async () => {
    const [refused, allowed] = [
      await member('body-temperature-high', ['diastolic-high', { system: 'respiratory' }]),
      await member('body-temperature-high', 'glucose-low'),
    ];
    for (const { tenant, who, nurse } of [refused, allowed]) {
      await measure(who, { body_temp: 38.4 });
      const [open] = await openOf(tenant, who);
      const undo = await intervene(tenant, open?.id ?? '', nurse);
      await measure(who, { diastolic: 105, glucose: 65 });
      const since = await openOf(tenant, who);
      expect(since).toHaveLength(1);
      if (who === allowed.who) await undo();
      else await expect(undo()).rejects.toThrow('A new action about the same problem has opened since');
      expect((await openOf(tenant, who)).length).toBe(who === allowed.who ? 2 : 1);
    }
  });
});
