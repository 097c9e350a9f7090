import { VigilError } from '@vigil/contract/errors';
import { afterAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#platform/audit/audit-entry.ts';
import { useHarness } from '#testing/harness.ts';
import { registryOn } from '#testing/registry-on.ts';
import { startHttp } from '#testing/start-http.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createEventsProcessor } from './events-processor/index.ts';
import { withoutLimits } from './events-processor/testing/no-limits.ts';
import { createTicksStoreReads, createTickWriter } from './ticks-store/index.ts';

/** The reading modules behind the real HTTP server, contract and access rules; a token is the user's id, taken at its word. */
const harness = await useHarness();
const writer = createTickWriter(harness);
const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
const ended: string[] = [];
const registry = registryOn(harness, { endSessions: async (userId) => ended.push(userId) });
const eventsProcessor = createEventsProcessor({
  ...{ ...harness, ticks, limits: withoutLimits },
  deviceTypes: async () => new Map(),
  loggedAt: async () => [],
  cohortOf: async () => ({ conditions: [] }),
});
const assigned: string[] = [];
const audited: AuditEntry[] = [];
const server = await startHttp(harness, {
  routes: [...ticks.routes, ...eventsProcessor.routes, ...registry.routes],
  assignments: { isAssigned: async (_tenant, _staff, member) => assigned.includes(member), membersOf: async () => assigned },
  verifyToken: async (token) => {
    if (!token) throw new VigilError('unauthenticated', 'Sign in to go on.');
    return { kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' };
  },
  audit: { record: async (entry) => void audited.push(entry) },
});
const url = await server.listen();
afterAll(async () => {
  await server.stop();
  await writer.stop();
});

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
const member = await harness.createUser(tenant, { familyName: 'Adams' });
const neighbour = await harness.createUser(tenant, { familyName: 'Baker' });
const at = Date.parse('2026-03-02T10:00:00Z') / 1000;
await writer.append(
  tickBatch(member, {
    heart_rate: [
      [at, 61],
      [at + 60, 63],
    ],
    spo2: [[at, 97]],
  }),
);
await writer.rollupsSettled();

/** As much of the answers as the tests look into. */
interface Answer {
  readonly error: { readonly code: string; readonly fields: readonly unknown[] };
  readonly latest: Record<string, unknown>;
  readonly content: readonly { readonly id?: string; readonly user_id?: string; readonly latest: Record<string, unknown> }[];
}

async function call(path: string, as: { id: string }, init: RequestInit = {}) {
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${as.id}`, ...(init.body ? { 'content-type': 'application/json' } : {}) },
  });
  return { status: response.status, body: (await response.json()) as Answer };
}
const ofMember = (service: string, rest: string, who = member) => `/${service}/api/v1/users/${who.id}/${rest}`;
const day = `from_ts=${at - 36_000}&to_ts=${at + 50_400}`;

describe('reading over HTTP', () => {
  it.each<[string, string, unknown]>([
    [
      'ticks',
      ofMember('ticks-store', `ticks?metrics=heart_rate,spo2&start_time=${at}&end_time=${at + 60}`),
      [{ timestamp: at, data: { heart_rate: 61, spo2: 97 } }],
    ],
    [
      'a histogram',
      ofMember('ticks-store', `aggregate?metrics=heart_rate&reduce=hist&start_time=${at}&end_time=${at + 61}`),
      { heart_rate: [{ from: 60, to: 70, count: 2 }] },
    ],
    [
      'facts over time',
      ofMember('events-processor', `facts-over-time?facts=heart_rate_mean&granularity=DAILY&tz=UTC&${day}`),
      [{ timestamp: at - 36_000, timestamp_from: at - 36_000, timestamp_to: at + 50_400, data: { heart_rate_mean: 62 } }],
    ],
    ['sleeps', ofMember('events-processor', `sleeps?${day}`), []],
    [
      'latest values',
      ofMember('events-processor', 'latest?metrics=spo2'),
      expect.objectContaining({ latest: { spo2: { value: 97, timestamp: at, source: 'device' } } }),
    ],
    ['one account', `/registry/api/v1/users/${member.id}`, expect.objectContaining({ id: member.id, accountStatus: 'ACTIVE' })],
  ])('%s, by a nurse and by the member', async (_, path, expected) => {
    expect(await call(path, nurse)).toEqual({ status: 200, body: expected });
    expect(await call(path, member)).toEqual({ status: 200, body: expected });
  });

  it('of another member is refused to a member', async () => {
    expect(await call(ofMember('ticks-store', `ticks?metrics=spo2&start_time=0&end_time=1`), neighbour)).toMatchObject({ status: 403 });
  });

  it('an own account is open to every role, a colleague’s to staff, and to no member', async () => {
    expect(await call(`/registry/api/v1/users/${admin.id}`, admin)).toMatchObject({ status: 200 });
    expect(await call(`/registry/api/v1/users/${nurse.id}`, admin)).toMatchObject({ status: 200 });
    expect(await call(`/registry/api/v1/users/${nurse.id}`, member)).toMatchObject({ status: 403 });
  });

  it.each([
    ['an interval the wrong way round', ofMember('ticks-store', 'ticks?metrics=spo2&start_time=2&end_time=1')],
    ['a metric that does not exist', ofMember('ticks-store', 'ticks?metrics=aura&start_time=1&end_time=2')],
    ['a fact that does not exist', ofMember('events-processor', `facts-over-time?facts=aura_mean&granularity=DAILY&${day}`)],
    ['a zone that does not exist', ofMember('events-processor', `facts-over-time?facts=spo2_mean&granularity=DAILY&tz=Mars/Base&${day}`)],
  ])('with %s answers 400 and names the field', async (_, path) => {
    const { status, body } = await call(path, nurse);
    expect([status, body.error.code]).toEqual([400, 'invalid_input']);
    expect(body.error.fields).toHaveLength(1);
  });
});

describe('lists', () => {
  const panel = '/events-processor/api/v1/user_facts?facts=heart_rate';
  const firstTicks = `/ticks-store/api/v1/users/first-ticks?user_ids=${member.id},${neighbour.id}`;

  it('show the tenant’s members with their latest values', async () => {
    const { body } = await call(panel, nurse);
    expect(body.content.map((row) => row.user_id)).toEqual([member.id, neighbour.id]);
    expect(body).toMatchObject({ totalElements: 2, page: 0, size: 20 });
    expect(body.content[0]?.latest.heart_rate).toEqual({ value: 63, timestamp: at + 60, source: 'device' });
    expect((await call(firstTicks, nurse)).body).toEqual([{ user_id: member.id, timestamp: at }]);
  });

  it('show only assigned members where the tenant says so', async () => {
    const strict = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const coach = await harness.createUser(strict, { roles: ['coach'] });
    const [mine, others] = [await harness.createUser(strict), await harness.createUser(strict)];
    assigned.push(mine.id);
    const ids = async (path: string) => (await call(path, coach)).body.content.map((row) => row.user_id ?? row.id);
    expect(await ids(panel)).toEqual([mine.id]);
    expect(await ids('/registry/api/v1/users?teamType=PATIENT')).toEqual([mine.id]);
    await writer.append(tickBatch(others, { heart_rate: [[at, 61]] }));
    await writer.rollupsSettled();
    expect((await call(`/ticks-store/api/v1/users/first-ticks?user_ids=${others.id}`, coach)).body).toEqual([]);
  });

  it('put exactly the members that they showed on record', async () => {
    audited.length = 0;
    await call(`${panel}&partOfName=adams`, nurse);
    await call('/registry/api/v1/users', nurse);
    expect(audited.map((entry) => [entry.endpoint, [...entry.members].sort()])).toEqual([
      ['eventsProcessor.listMembers', [member.id]],
      ['registry.listUsers', [member.id, neighbour.id].sort()],
    ]);
  });

  it('are refused to members', async () => {
    for (const path of [panel, firstTicks, '/registry/api/v1/users']) expect(await call(path, member)).toMatchObject({ status: 403 });
  });
});

describe('one’s own account', () => {
  const patch = (who: { id: string }, as: { id: string }, path: string) =>
    call(`/registry/api/v1/users/${who.id}`, as, { method: 'PATCH', body: JSON.stringify([{ op: 'replace', path, value: 'DARK' }]) });

  it('takes a colour mode, and nothing that people may not change themselves', async () => {
    expect(await patch(nurse, nurse, '/portalSettings/colorMode')).toMatchObject({
      status: 200,
      body: { portalSettings: { colorMode: 'DARK' } },
    });
    expect(await patch(nurse, nurse, '/roles')).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('"/roles"') } },
    });
  });

  it('is changed by nobody else', async () => {
    expect(await patch(member, nurse, '/portalSettings/colorMode')).toMatchObject({ status: 403 });
  });

  it('ends its sessions', async () => {
    const path = `/registry/api/v1/users/${nurse.id}/invalidate-all-refresh-tokens`;
    expect(await call(path, nurse, { method: 'POST' })).toEqual({ status: 200, body: { invalidated: true } });
    expect(ended).toEqual([nurse.id]);
  });
});

it('a commit reaches whoever follows the member, without values, and then that the latest values have followed', async () => {
  const stop = new AbortController();
  const response = await fetch(`${url}${ofMember('ticks-store', 'ticks/sse')}`, {
    headers: { authorization: `Bearer ${nurse.id}` },
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const chunks = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = (await chunks.read()).value ?? '';
  const next = async () => {
    for (;;) {
      const event = /^data: (.*)\n\n/m.exec(text);
      if (event) {
        text = text.slice(event.index + event[0].length);
        return JSON.parse(event[1] ?? '');
      }
      text += (await chunks.read()).value ?? '';
    }
  };
  await writer.append(tickBatch(member, { spo2: [[at + 300, 96]], steps: [[at + 300, 11]] }));
  expect(await next()).toEqual({
    contentType: 'TICKS',
    content: { userId: member.id, metrics: ['spo2', 'steps'], from: at + 300, to: at + 300 },
  });
  const latestAfterEvent = async () => {
    expect(await next()).toEqual({ contentType: 'LATEST', content: { userId: member.id } });
    return (await call(ofMember('events-processor', 'latest'), nurse)).body.latest;
  };
  let latest = await latestAfterEvent();
  expect(latest).toMatchObject({ spo2: { value: 96 } });
  // A total of the day follows its days: with the same event where both happen within the time that events are gathered.
  if ((latest.steps as { timestamp: number } | undefined)?.timestamp !== at + 300) latest = await latestAfterEvent();
  expect(latest).toMatchObject({ steps: { timestamp: at + 300 } });
  stop.abort();
});
