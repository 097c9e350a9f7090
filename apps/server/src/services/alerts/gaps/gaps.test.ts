import type { ResponseOf } from '@vigil/contract';
import type { listGaps, listMemberGaps } from '@vigil/contract/alerts-gaps.contract';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { type TestTenant, type TestUser, useOwnHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createGaps } from './index.ts';

/** Outages are of the whole server, and gaps are looked for in every tenant: stores of its own. */
const harness = await useOwnHarness();
const { database, bus } = harness;
// Gaps go by the database's clock, so that what is received is received now.
harness.clock.set(Date.now());
const writer = createTickWriter(harness);
const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
const takesReadings = () => harness.engine.ping();
const gaps = createGaps({ ...harness, takesReadings, ticks });
const server = await startHttp(harness, {
  routes: gaps.routes ?? [],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: createAudit({ database, clock: harness.clock, key: 'seal of gaps' }),
});
afterAll(async () => {
  await server.stop();
  await gaps.stop?.();
  await writer.stop();
});

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const hour = 3_600;
const day = 24 * hour;
const now = () => Math.floor(Date.now() / 1000);
const longAgo = (now() - 3 * day) * 1000;

type Series = Parameters<typeof tickBatch>[1];
const newMember = (over: Parameters<typeof harness.createUser>[1] = {}) => harness.createUser(tenant, { onboardedAt: new Date(), ...over });
/** Stores readings as if they had been received `ago` seconds ago: a writer receives now. */
async function sent(member: TestUser, series: Series, ago = 0) {
  await writer.append(tickBatch(member, series, { receivedAtMs: Date.now() }));
  await writer.rollupsSettled();
  if (ago === 0) return;
  const values = [member.id, ago];
  await harness.asOwner('update vigil.band_syncs set last_received_at = now() - make_interval(secs => $2) where user_id = $1', values);
  await harness.asOwner('update vigil.latest_ticks set received_at = now() - make_interval(secs => $2) where user_id = $1', values);
}
/** Looks at this member, whenever it is due. */
async function looked(member: TestUser) {
  await harness.asOwner('update vigil.gap_checks set due_at = now(), judged_at = null where user_id = $1', [member.id]);
  await gaps.look();
  return (await gaps.standing(member.tenantId, [member.id])).map(({ kind, metric }) => (metric === null ? kind : `${kind} ${metric}`));
}
/** As if the newest reading had been the same at a look so long ago. */
const seenBefore = (member: TestUser, metric: string, value: number, ago: number) =>
  harness.asOwner("update vigil.gap_checks set seen = jsonb_set(seen, array['still', $2], $3) where user_id = $1", [
    member.id,
    metric,
    JSON.stringify({ value, since: now() - ago }),
  ]);
/** The first look of a minute gives new members their rows: later ones are given them here. */
const enrolled = () => database.ask('select vigil.enrol_gap_checks(1000)');
async function watched(over: Parameters<typeof harness.createUser>[1] = {}, series: Series = {}, ago = 0) {
  const member = await newMember(over);
  if (Object.keys(series).length > 0) await sent(member, series, ago);
  await enrolled();
  return member;
}
async function get<Body>(path: string, as: TestUser) {
  const answer = await server.http.inject({
    url: `/alerts/api/v1/${path}`,
    headers: { authorization: `Bearer ${as.id}`, 'x-tenant-id': as.tenantId },
  });
  return { status: answer.statusCode, body: answer.json() as Body };
}
type List = ResponseOf<typeof listGaps>;
type Own = ResponseOf<typeof listMemberGaps>;
const minutes = (from: number, count: number, value: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => [from + index * 60, value(index)] as const);
const days = (last: number, count: number, value: number) =>
  Array.from({ length: count }, (_, index) => [now() - (last + count - 1 - index) * day, value] as const);

