import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Firing, startAlarms } from './testing/alarms-server.ts';

/** Who answers an alarm has it locked, and then takes it out of the bells; who ends its action does the same in the same order. */
const server = await startAlarms();
const { harness, actions, call, staff, firing, report, standing, acknowledge, snooze } = server;
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const nurse = await staff(tenant, 'nurse');
const md = await staff(tenant, 'md');

async function raised(): Promise<Firing> {
  const fired = await firing(tenant, await harness.createUser(tenant), { assigneeId: nurse.id });
  await report(fired, 'persisted', 92);
  return fired;
}

const intervened = (of: Pick<Firing, 'actionId'>) =>
  call<{ results: { error: { code: string } | null }[] }>('POST', '/factuary/api/v2/clinicians/actions/intervenes', nurse, {
    ...{ request_id: randomUUID(), action_ids: [of.actionId], type: 'CALL', outcome: 'RESOLVED' },
  }).then(({ status, body }) => (status === 200 ? (body.results[0]?.error?.code ?? 'done') : status));
const closed = async (of: Pick<Firing, 'actionId'>) =>
  (
    await call('PUT', '/factuary/api/v2/users/actions', nurse, {
      ...{ action_id: of.actionId, version: 1, status: { status: 'CLOSED' }, note: 'Seen in the ward' },
    })
  ).status === 200
    ? 'done'
    : 'failed';
const closedByTheServer = async (of: Firing) =>
  (await harness.database.tenant(tenant.id, (sql) => actions.close(sql, tenant.id, of.actionId, 'The condition of the rule has cleared.')))
    ? 'done'
    : 'failed';
const expired = async (of: Firing) => {
  await harness.asOwner(`update vigil.actions set expires_at = now() - interval '1 second' where id = $1`, [of.actionId]);
  return (await actions.expire()) > 0 ? 'done' : 'failed';
};

test.each<[string, (of: Firing) => Promise<unknown>]>([
  ['an intervention', intervened],
  ['closing it without one', closed],
  ['its condition, which has cleared', closedByTheServer],
  ['its time to live', expired],
])('an action that is ended by %s waits for whoever is answering its alarm, who does not wait for it', async (_, end) => {
  const fired = await raised();
  const [alarm] = await standing(fired);
  const answering = new pg.Client({ connectionString: harness.ownerUrl });
  await answering.connect();
  try {
    await answering.query('begin');
    await answering.query('select 1 from vigil.alarms where id = $1 for update', [alarm?.id]);
    const ending = end(fired);
    const waiting = () =>
      answering.query<{ count: number }>(
        'select count(*)::int as count from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
      );
    await expect.poll(async () => (await waiting()).rows[0]?.count, { timeout: 20_000 }).toBe(1);
    await answering.query('update vigil.pushes set superseded_at = now() where ring_of = $1 and superseded_at is null', [alarm?.id]);
    await answering.query('commit');
    expect(await ending).toBe('done');
  } finally {
    await answering.end();
  }
  expect(await standing(fired)).toEqual([]);
});

test('alarms that many answer while their actions are ended fail nobody', async () => {
  for (let round = 0; round < 5; round += 1) {
    const fired = await raised();
    const [alarm] = await standing(fired);
    if (!alarm) throw new Error('No alarm stands');
    const answers = await Promise.all([
      intervened(fired),
      ...Array.from({ length: 6 }, (__, index) =>
        (index % 2 === 0 ? acknowledge(alarm, md) : snooze(alarm, nurse, 60)).then(({ status }) => status),
      ),
    ]);
    expect(answers.filter((answer) => typeof answer === 'number' && answer >= 500)).toEqual([]);
    expect(answers[0]).toBe('done');
  }
});
