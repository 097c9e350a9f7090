import { type Endpoint, endpoint, endpoints } from '@vigil/contract';
import { access } from '@vigil/contract/access';
import { writeLimits as kinds, writeLimitOf } from '@vigil/contract/write-limits';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createProcessBus } from '#platform/bus.ts';
import { stubAccess } from '#testing/stub-access.ts';
import { createHttpServer, mount } from './mount.ts';
import { route } from './route.ts';
import { createWriteLimits } from './write-limits.ts';

let now = 1_000_000;
const monotonicMs = () => now;
const storing = endpoints.filter((one) => writeLimitOf(one) !== null);

describe('every call of the contract that is no GET', () => {
  test('has a limit, or says why it stores nothing', () => {
    const without = endpoints.filter(({ method, storesNothing }) => method !== 'GET' && storesNothing !== undefined);
    expect(without.map(({ id }) => id).sort()).toEqual([
      ...['calls.renewIce', 'chat.openInPage', 'chat.searchMessages', 'eventsProcessorFacts.postFacts', 'factuaryCohorts.postPreview'],
      ...['registry.listStatuses', 'registry.previewBulkAssignment', 'user.listClinicianRoles'],
    ]);
    expect(storing.length + without.length).toBe(endpoints.filter(({ method }) => method !== 'GET').length);
  });

  test.each(storing.map((one) => [one.id, one] as const))('%s: takes so many by a sender, no more, and again after the time', (_, one) => {
    const limits = createWriteLimits({ monotonicMs });
    const [first] = writeLimitOf(one)?.windows ?? [];
    for (let units = 0; units < (first?.most ?? 0); units += 1) limits.count('somebody', one, 1);
    expect(() => limits.count('somebody', one, 1)).toThrow(/Nothing was saved this time\. Try again in 60 seconds\.$/);
    expect(() => limits.count('somebody else', one, 1)).not.toThrow();
    now += 60_000;
    expect(() => limits.count('somebody', one, 1)).not.toThrow();
  });

  test('readings of a band are limited by nothing that a band or a gateway could reach', () => {
    const ofDevices = storing.filter(({ access: rule }) => 'device' in rule && rule.device);
    expect(ofDevices.map(({ id }) => id).sort()).toEqual([
      'fhir.postBundle',
      'fhir.postObservation',
      'ticksStore.postTicks',
      'ticksStore.postTicksCsv',
    ]);
    for (const one of ofDevices) expect(writeLimitOf(one)).toBe(kinds.readings);
    // 111 batches a second, and ten times as many, from one sender alone.
    expect(kinds.readings.windows[0].most / kinds.readings.windows[0].seconds).toBeGreaterThan(1_110);
  });
});

describe('a sender', () => {
  const [one] = storing.filter((it) => writeLimitOf(it) === kinds.person);
  const call = one as Endpoint;

  test('who goes on hour by hour comes to the limit of the hour, and of the day', () => {
    const limits = createWriteLimits({ monotonicMs });
    const sendFor = (minutes: number) => {
      let taken = 0;
      for (let minute = 0; minute < minutes; minute += 1) {
        for (let sent = 0; sent < 300; sent += 1)
          try {
            limits.count('somebody', call, 1);
            taken += 1;
          } catch {
            break;
          }
        now += 60_000;
      }
      return taken;
    };
    expect(sendFor(60)).toBe(5_000);
    expect(sendFor(23 * 60)).toBe(15_000);
    expect(sendFor(60)).toBe(5_000);
  });

  test('who is refused by one process is refused by the others', async () => {
    const bus = createProcessBus(() => {});
    const [here, there] = [createWriteLimits({ bus, monotonicMs }), createWriteLimits({ bus, monotonicMs })];
    for (let sent = 0; sent < 300; sent += 1) here.count('somebody', call, 1);
    expect(() => here.count('somebody', call, 1)).toThrow();
    await new Promise((resolve) => setImmediate(resolve));
    expect(() => there.count('somebody', call, 1)).toThrow(/Try again in 60 seconds/);
    expect(() => there.count('somebody else', call, 1)).not.toThrow();
    now += 60_000;
    expect(() => there.count('somebody', call, 1)).not.toThrow();
  });

  test('who sends a list too long for what is left is told so, and sends a shorter one', () => {
    const events = endpoints.find(({ id }) => id === 'analytics.postEvents') as Endpoint;
    const limits = createWriteLimits({ monotonicMs });
    for (let sent = 0; sent < 2; sent += 1) limits.count('somebody', events, 100);
    limits.count('somebody', events, 60);
    expect(() => limits.count('somebody', events, 100)).toThrow(/300 items a minute/);
    expect(() => limits.count('somebody', events, 40)).not.toThrow();
  });
});