describe('gaps are found', () => {
  test('of members who have not synced a day after their first sign-in, device or program, and of nobody who has not started', async () => {
    const imported = await watched({ onboardedAt: null });
    expect([await looked(imported), await looked(await watched())]).toEqual([[], []]);
    const member = await watched({ onboardedAt: new Date(longAgo) });
    expect(await looked(member)).toEqual(['never_synced']);
    expect((await gaps.standing(tenant.id, [member.id]))[0]?.since).toBe(longAgo / 1000);
    for (const sql of [
      "insert into vigil.devices (tenant_id, user_id, label, secret_sha256, created_at) values ($1, $2, 'band', '', now() - interval '25 hours')",
      `with program as (
         insert into vigil.programs (tenant_id, id, type, revision, created_by) select $1, gen_random_uuid(), 'regular', 1, $2 returning id),
       version as (
         insert into vigil.program_versions (tenant_id, program_id, version, name, title, description, saved_by)
         select $1, id, 1, 'Walk', 'Walk', '', $2 from program returning program_id)
       insert into vigil.member_programs (tenant_id, id, user_id, program_id, version, status, time_zone, assigned_by, started_at)
       select $1, gen_random_uuid(), $2, program_id, 1, 'active', 'UTC', $2, now() - interval '25 hours' from version`,
    ]) {
      const given = await watched({ onboardedAt: null });
      await harness.asOwner(sql, [tenant.id, given.id]);
      expect(await looked(given)).toEqual(['never_synced']);
    }
    await sent(member, { heart_rate: [[now() - 60, 70]] });
    expect(await looked(member)).toEqual([]);
  });

  test('by when the server received something; late readings end "not syncing", and are stale', async () => {
    const member = await watched({}, { heart_rate: [[now() - 25 * hour, 70]] }, 25 * hour);
    expect(await looked(member)).toEqual(['not_syncing']);
    await sent(member, { heart_rate: [[now() - 24.5 * hour, 71]] });
    expect(await looked(member)).toEqual(['stale']);
    await sent(member, { heart_rate: [[now() - 60, 72]] });
    expect(await looked(member)).toEqual([]);
  });

  test('of a band that is off, since it came off and not since it last said so', async () => {
    const off = now() - 13 * hour;
    const repeated = Array.from({ length: 13 }, (_, n) => [off + n * hour, 1] as const);
    const member = await watched({}, { band_removed: [[off - hour, 0], ...repeated], skin_temp: [[now() - 60, 24]] });
    expect(await looked(member)).toEqual(['band_off']);
    expect((await gaps.standing(tenant.id, [member.id]))[0]?.since).toBe(off);
    await sent(member, { band_removed: [[now() - 30, 0]] });
    expect(await looked(member)).toEqual([]);
    await sent(member, { band_removed: [[now() - 20, 1]] });
    expect(await looked(member)).toEqual([]);
  });

  test('of a band that has been off for weeks, since then', async () => {
    const off = now() - 10 * day;
    const repeated = Array.from({ length: 241 }, (_, n) => [off + n * hour - 60, 1] as const);
    const member = await watched({}, { band_removed: [[off - hour, 0], ...repeated] });
    await looked(member);
    expect((await gaps.standing(tenant.id, [member.id]))[0]).toMatchObject({ kind: 'band_off', since: off - 60 });
  });

  test('of charging, and of a battery that is low or flat', async () => {
    expect(await looked(await watched({}, { band_removed: [[now() - 7 * hour, 2]], battery: [[now() - 60, 100]] }))).toEqual(['charging']);
    expect(await looked(await watched({}, { battery: [[now() - 60, 15]] }))).toEqual(['battery_low']);
    expect(await looked(await watched({}, { battery: [[now() - 2 * hour, 5]] }, 2 * hour))).toEqual(['battery_flat']);
  });

  test('of a source that came on ten of fourteen days, and of none that is usual again or came seldom', async () => {
    const steady = { heart_rate: days(0, 14, 70) };
    const lost = await watched({}, { ...steady, weight: days(5, 12, 80) });
    await harness.asOwner(
      "update vigil.latest_ticks set received_at = now() - interval '5 days' where user_id = $1 and metric = 'weight'",
      [lost.id],
    );
    expect(await looked(lost)).toEqual(['source_lost weight']);
    await sent(lost, { weight: [[now() - 60, 81]] });
    expect(await looked(lost)).toEqual([]);
    const seldom = await watched({}, { ...steady, weight: days(5, 9, 80) });
    await harness.asOwner(
      "update vigil.latest_ticks set received_at = now() - interval '5 days' where user_id = $1 and metric = 'weight'",
      [seldom.id],
    );
    expect(await looked(seldom)).toEqual([]);
  });

  test('of a value that is stuck, which silence afterwards does not end', async () => {
    const member = await watched(
      {},
      {
        heart_rate: [...minutes(now() - 5 * hour, 60, (n) => 60 + (n % 7)), ...minutes(now() - 4 * hour, 239, () => 71)],
        spo2: minutes(now() - 5 * hour, 299, () => 97),
      },
    );
    // At the first look nobody knows what was seen before.
    expect(await looked(member)).toEqual([]);
    await seenBefore(member, 'heart_rate', 71, 2.5 * hour);
    expect(await looked(member)).toEqual(['stuck_value heart_rate']);
    expect((await gaps.standing(tenant.id, [member.id]))[0]?.since).toBeCloseTo(now() - 4 * hour, -2);
    await harness.asOwner("update vigil.band_syncs set last_received_at = now() - interval '8 hours' where user_id = $1", [member.id]);
    expect(await looked(member)).toEqual(['stuck_value heart_rate']);
    await sent(member, { heart_rate: [[now() - 10, 64]] });
    expect(await looked(member)).toEqual([]);
  });

  test('of a value that was the same at every look, and moved in between: none', async () => {
    const member = await watched({}, { heart_rate: minutes(now() - 5 * hour, 299, (n) => (n % 20 === 18 ? 71 : 60 + (n % 7))) });
    await looked(member);
    const [{ value } = { value: 0 }] = await harness.asOwner<{ value: number }>(
      "select value from vigil.latest_ticks where user_id = $1 and metric = 'heart_rate'",
      [member.id],
    );
    await seenBefore(member, 'heart_rate', value, 3 * hour);
    expect(await looked(member)).toEqual([]);
  });

  test('of a device whose clock runs ahead', async () => {
    const member = await watched({}, { heart_rate: [[now() + 200, 70]] });
    expect(await looked(member)).toEqual(['clock_ahead']);
  });

  test('not of members who are on hold, have left or were removed, and end when that happens', async () => {
    const member = await watched({ onboardedAt: new Date(longAgo) });
    expect(await looked(member)).toEqual(['never_synced']);
    await harness.asOwner('update vigil.users set is_on_hold = true where id = $1', [member.id]);
    bus.publish('user.changed', { tenantId: tenant.id, userId: member.id });
    await expect.poll(() => gaps.standing(tenant.id, [member.id]), { timeout: 20_000 }).toEqual([]);
    expect(await looked(await watched({ onboardedAt: new Date(longAgo), isInTheTenant: false }))).toEqual([]);
    await harness.asOwner('update vigil.users set is_on_hold = false, removed_at = now() where id = $1', [member.id]);
    expect(await looked(member)).toEqual([]);
  });
});

