import { describe, expect, test } from 'vitest';
import type { TenantMessage } from '#platform/outbox/outbox.ts';
import { useHarness } from '#testing/harness.ts';
import { createSendMessages } from './messages.ts';

const harness = await useHarness();
const { database } = harness;
const log = { warn: () => {}, error: () => {} };
const sending = (send: (message: TenantMessage) => Promise<void>) =>
  createSendMessages({
    ...{ database, log, staffNow: harness.people.care.staffNow, homeOf: async () => 'https://care.example' },
    post: { send: (_, message) => send(message) },
  });

/** Somebody whom an alarm has called, by mail and by SMS. */
async function called() {
  const tenant = await harness.createTenant();
  const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
  await harness.asOwner("update vigil.users set phone_number = '+15005550006' where id = $1", [nurse.id]);
  await harness.asOwner("insert into vigil.alarm_messages (tenant_id, user_id, kind, severity) values ($1, $2, 'alarm', 'HIGH')", [
    ...[tenant.id, nurse.id],
  ]);
  const waiting = () =>
    harness.asOwner<{ tries: number; carried: string[] }>('select tries, carried from vigil.alarm_messages where tenant_id = $1', [
      tenant.id,
    ]);
  /** So many seconds later. */
  const pass = (seconds: number) =>
    harness.asOwner('update vigil.alarm_messages set next_try_at = next_try_at - make_interval(secs => $2) where tenant_id = $1', [
      ...[tenant.id, seconds],
    ]);
  return { tenant, nurse, waiting, pass };
}

describe('a message of an alarm', () => {
  test('is taken off once it is carried, and not before', async () => {
    const { tenant, waiting } = await called();
    const whileSent: unknown[] = [];
    const send = sending(async () => void whileSent.push(...(await waiting())));
    expect(await send(tenant.id, 10)).toBe(1);
    expect(whileSent).toEqual([
      { tries: 1, carried: [] },
      { tries: 1, carried: [] },
    ]);
    expect(await waiting()).toEqual([]);
  });

  test('that a process had taken on when it died is sent by another, after a while in which nobody else sends it', async () => {
    const { tenant, waiting, pass } = await called();
    const dead = sending(() => new Promise(() => {}));
    const begun = dead(tenant.id, 10);
    begun.catch(() => {});
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
    const sent: string[] = [];
    const other = sending(async ({ channel }) => void sent.push(channel));
    expect([await other(tenant.id, 10), sent]).toEqual([0, []]);
    await pass(61);
    expect([await other(tenant.id, 10), sent.sort()]).toEqual([1, ['EMAIL', 'SMS']]);
    expect(await waiting()).toEqual([]);
  });

  test('is sent again by the way that failed alone, later each time, and given up after an hour', async () => {
    const { tenant, waiting, pass } = await called();
    const tried: string[] = [];
    const send = sending(async ({ channel }) => {
      tried.push(channel);
      if (channel === 'SMS') throw new Error('the provider is away');
    });
    await send(tenant.id, 10);
    expect(await waiting()).toEqual([{ tries: 1, carried: ['EMAIL'] }]);
    expect(await send(tenant.id, 10)).toBe(0);
    await pass(2);
    expect(await send(tenant.id, 10)).toBe(1);
    await pass(2);
    expect(await send(tenant.id, 10)).toBe(0);
    expect(tried.sort()).toEqual(['EMAIL', 'SMS', 'SMS']);
    await harness.asOwner("update vigil.alarm_messages set created_at = created_at - interval '61 minutes' where tenant_id = $1", [
      tenant.id,
    ]);
    await pass(3_600);
    await send(tenant.id, 10);
    expect(await waiting()).toEqual([]);
  });

  test('to somebody who has left meanwhile goes nowhere', async () => {
    const { tenant, nurse, waiting } = await called();
    await harness.asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [nurse.id]);
    const sent: unknown[] = [];
    await sending(async (message) => void sent.push(message))(tenant.id, 10);
    expect([sent, await waiting()]).toEqual([[], []]);
  });
});