describe('over HTTP', () => {
  const tenant = { id: '11111111-1111-4111-8111-111111111111', code: 'one' };
  const [nurse, other] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'];
  const member = '44444444-4444-4444-8444-444444444444';
  const limit = { of: 'calls', windows: [{ most: 2, seconds: 60 }] } as const;
  const shape = { service: 'test', summary: 'Stores', response: z.object({}), params: z.object({ userId: z.string() }) } as const;
  const note = endpoint({
    ...{ ...shape, id: 'test.note', method: 'POST', path: '/test/{userId}/notes', writeLimit: limit },
    ...{ access: access.writeAboutMember('userId'), body: z.object({ text: z.string() }) },
  });
  const list = endpoint({
    ...{ ...shape, id: 'test.list', method: 'POST', path: '/test/{userId}/lists', body: z.array(z.string()) },
    ...{ access: access.writeAboutMember('userId'), writeLimit: { of: 'items', windows: limit.windows } },
  });
  let stored: unknown[] = [];
  let recorded: number[] = [];
  const app = createHttpServer({ log: { warn() {}, info() {}, debug() {}, error() {} } as never, publicUrl: 'http://test.example' });
  const person = (userId: string) => ({ kind: 'person', subject: userId, userId, verifiedEmail: null, tokenUse: 'access' }) as const;
  const membership = { tenantId: tenant.id, code: tenant.code, roles: ['nurse'], isInTheTenant: true, isOnHold: false } as const;
  const keep = async ({ body }: { readonly body: unknown }) => {
    stored.push(body);
    return {};
  };
  mount(app, [route(note, keep), route(list, keep)], {
    ...{ endpoints: [note, list], log: { warn() {}, info() {}, debug() {}, error() {} } as never },
    access: stubAccess({
      tokens: { [nurse]: person(nurse), [other]: person(other) },
      memberships: { [nurse]: [membership], [other]: [membership] } as never,
      tenants: [{ ...tenant, patients: 'tenant' } as never],
      members: { [tenant.id]: [member] },
    }),
    audit: { record: async ({ status }) => void recorded.push(status) },
    writeLimits: createWriteLimits({ monotonicMs }),
  });
  afterAll(() => app.close());
  beforeEach(() => {
    now += 100_000;
    stored = [];
    recorded = [];
  });

  const post = (as: string, path: string, payload: unknown) =>
    app.inject({
      ...{ method: 'POST', url: `/test/${member}/${path}`, payload: JSON.stringify(payload) },
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    });

  test('what is too much gets 429 with the time to wait, stores nothing, and is on record once', async () => {
    for (let sent = 0; sent < 2; sent += 1) expect((await post(nurse, 'notes', { text: 'kept' })).statusCode).toBe(200);
    now += 10_000;
    const refused = await post(nurse, 'notes', { text: 'not kept' });
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().error]).toEqual([
      429,
      '50',
      { code: 'too_many_requests', message: 'This can be saved 2 times a minute. Nothing was saved this time. Try again in 50 seconds.' },
    ]);
    for (let sent = 0; sent < 20; sent += 1) expect((await post(nurse, 'notes', { text: 'not kept' })).statusCode).toBe(429);
    expect([stored.length, recorded]).toEqual([2, [200, 200, 429]]);
    expect((await post(other, 'notes', { text: 'of another person' })).statusCode).toBe(200);
    now += 50_000;
    expect((await post(nurse, 'notes', { text: 'kept again' })).statusCode).toBe(200);
  });

  test('of a list each item counts', async () => {
    expect((await post(nurse, 'lists', ['one'])).statusCode).toBe(200);
    expect((await post(nurse, 'lists', ['two', 'three'])).statusCode).toBe(429);
    expect((await post(nurse, 'lists', ['two'])).statusCode).toBe(200);
    expect(stored).toEqual([['one'], ['two']]);
  });
});