describe('gaps are kept', () => {
  test('once, whoever looks; what goes on keeps its beginning, and what came back is told anew', async () => {
    const member = await watched({}, { battery: [[now() - 600, 12]] });
    const another = createGaps({ ...harness, takesReadings, ticks });
    await harness.asOwner('update vigil.gap_checks set due_at = now() where user_id = $1', [member.id]);
    await Promise.all([gaps.look(), another.look(), gaps.look()]);
    await another.stop?.();
    const [first] = await gaps.standing(tenant.id, [member.id]);
    await sent(member, { battery: [[now() - 60, 9]] });
    await looked(member);
    expect(await gaps.standing(tenant.id, [member.id])).toEqual([first]);
    await sent(member, { battery: [[now() - 30, 90]] });
    await looked(member);
    await sent(member, { battery: [[now() - 10, 10]] });
    await looked(member);
    const rows = await harness.asOwner('select ended_at is null as stands from vigil.gaps where user_id = $1 order by told_at', [
      member.id,
    ]);
    expect(rows).toEqual([{ stands: false }, { stands: true }]);
  });

  test('and end by themselves when something is heard, with an event of ids alone', async () => {
    const member = await watched({ onboardedAt: new Date(longAgo) });
    await looked(member);
    const told: object[] = [];
    const end = bus.subscribe('gaps.changed', (event) => told.push(event));
    await sent(member, { heart_rate: [[now() - 60, 70]] });
    await expect.poll(() => gaps.standing(tenant.id, [member.id]), { timeout: 20_000 }).toEqual([]);
    end();
    expect(told).toContainEqual({ tenantId: tenant.id, userId: member.id });
  });

  test('when nobody hears anything, by the row that is due', async () => {
    const member = await watched({}, { heart_rate: [[now() - day + 3, 70]] }, day - 3);
    expect(await looked(member)).toEqual([]);
    const kinds = async () => {
      await gaps.look();
      return (await gaps.standing(tenant.id, [member.id])).map(({ kind }) => kind);
    };
    await expect.poll(kinds, { timeout: 20_000 }).toEqual(['not_syncing']);
  });

  test('after a process died over them: the lease is over, and the next one looks', async () => {
    const member = await watched({ onboardedAt: new Date(longAgo) });
    await harness.asOwner("update vigil.gap_checks set due_at = now() + interval '5 minutes' where user_id = $1", [member.id]);
    await gaps.look();
    expect(await gaps.standing(tenant.id, [member.id])).toEqual([]);
    await harness.asOwner('update vigil.gap_checks set due_at = now() where user_id = $1', [member.id]);
    await gaps.look();
    expect(await gaps.standing(tenant.id, [member.id])).toHaveLength(1);
  });
});

