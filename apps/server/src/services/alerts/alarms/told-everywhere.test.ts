import { randomUUID } from 'node:crypto';
import type { BellItem } from '@vigil/contract/notification.contract';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import type { Role } from '@vigil/domain/roles';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#app';
import { readPushes } from '#services/notification/testing/push-reader.ts';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { shippedRule } from './testing/shipped-rule.ts';

const harness = await useHarness();
const { clock, database, log } = harness;
const start = () =>
  createApp({ config: { ...harness.config, publicUrl: 'http://localhost:3000' }, stores: harness, log, clock, portal: false });
/** Two server processes, which share nothing but the database. */
const [one, other] = [await start(), await start()];
const [url, otherUrl] = [await one.listen(), await other.listen()];
afterAll(() => Promise.all([one.stop(), other.stop()]));

type Person = TestUser & { readonly headers: Readonly<Record<string, string>> };
let tenant: TestTenant;
let [nurse, md]: Person[] = [];
let member: TestUser;
beforeEach(async () => {
  tenant = await harness.createTenant();
  [nurse, md] = [await person('nurse'), await person('md')];
  member = await harness.createUser(tenant);
});
async function person(...roles: Role[]): Promise<Person> {
  const user = await harness.createUser(tenant, { roles, email: `${randomUUID()}@test.example` });
  await one.identity.accounts.create({ email: user.email, userId: user.id, emailVerified: true });
  const token = await one.identity.issueToken({ email: user.email });
  return { ...user, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
}
async function call<Body>(at: string, who: Person, path: string, sent?: object): Promise<Body> {
  const answer = await fetch(`${at}${path}`, { headers: who.headers, ...(sent && { method: 'POST', body: JSON.stringify(sent) }) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}
const bell = async (at: string, who: Person) =>
  (await call<{ items: BellItem[] }>(at, who, `/notification/api/v1/users/${who.id}/items`)).items.map(({ description }) => description);
const follow = (at: string, who: Person) =>
  readPushes(`${at}/notification/akka_actor/api/v1/subscribe/tenant/${tenant.id}/user/${who.id}/sse`, who.headers);
const rowAt = async (at: string, who: Person) =>
  (await call<{ content: TodayRow[] }>(at, who, '/triage/api/v1/today')).content.find((row) => row.user_id === member.id);

/** A rule fires for the member; the nurse has its action. */
async function raised({ id = 'spo2-low', timeToLiveSeconds = 3_600 } = {}) {
  const { rule, title } = shippedRule(id);
  const of = { userId: member.id, ruleId: randomUUID() as string, version: 1, firingId: randomUUID() as string, rule, title };
  const report = (actionId: string, event: 'persisted' | 'true_again' | 'cleared') =>
    database.tenant(tenant.id, (sql) =>
      one.alarms.report(sql, tenant.id, [{ ...of, actionId, measured: 92, atSeconds: Math.floor(Date.now() / 1000), event }]),
    );
  const { actionId } = await database.tenant(tenant.id, (sql) =>
    one.actions.open(sql, tenant.id, {
      ...{ userId: member.id, category: 'BIOMETRICS', title, assigneeId: nurse?.id ?? null, priority: rule.severity, timeToLiveSeconds },
      alert: {
        ...{ severity: rule.severity, triggered_at: 0, triggered_values: [], timeframe: '1h', baseline: '28d', evidence: [] },
        rule: { id: of.ruleId, version: 1, name: title },
      },
    }),
  );
  await report(actionId, 'persisted');
  return { actionId, report: (event: 'true_again' | 'cleared') => report(actionId, event) };
}
const standing = async () => {
  const [alarm] = await one.alarms.standing(tenant.id, [member.id]);
  if (!alarm) throw new Error('No alarm stands');
  return alarm;
};
async function climb() {
  await harness.asOwner("update vigil.alarms set due_at = now() - interval '1 s' where user_id = $1", [member.id]);
  await one.alarms.goOn(tenant.id, 10);
}
async function answer(at: string, who: Person, what: 'acknowledge' | 'snooze') {
  const { id, version } = await standing();
  const sent = { request_id: randomUUID(), version, ...(what === 'snooze' && { seconds: 600 }) };
  await call(at, who, `/alerts/api/v1/alarms/${id}/${what}`, sent);
}
const intervene = (at: string, who: Person, actionId: string) =>
  call(at, who, '/factuary/api/v2/clinicians/actions/intervenes', {
    ...{ request_id: randomUUID(), action_ids: [actionId], type: 'CALL', outcome: 'RESOLVED' },
  });

describe('over two server processes', () => {
  test.each(['acknowledge', 'snooze', 'resolve'] as const)(
    '%s in one is told at once to whoever looks at Today in the other',
    async (what) => {
      if (!nurse || !md) throw new Error('There is nobody');
      const { actionId } = await raised();
      expect((await rowAt(otherUrl, md))?.alarms).toMatchObject([{ state: 'raised', by: null }]);
      const stream = await follow(otherUrl, md);
      if (what === 'resolve') await intervene(url, nurse, actionId);
      else await answer(url, nurse, what);
      await stream.until(1);
      stream.close();
      // It names nobody: whoever is told asks for what they may see.
      expect(stream.got[0]).toMatchObject({ contentType: 'ACTION', patientId: null, description: 'Alerts have changed' });
      const row = await rowAt(otherUrl, md);
      if (what === 'resolve') expect(row).toBeUndefined();
      else expect(row?.alarms).toMatchObject([{ state: what === 'snooze' ? 'snoozed' : 'acknowledged', by: { id: nurse.id } }]);
      expect([await bell(url, nurse), await bell(otherUrl, md)]).toEqual([[], []]);
    },
  );
});

describe('in the bell', () => {
  test('a ring takes the place of the earlier one of its alarm, and stays with whoever was asked before and has not answered', async () => {
    if (!nurse || !md) throw new Error('There is nobody');
    await raised();
    expect([await bell(url, nurse), await bell(otherUrl, md)]).toEqual([[expect.stringMatching(/^High alert/)], []]);
    await climb();
    await climb();
    expect(await bell(url, nurse)).toEqual([expect.stringMatching(/^High alert/)]);
    expect(await bell(otherUrl, md)).toEqual([expect.stringMatching(/^Not acknowledged/)]);
    await answer(otherUrl, md, 'acknowledge');
    expect([await bell(url, nurse), await bell(otherUrl, md)]).toEqual([[], []]);
  });

  test('it rings again when it is true again; what was told of the action otherwise stays until that ends', async () => {
    if (!nurse || !md) throw new Error('There is nobody');
    const { actionId, report } = await raised();
    await answer(url, nurse, 'acknowledge');
    await call(url, nurse, `/factuary/api/v2/clinicians/actions/${actionId}/assign`, { assignee_id: md.id });
    expect(await bell(otherUrl, md)).toEqual([expect.stringMatching(/^Escalated to you/)]);
    await report('cleared');
    await report('true_again');
    expect(await bell(otherUrl, md)).toEqual([expect.stringMatching(/^High alert/)]);
    await answer(otherUrl, md, 'acknowledge');
    expect(await bell(otherUrl, md)).toEqual([expect.stringMatching(/^Escalated to you/)]);
    await intervene(url, md, actionId);
    expect(await bell(otherUrl, md)).toEqual([]);
  });

  test('that nobody ended a critical one stays, whoever had its action', async () => {
    if (!nurse || !md) throw new Error('There is nobody');
    await raised({ id: 'spo2-very-low', timeToLiveSeconds: 0 });
    await one.actions.expire();
    expect(await bell(otherUrl, md)).toEqual([expect.stringMatching(/^Expired without being handled/)]);
  });
});
