import { afterAll, expect, test } from 'vitest';
import { createReadNotifications } from './notified.ts';
import { startAlarms } from './testing/alarms-server.ts';

const server = await startAlarms();
const { harness, alerts, staff, firing, report, standing, acknowledge, lookAfter, onCall, makeDue } = server;
afterAll(() => server.stop());

test('says whom an alarm told at which step and when, and whom it tells next; once acknowledged nobody is next', async () => {
  const tenant = await harness.createTenant();
  const [nurse, coach, md] = [await staff(tenant, 'nurse'), await staff(tenant, 'coach'), await staff(tenant, 'md')];
  const member = await harness.createUser(tenant);
  await lookAfter(coach, member);
  await onCall(md, 'md');
  const fired = await firing(tenant, member, { assigneeId: nurse.id });
  await report(fired, 'persisted', 92);
  const read = async () => {
    const alarms = await standing(fired);
    const found = (await alerts.notificationsOf(tenant.id, alarms)).get(alarms[0]?.id ?? '');
    return { alarm: alarms[0], ...found };
  };
  const first = await read();
  expect(first.notified).toEqual([{ step: 'assignee', at: expect.closeTo(Date.now(), -5), userIds: [nurse.id], isWritten: false }]);
  expect(first.next).toEqual({ step: 'primary_team', at: first.alarm?.dueAt });
  for (let time = 0; time < 2; time += 1) {
    await makeDue(member);
    await alerts.goOn(tenant.id);
  }
  const third = await read();
  expect(third.notified?.map(({ step, userIds, isWritten }) => [step, userIds, isWritten])).toEqual([
    ['assignee', [nurse.id], false],
    ['primary_team', [coach.id], false],
    // Nobody is on call as a nurse.
    ['on_call_md', [md.id], false],
  ]);
  expect(third.next?.step).toBe('all_providers');
  // Where the server sends e-mail or text messages, the later steps were written to as well.
  const sending = createReadNotifications(harness.database, () => Promise.reject(new Error('Not asked')), true);
  const [written] = (await sending(tenant.id, [{ ...(third.alarm as NonNullable<typeof third.alarm>), dueAt: null }])).values();
  expect(written?.notified.map(({ isWritten }) => isWritten)).toEqual([false, true, true]);
  await acknowledge(third.alarm as NonNullable<typeof third.alarm>, nurse);
  const answered = await read();
  expect([answered.notified?.length, answered.next]).toEqual([3, null]);
});

test('begins anew when the alarm is raised again after it had cleared', async () => {
  const tenant = await harness.createTenant();
  const nurse = await staff(tenant, 'nurse');
  const fired = await firing(tenant, await harness.createUser(tenant), { assigneeId: nurse.id });
  await report(fired, 'persisted', 92);
  await report(fired, 'cleared');
  await report(fired, 'true_again', 91);
  const [alarm] = await standing(fired);
  expect((await alerts.notificationsOf(tenant.id, alarm ? [alarm] : [])).get(alarm?.id ?? '')?.notified).toHaveLength(1);
});
