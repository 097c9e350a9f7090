import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import { createWorkLag, readWorkLag } from './work-lag.ts';

/* On stores of its own: the lag is that of every tenant. */
const harness = await useOwnHarness();
const { database, asOwner } = harness;

test('nothing is behind where nothing waits', async () => {
  expect(await readWorkLag(database)).toEqual({
    ...{ rulesSeconds: null, alarmsSeconds: null, alarmMessages: 0, alarmMessagesSeconds: null },
    ...{ reminderMails: 0, reminderMailsSeconds: null, keptMessages: 0, keptMessagesSeconds: null },
  });
});

test('readings that no rule has looked at, time that has passed, and messages that wait count from when they came, over all tenants', async () => {
  const [one, other] = [await harness.createTenant(), await harness.createTenant()];
  const [member, nurse] = [await harness.createUser(one), await harness.createUser(other, { roles: ['nurse'] })];
  const received = (secondsAgo: number) =>
    asOwner(
      `insert into vigil.latest_ticks (tenant_id, user_id, metric, ts, value, source, received_at)
       values ($1, $2, 'heart_rate', now(), 60, 'device', now() - make_interval(secs => $3))
       on conflict (tenant_id, user_id, metric) do update set received_at = excluded.received_at`,
      [one.id, member.id, secondsAgo],
    );
  await received(500);
  expect((await readWorkLag(database)).rulesSeconds, 'of a tenant without rules').toBeNull();
  await asOwner('insert into vigil.alert_passes (tenant_id, generation) values ($1, 1)', [one.id]);
  expect((await readWorkLag(database)).rulesSeconds).toBeCloseTo(500, -1);
  await asOwner('insert into vigil.alert_watches (tenant_id, user_id, evaluated_at) values ($1, $2, now())', [one.id, member.id]);
  expect((await readWorkLag(database)).rulesSeconds).toBeNull();
  await asOwner("update vigil.alert_watches set next_at = now() - interval '90 s'", []);
  expect((await readWorkLag(database)).rulesSeconds).toBeCloseTo(90, -1);

  await asOwner(
    "insert into vigil.alarm_messages (tenant_id, user_id, kind, severity, created_at) values ($1, $2, 'alarm', 'HIGH', now() - interval '70 s')",
    [...[other.id, nurse.id]],
  );
  await asOwner(
    "insert into vigil.outbox (tenant_id, id, channel, recipient, text, created_at) values ($1, $2, 'EMAIL', 'a@test.example', 'x', now())",
    [...[other.id, randomUUID()]],
  );
  const lag = await readWorkLag(database);
  expect(lag).toMatchObject({ alarmMessages: 1, keptMessages: 1, reminderMails: 0 });
  expect(lag.alarmMessagesSeconds).toBeCloseTo(70, -1);
});

test('is asked for once in a while, however often monitoring comes, and unknown while the database is away', async () => {
  let [nowMs, asked, isAway] = [0, 0, false];
  const read = createWorkLag(
    {
      ask: async () => {
        asked += 1;
        if (isAway) throw new Error('away');
        return [{ rulesSeconds: asked }] as never;
      },
    },
    () => nowMs,
  );
  expect([await read(), await read(), asked]).toEqual([{ rulesSeconds: 1 }, { rulesSeconds: 1 }, 1]);
  isAway = true;
  nowMs = 15_000;
  expect(await read()).toBeNull();
});