describe('an outage of ours', () => {
  afterEach(() => harness.asOwner('truncate vigil.listening_times'));
  const listened = (...times: [fromAgo: number, untilAgo: number][]) =>
    Promise.all(
      times.map((ago) =>
        harness.asOwner(
          'insert into vigil.listening_times (from_at, until_at) values (now() - make_interval(secs => $1), now() - make_interval(secs => $2))',
          ago,
        ),
      ),
    );

  test('is told once, and makes nobody silent; after it, those who come back are heard, and those who do not are silent an hour later', async () => {
    const member = await watched({}, { heart_rate: [[now() - 30 * hour, 70]] }, 30 * hour);
    const before = await watched({}, { heart_rate: [[now() - 60 * hour, 70]] }, 60 * hour);
    await listened([90 * hour, 29 * hour]);
    expect([await looked(member), await looked(before)]).toEqual([[], ['not_syncing']]);
    const { body } = await get<List>('gaps?per_page=200', nurse);
    expect(body.outage).toEqual({ since: expect.closeTo(now() - 29 * hour, -2), until: null });
    await gaps.listening.say();
    expect((await gaps.outage())?.until).toBeCloseTo(now(), -2);
    expect(await looked(member)).toEqual([]);
    await harness.asOwner(
      "update vigil.listening_times set from_at = now() - interval '61 minutes' where until_at > now() - interval '1 minute'",
    );
    expect([await gaps.outage(), await looked(member)]).toEqual([null, ['not_syncing']]);
  });

  test('is over for whoever has been heard of since', async () => {
    const member = await watched({}, { heart_rate: [[now() - 60, 70]], band_removed: [[now() - 13 * hour, 1]] });
    await listened([90 * hour, 29 * hour], [600, 0]);
    expect(await looked(member)).toEqual(['band_off']);
  });

  test('is seen when readings cannot be taken in, though the process runs', async () => {
    await listened([hour, 200]);
    const deaf = createGaps({ ...harness, ticks, takesReadings: () => Promise.reject(new Error('gone')) });
    await expect(deaf.listening.say()).rejects.toThrow('gone');
    expect((await deaf.outage())?.until).toBeNull();
    await deaf.stop?.();
  });

  test('is not what a server that goes on listening has', async () => {
    await gaps.listening.say();
    await gaps.listening.say();
    expect([await gaps.outage(), await harness.asOwner('select 1 from vigil.listening_times')]).toEqual([null, [expect.anything()]]);
  });
});

describe('who reads gaps', () => {
  test('the staff, those of their members alone, by kind and page, with the counts of all kinds', async () => {
    const other = await harness.createTenant();
    const reader = await harness.createUser(other, { roles: ['support'] });
    const silent = await Promise.all([1, 2, 3].map(() => harness.createUser(other, { onboardedAt: new Date(longAgo) })));
    const low = await harness.createUser(other, { onboardedAt: new Date() });
    await sent(low, { battery: [[now() - 60, 9]] });
    await enrolled();
    await gaps.look();
    const all = (await get<List>('gaps', reader)).body;
    expect(all.kinds).toEqual([
      { kind: 'battery_low', gaps: 1 },
      { kind: 'never_synced', gaps: 3 },
    ]);
    expect([all.totalElements, all.content.length, all.page, all.per_page]).toEqual([4, 4, 0, 20]);
    const some = (await get<List>('gaps?kind=never_synced&per_page=2&page=1', reader)).body;
    expect([some.totalElements, some.content.length, some.kinds.length]).toEqual([3, 1, 2]);
    expect(silent.map(({ id }) => id)).toContain(some.content[0]?.userId);
    expect((await get<Own>(`users/${low.id}/gaps`, reader)).body.gaps).toEqual([
      { userId: low.id, kind: 'battery_low', metric: null, since: expect.any(Number), toldAt: expect.any(Number) },
    ]);
    expect((await get(`users/${low.id}/gaps`, nurse)).status).toBe(404);
    expect((await get('gaps', low)).status).toBe(403);
    expect((await get('gaps?kind=tired', reader)).status).toBe(400);
  });

  test('within a tenant that shows its staff their own members, those alone', async () => {
    const assigned: TestTenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const reader = await harness.createUser(assigned, { roles: ['nurse'] });
    await harness.createUser(assigned);
    await enrolled();
    await gaps.look();
    const { body } = await get<List>('gaps', reader);
    expect([body.content, body.totalElements, body.kinds]).toEqual([[], 0, []]);
  });
});

test('nobody of a public data set has gaps: there is no band that could be silent', async () => {
  const [member, imported] = [await watched({ onboardedAt: new Date(longAgo) }), await watched({ onboardedAt: new Date(longAgo) })];
  await harness.asOwner("update vigil.users set data_origin = 'public-dataset' where id = $1", [imported.id]);
  expect([await looked(member), await looked(imported)]).toEqual([['never_synced'], []]);
});
