import { randomUUID } from 'node:crypto';
import type { AccessToMember } from '@vigil/contract/privacy.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

const harness = await useHarness();
const { http, modules, stop } = await startModules(harness);
afterAll(stop);

const tenant = await harness.createTenant();
const admin = await harness.createUser(tenant, { roles: ['tenant_admin'], givenName: 'Ada', familyName: 'Admin' });
const nurse = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
const member = await harness.createUser(tenant, { timeZone: 'America/Los_Angeles' });
const hourMs = 3_600_000;
/** Half past eleven in the evening of the day before in Los Angeles. */
const begin = Date.parse('2026-05-24T06:30:00Z');

async function did(
  actorId: string | null,
  what: { endpoint?: string; method?: string; status?: number; actorKind?: 'person' | 'device' | 'operator'; members?: string[] } = {},
) {
  await modules.audit.record({
    ...{ tenantId: tenant.id, requestId: randomUUID(), actorKind: 'person' as const, actorId, subject: actorId },
    ...{ members: [member.id], endpoint: 'ticksStore.getTicks', method: 'GET', status: 200, ip: '192.0.2.7' },
    ...what,
  });
}

const ask = (as: string, query = '') =>
  http.inject({
    url: `/privacy/api/v1/users/${member.id}/access?${query}`,
    headers: { authorization: `Bearer ${as}`, 'x-tenant-id': tenant.id },
  });

beforeAll(async () => {
  harness.clock.set(begin - 40 * 24 * hourMs);
  await did(nurse.id);
  harness.clock.set(begin);
  await did(nurse.id);
  await did(nurse.id, { endpoint: 'notary.postNote', method: 'POST' });
  harness.clock.set(begin + hourMs);
  await did(nurse.id);
  await did(nurse.id, { status: 403 });
  await did(admin.id, { endpoint: 'registry.listUsers', members: [member.id, randomUUID()] });
  await did(randomUUID(), { actorKind: 'device', endpoint: 'ticksStore.postTicks', method: 'POST' });
  await did(null, { actorKind: 'operator', endpoint: 'operator.import', method: 'RUN' });
});

test('a member is told who looked, by the day of the own zone and person, in kinds of data; what came by itself apart', async () => {
  const answer = (await ask(member.id)).json<AccessToMember>();
  expect(answer.timeZone).toBe('America/Los_Angeles');
  const told = answer.days.map(({ day, people }) => [day, people.map(({ actor, what, own }) => [actor.name, own, what])]);
  expect(told).toEqual([
    [
      '2026-05-24',
      expect.arrayContaining([
        ['Nora Nurse', false, [{ about: 'readings', read: 1, written: 0, refused: 1 }]],
        ['Ada Admin', false, [{ about: 'account', read: 1, written: 0, refused: 0 }]],
      ]),
    ],
    [
      '2026-05-23',
      [
        [
          'Nora Nurse',
          false,
          expect.arrayContaining([
            { about: 'notes', read: 0, written: 1, refused: 0 },
            { about: 'readings', read: 1, written: 0, refused: 0 },
          ]),
        ],
      ],
    ],
  ]);
  expect(answer.automatic).toEqual([
    { kind: 'device', count: 1, lastAt: begin + hourMs },
    { kind: 'operator', count: 1, lastAt: begin + hourMs },
  ]);
});

test('older days come a page at a time; the page begins at midnight, and the last one says that nothing is before it', async () => {
  const first = (await ask(member.id)).json<AccessToMember>();
  expect(first.more).toBe(true);
  expect(new Intl.DateTimeFormat('en', { timeZone: first.timeZone, hourCycle: 'h23', timeStyle: 'medium' }).format(first.from)).toBe(
    '00:00:00',
  );
  const second = (await ask(member.id, `before=${first.from}`)).json<AccessToMember>();
  expect(second.days.map(({ day }) => day)).toEqual(['2026-04-13']);
  expect(second.more).toBe(false);
});

test('the own look at it stands in it as one’s own; an administrator may look, staff and other members may not', async () => {
  const answer = (await ask(member.id)).json<AccessToMember>();
  expect(answer.days[0]?.people.find(({ own }) => own)?.what).toEqual([
    { about: 'accessLog', read: expect.any(Number), written: 0, refused: 0 },
  ]);
  expect((await ask(admin.id)).statusCode).toBe(200);
  expect((await ask(nurse.id)).statusCode).toBe(403);
  const other = await harness.createUser(tenant);
  expect((await ask(other.id)).statusCode).toBe(403);
});

test.each([
  ['summer time ended', '2026-11-01T07:30:00Z', '2026-12-01T20:00:00Z', '2026-11-01'],
  ['summer time began', '2027-03-14T08:30:00Z', '2027-04-13T19:00:00Z', '2027-03-14'],
])('a page that begins on the day when %s holds that day from its midnight', async (_, looked, asked, day) => {
  const someone = await harness.createUser(tenant, { timeZone: 'America/Los_Angeles' });
  harness.clock.set(Date.parse(looked));
  await did(nurse.id, { members: [someone.id] });
  harness.clock.set(Date.parse(asked) - 29 * 24 * hourMs - 12 * hourMs);
  await did(nurse.id, { members: [someone.id] });
  harness.clock.set(Date.parse(asked));
  const { days, from, more } = (
    await http.inject({
      url: `/privacy/api/v1/users/${someone.id}/access`,
      headers: { authorization: `Bearer ${admin.id}`, 'x-tenant-id': tenant.id },
    })
  ).json<AccessToMember>();
  expect([new Date(from).toISOString(), more]).toEqual([new Date(Date.parse(looked) - hourMs / 2).toISOString(), false]);
  expect(days.map((one) => one.day)).toContain(day);
});

test('a list that staff ask for with a body is a look, for the member and in the audit log', async () => {
  const someone = await harness.createUser(tenant);
  await did(nurse.id, { members: [someone.id], endpoint: 'registry.listStatuses', method: 'POST' });
  const as = { headers: { authorization: `Bearer ${admin.id}`, 'x-tenant-id': tenant.id } };
  const { days } = (await http.inject({ url: `/privacy/api/v1/users/${someone.id}/access`, ...as })).json<AccessToMember>();
  expect(days[0]?.people[0]?.what).toEqual([{ about: 'account', read: 1, written: 0, refused: 0 }]);
  const found = async (kind: string) =>
    (await http.inject({ url: `/privacy/api/v1/audit?member=${someone.id}&actor=${nurse.id}&kind=${kind}`, ...as }))
      .json<{ content: { kind: string }[] }>()
      .content.map((entry) => entry.kind);
  expect([await found('READ'), await found('WRITE')]).toEqual([['READ'], []]);
});
