import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberStatus } from '@vigil/domain/status/account-status';
import { readings, syncedUntilMs } from '@vigil/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#app';
import { useOwnHarness } from '#testing/harness.ts';
import { createBandClient } from './band-client.ts';
import { readStoredUntil } from './demo.store.ts';
import { ensureDevices } from './devices.ts';
import { createDemo, type Demo, type DemoTenant } from './index.ts';
import { createLiveSender } from './live.ts';
import { type DemoMember, membersOf, tenantId } from './people.ts';
import { publicDatasetUser } from './public-dataset/person.ts';

// It judges whoever is due, in every tenant.
const harness = await useOwnHarness({ env: { DEMO: '1' } });
const { clock, database, engine, log } = harness;
const code = `h${randomBytes(5).toString('hex')}`;
const home: DemoTenant = {
  code,
  displayName: 'Home',
  members: 18,
  historyDays: 6,
  stories: ['heart-failure', 'flat-battery', 'never-worn', 'diabetes'],
  staffFamilyNames: [],
};
const other: DemoTenant = { ...home, code: `${code}o`, displayName: 'Other', members: 2, stories: [] };
const epochMs = clock.now();
const members = membersOf(home, epochMs);
const told = (story: string): DemoMember => members.find(({ profile }) => profile.story === story) as DemoMember;

const dataDir = await mkdtemp(join(tmpdir(), 'vigil-demo-'));
const app = await createApp({ config: harness.config, stores: harness, log, clock, portal: false });
const url = await app.listen();
let accountsMade = 0;
/** What the console shows. */
const printed: string[] = [];

function newDemo(): Demo {
  return createDemo({
    ...app,
    database,
    clock,
    log,
    dataDir,
    tenants: [home, other],
    print: (line) => printed.push(line),
    identity: {
      accounts: {
        ...app.identity.accounts,
        create: (account) => {
          accountsMade += 1;
          return app.identity.accounts.create(account);
        },
      },
    },
  });
}

afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

async function storedTicks(userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await engine.query<{ user: string; n: number }>(
    'select toString(user_id) as user, toUInt32(count()) as n from vigil.ticks final where user_id in {userIds:Array(UUID)} group by user_id',
    { userIds },
  );
  return new Map(rows.map(({ user, n }) => [user, n]));
}

function madeTicks({ profile }: DemoMember, untilMs: number): number {
  return readings(profile, profile.fromMs, untilMs).series.reduce((sum, one) => sum + one.values.length, 0);
}

describe('a demonstration', () => {
  const demo = newDemo();
  beforeAll(() => demo.seedAccounts());

  it('has an account for each role in each tenant, one nurse of both, and an invitation', async () => {
    const roles = async (email: string) => {
      const account = await app.identity.accounts.findByEmail(email);
      if (!account?.userId) return account ? [] : null;
      const rows = await database.global((sql) =>
        sql.query<{ code: string; roles: string[] }>('select code, roles from vigil.memberships_of($1)', [account.userId]),
      );
      return rows.map((row) => `${row.code === code ? 'home' : 'other'}:${row.roles}`);
    };
    for (const [name, role] of Object.entries({
      admin: 'tenant_admin',
      md: 'md',
      nurse: 'nurse',
      coach: 'coach',
      specialist: 'specialist',
      support: 'support',
      observer: 'observer',
      member: 'patient',
    })) {
      expect(await roles(`${name}@${home.code}.example`)).toEqual([`home:${role}`]);
      expect(await roles(`${name}@${other.code}.example`)).toEqual([`other:${role}`]);
    }
    expect(await roles(`both@${code}.example`)).toEqual(['home:nurse', 'other:nurse']);
    expect(await roles(`system@${code}.example`)).toEqual(['home:system_admin']);
    expect(await roles(`new@${code}.example`)).toEqual([]);
    const open = await database.global((sql) => sql.query('select id from vigil.open_invitations_of($1, now())', [`new@${code}.example`]));
    expect(open).toHaveLength(1);
  });

  it('has care teams and assignments in each tenant, makes them once, and leaves what was changed', async () => {
    const held = async () =>
      Promise.all(
        [home, other].map(async (tenant) => {
          const [row] = await harness.asOwner<{ teams: number; assigned: number }>(
            `select (select count(*)::int from vigil.care_teams where tenant_id = $1) as teams,
               (select count(distinct patient_id)::int from vigil.care_relations where tenant_id = $1) as assigned`,
            [tenantId(tenant)],
          );
          return row;
        }),
      );
    const made = [
      { teams: 2, assigned: Math.ceil(home.members * 0.8) },
      { teams: 2, assigned: 2 },
    ];
    expect(await held()).toEqual(made);
    await harness.asOwner('delete from vigil.care_teams where tenant_id = $1', [tenantId(other)]);
    await newDemo().seedAccounts();
    expect(await held()).toEqual([made[0], { teams: 0, assigned: 2 }]);
  });

  it('calls its people synthetic, and has members of every status, each with the status its readings justify', async () => {
    const rows = await harness.asOwner<{
      id: string;
      data_origin: string;
      is_in_the_tenant: boolean;
      is_on_hold: boolean;
      created_at: Date;
      onboarded_at: Date | null;
      first_band_sync_at: Date | null;
    }>(
      `select * from vigil.users where tenant_id = $1 and id in (select user_id from vigil.demo_members where tenant_id = $1) and data_origin = 'synthetic'`,
      [tenantId(home)],
    );
    expect(rows).toHaveLength(home.members);
    const statuses = new Map(
      rows.map((row) => [
        row.id,
        memberStatus({
          isInTheTenant: row.is_in_the_tenant,
          isOnHold: row.is_on_hold,
          createdAt: row.created_at.getTime(),
          onboardedAt: row.onboarded_at?.getTime() ?? null,
          firstBandSyncAt: row.first_band_sync_at?.getTime() ?? null,
        }),
      ]),
    );
    expect(members.map(({ userId }) => statuses.get(userId))).toEqual(members.map(({ profile }) => profile.status));
    expect(new Set(statuses.values())).toEqual(new Set(['ACTIVE', 'CREATED', 'HOLDING', 'DISCHARGED']));
  });

  it('has somebody at each step of the way in, and one each who has left, made once and without bands', async () => {
    const held = () =>
      harness.asOwner<{ id: string; realm: string; status: string; step: string; has_band: boolean }>(
        `select u.id, case when 'patient' = any (u.roles) then 'member' else 'staff' end as realm, vigil.account_status_of(u) as status,
           case when i.used_at is not null then 'accepted' when i.opened_at is not null then 'opened' when i.sent_at is not null then 'sent'
             else 'not sent' end as step,
           exists (select from vigil.demo_members d where d.tenant_id = u.tenant_id and d.user_id = u.id) as has_band
         from vigil.users u join vigil.invitations i on i.tenant_id = u.tenant_id and i.user_id = u.id
         where u.tenant_id = $1 and u.data_origin = 'synthetic' order by realm, i.sent_at desc nulls first`,
        [tenantId(home)],
      );
    const made = await held();
    expect(made.map(({ realm, status, step, has_band }) => [realm, status, step, has_band])).toEqual([
      ['member', 'CREATED', 'opened', false],
      ['member', 'CREATED', 'sent', false],
      ['member', 'ACTIVE', 'accepted', false],
      ['member', 'REMOVED', 'accepted', false],
      ['staff', 'ACTIVE', 'not sent', false],
      ['staff', 'ACTIVE', 'sent', false],
      ['staff', 'ACTIVE', 'opened', false],
      ['staff', 'INACTIVE', 'accepted', false],
    ]);
    await harness.asOwner(`update vigil.users set removed_at = null where tenant_id = $1 and removed_at is not null`, [tenantId(home)]);
    await newDemo().seedAccounts();
    const again = await held();
    expect(again.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(again.filter(({ status }) => status === 'REMOVED')).toEqual([]);
  });

  it('keeps the secrets of its bands for itself, and makes them once', async () => {
    const file = join(dataDir, 'demo-devices.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file, 'utf8');
    expect(Object.keys(JSON.parse(before))).not.toContain(told('never-worn').userId);
    await newDemo().seedAccounts();
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('that starts again makes no account and changes no person', async () => {
    const people = () =>
      harness.asOwner('select * from vigil.users where tenant_id = any ($1::uuid[]) order by tenant_id, id', [
        [tenantId(home), tenantId(other)],
      ]);
    await harness.asOwner(`update vigil.users set is_on_hold = true where tenant_id = $1 and id = $2`, [
      tenantId(home),
      told('diabetes').userId,
    ]);
    const [before, made] = [await people(), accountsMade];
    clock.advance(60_000);
    await newDemo().seedAccounts();
    expect(await people()).toEqual(before);
    expect(accountsMade).toBe(made);
    await harness.asOwner(`update vigil.users set is_on_hold = false where tenant_id = $1 and id = $2`, [
      tenantId(home),
      told('diabetes').userId,
    ]);
  });

  it('that starts again lets in whom a visitor has shut out with a second factor', async () => {
    const account = await app.identity.accounts.findByEmail(`admin@${home.code}.example`);
    const held = () => harness.asOwner('select 1 from vigil.second_factors where account_id = $1', [account?.id]);
    await harness.asOwner(
      "insert into vigil.second_factors (account_id, sealed_secret, last_step, added_at) values ($1, 'sealed', 1, now())",
      [account?.id],
    );
    expect(await held()).toHaveLength(1);
    await newDemo().seedAccounts();
    expect(await held()).toEqual([]);
  });

  it('that starts again leaves out whom an erasure has erased, and nothing of theirs comes back', async () => {
    const { userId, email } = told('diabetes');
    const bands = () => harness.asOwner('select id from vigil.devices where user_id = $1', [userId]);
    const made = accountsMade;
    await harness.asOwner('delete from vigil.devices where user_id = $1', [userId]);
    await harness.asOwner('update vigil.users set erased_at = now(), email = null where id = $1', [userId]);
    await newDemo().seedAccounts();
    expect([await bands(), accountsMade]).toEqual([[], made]);
    await harness.asOwner('update vigil.users set erased_at = null, email = $2 where id = $1', [userId, email]);
    await newDemo().seedAccounts();
    expect(await bands()).toHaveLength(1);
  });

  it('that is stopped in the middle of its history goes on with it, and ends with every reading once', { timeout: 60_000 }, async () => {
    const first = newDemo();
    await first.seedAccounts();
    const stopping = new AbortController();
    const running = first.seedHistory(stopping.signal);
    while (first.progress().done < 3) await new Promise((resolve) => setImmediate(resolve));
    stopping.abort();
    await running;
    expect(first.progress().phase).toBe('stopped');
    expect(first.progress().done).toBeLessThan(home.members);
    expect(printed[0]).toMatch(/^Loading the demonstration’s data/);
    expect(printed.at(-1)).toMatch(/^Loading readings/);

    printed.length = 0;
    const going = demo.seedHistory();
    expect(app.setUp.isUnderWay(tenantId(home))).toBe(true);
    await going;
    expect(app.setUp.isUnderWay(tenantId(home))).toBe(false);
    expect(printed).toContainEqual(expect.stringMatching(/^Loading readings: \d+ of \d+ members$/));
    expect(printed.at(-1)).toMatch(/^The demonstration’s data is complete \(\d+ s\)\.$/);
    expect(demo.progress().phase).toBe('complete');
    const [counts, stored] = [await storedTicks(members.map(({ userId }) => userId)), await readStoredUntil(database, tenantId(home))];
    for (const member of members) {
      const until = stored.get(member.userId) ?? 0;
      expect([member.profile.key, counts.get(member.userId) ?? 0]).toEqual([member.profile.key, madeTicks(member, until)]);
      if (member.profile.toMs === null) expect(until).toBe(syncedUntilMs(member.profile, clock.now()));
    }
    expect(counts.get(told('heart-failure').userId)).toBeGreaterThan(10_000);
    expect(counts.has(told('never-worn').userId)).toBe(false);
  });

  it('has members who logged meals and doses by hand, once', async () => {
    const logged = () =>
      harness.asOwner<{ type: string; people: number; n: number }>(
        `select activity_type as type, count(distinct user_id)::int as people, count(*)::int as n from vigil.activities where tenant_id = $1 group by 1 order by 1`,
        [tenantId(home)],
      );
    const first = await logged();
    expect(first.map(({ type }) => type)).toEqual(expect.arrayContaining(['LOGGING_FOOD', 'LOGGING_MEDICATION', 'MOVE']));
    expect(first.find(({ type }) => type === 'LOGGING_FOOD')?.people).toBeGreaterThan(2);
    const again = newDemo();
    await again.seedAccounts();
    await again.seedHistory();
    expect(await logged()).toEqual(first);
  });

  it('has two programs, labelled synthetic, and members on their way through them, once', async () => {
    const given = () =>
      harness.asOwner<{ title: string; members: number; delivered: number; done: number; coming: number }>(
        `select v.title, count(distinct i.user_id)::int as members, count(i.delivered_at)::int as delivered,
           (count(*) filter (where i.status in ('read', 'rated')))::int as done, (count(*) filter (where i.status = 'created'))::int as coming
         from vigil.program_items i
         join vigil.program_modules m on m.id = i.module_id
         join vigil.program_versions v on v.program_id = m.program_id and v.version = m.version
         where i.tenant_id = $1 group by 1 order by 1`,
        [tenantId(home)],
      );
    const first = await given();
    expect(first.map(({ title }) => title)).toEqual([expect.stringContaining('synthetic'), expect.stringContaining('synthetic')]);
    for (const { members: people, delivered, done, coming } of first)
      for (const some of [people, delivered, done, coming]) expect(some).toBeGreaterThan(0);
    const again = newDemo();
    await again.seedAccounts();
    await again.seedHistory();
    expect(await given()).toEqual(first);
  });

  it('holds one person of a published data set, with the true dates and nothing made up', async () => {
    const [row] = await engine.query<{ n: number; first: string; last: string; sources: string[]; beats: number }>(
      `select toUInt32(count()) as n, toString(min(ts)) as first, toString(max(ts)) as last, groupUniqArray(toString(source)) as sources, toUInt32(countIf(metric = 'heart_rate')) as beats
       from vigil.ticks final where tenant_id = {tenant:UUID} and user_id = {user:UUID}`,
      { tenant: tenantId(home), user: publicDatasetUser.id },
    );
    expect(row).toEqual({
      n: 89_902,
      first: '2016-04-01 00:00:00.000',
      last: '2016-05-12 16:20:00.000',
      sources: ['imported'],
      beats: 36_382,
    });
    const [user] = await harness.asOwner<{ data_attribution: string }>(
      'select data_attribution from vigil.users where id = $1 and tenant_id = $2',
      [publicDatasetUser.id, tenantId(home)],
    );
    expect(user?.data_attribution).toContain('CC0');
  });

  it('that has all of its history stores nothing again', async () => {
    const again = newDemo();
    await again.seedAccounts();
    await again.seedHistory();
    expect(again.progress()).toEqual({ members: 0, done: 0, ticks: 0, phase: 'complete' });
  });

  it('makes good what a pause has left out', async () => {
    clock.advance(7 * 3_600_000);
    const again = newDemo();
    await again.seedAccounts();
    await again.seedHistory();
    expect(again.progress().done).toBeGreaterThan(8);
    const member = told('heart-failure');
    const stored = (await readStoredUntil(database, tenantId(home))).get(member.userId) ?? 0;
    expect(stored).toBe(syncedUntilMs(member.profile, clock.now()));
    expect((await storedTicks([member.userId])).get(member.userId)).toBe(madeTicks(member, stored));
  });
});

describe('live bands', () => {
  async function liveSender(create = app.devices.create) {
    const secrets = await ensureDevices(
      { database, dataDir, devices: { create } },
      members.filter(({ profile }) => profile.status !== 'CREATED'),
    );
    const client = createBandClient({ url, now: clock.now, signal: new AbortController().signal });
    return { secrets, sender: await createLiveSender({ database, clock, log, client, members, secrets, ticksWriter: app.ticksWriter }) };
  }
  it('send with their own credentials what they record, so that the store holds what a history would', async () => {
    const { sender, secrets } = await liveSender();
    for (let minutes = 0; minutes < 3; minutes++) {
      clock.advance(60_000);
      await sender.sync();
    }
    await sender.save();
    const counts = await storedTicks(members.map(({ userId }) => userId));
    const stored = await readStoredUntil(database, tenantId(home));
    for (const member of members)
      expect([member.profile.key, counts.get(member.userId) ?? 0]).toEqual([
        member.profile.key,
        madeTicks(member, stored.get(member.userId) ?? 0),
      ]);

    const band = told('heart-failure');
    expect(stored.get(band.userId)).toBe(syncedUntilMs(band.profile, clock.now()));
    const [newest] = await engine.query<{ device: string; minute: number }>(
      `select device_id as device, toUnixTimestamp64Milli(ts) as minute from vigil.ticks final
       where tenant_id = {tenant:UUID} and user_id = {user:UUID} and source = 'device' order by ts desc limit 1`,
      { tenant: tenantId(home), user: band.userId },
    );
    expect(newest?.device).toBe(secrets.get(band.userId)?.deviceId);
    expect(clock.now() - Number(newest?.minute)).toBeLessThan(3_600_000);
  });

  it('that are flat count as silent since their last reading, although their history came in just now', async () => {
    const { sender } = await liveSender();
    await app.ticksWriter.rollupsSettled();
    await sender.save();
    const syncs = await harness.asOwner<{ user_id: string; last_received_at: Date }>(
      'select user_id, last_received_at from vigil.band_syncs where tenant_id = $1',
      [tenantId(home)],
    );
    const daysAgo = (member: DemoMember) =>
      (clock.now() - (syncs.find((sync) => sync.user_id === member.userId)?.last_received_at.getTime() ?? 0)) / 86_400_000;
    expect(daysAgo(told('flat-battery'))).toBeGreaterThan(2);
    expect(daysAgo(told('flat-battery'))).toBeLessThan(4.5);
    expect(daysAgo(told('heart-failure'))).toBeLessThan(0.05);
  });

  it('that have been revoked fall silent, and the others go on', async () => {
    const { sender, secrets } = await liveSender();
    const revoked = told('heart-failure');
    // One band may lie on its charger just now; not all of them do.
    const others = members.filter((member) => member !== revoked).map(({ userId }) => userId);
    const total = async () => [...(await storedTicks(others)).values()].reduce((sum, n) => sum + n, 0);
    await app.devices.revoke(tenantId(home), revoked.userId, secrets.get(revoked.userId)?.deviceId ?? '');
    const before = { revoked: await storedTicks([revoked.userId]), others: await total() };
    clock.advance(120_000);
    await sender.sync();
    clock.advance(10_000);
    await sender.sync();
    await sender.sync();
    expect(await storedTicks([revoked.userId])).toEqual(before.revoked);
    expect(await total()).toBeGreaterThan(before.others);
    const again = await liveSender(() => Promise.reject(new Error('no new credentials for a revoked band')));
    expect(again.secrets.get(revoked.userId)).toEqual(secrets.get(revoked.userId));
  });

  it('send together, so that the store takes what a minute brought in a few groups', async () => {
    const underWay: (() => void)[] = [];
    let calls = 0;
    const client = {
      send: async () => {
        calls += 1;
        if (calls > 1) await new Promise<void>((resolve) => underWay.push(resolve));
        return { kind: 'stored' as const };
      },
    };
    const secrets = new Map(members.map(({ userId }) => [userId, { deviceId: 'band', secret: 'secret' }]));
    const sender = await createLiveSender({ database, clock, log, client, members, secrets, ticksWriter: app.ticksWriter });
    // Within an hour every band that is worn has something to send, whichever members were drawn.
    clock.advance(3_600_000);
    const synced = sender.sync();
    // Each waits for its answer, and the others are on their way all the same: nobody sends only after one was answered.
    await expect.poll(() => underWay.length).toBeGreaterThan(1);
    const together = underWay.length;
    for (const end of underWay.splice(0)) end();
    await synced;
    expect(calls).toBe(together + 1);
  });

  it('wait as long as the server asks them to, and lose nothing', async () => {
    let calls = 0;
    const secrets = new Map(members.map(({ userId }) => [userId, { deviceId: 'band', secret: 'secret' }]));
    const client = {
      send: async () => {
        calls += 1;
        return { kind: 'later' as const, waitMs: 30_000 };
      },
    };
    const sender = await createLiveSender({ database, clock, log, client, members, secrets, ticksWriter: app.ticksWriter });
    const before = await readStoredUntil(database, tenantId(home));
    clock.advance(60_000);
    await sender.sync();
    expect(calls).toBe(1);
    clock.advance(30_000);
    await sender.sync();
    expect(calls).toBe(2);
    await sender.save();
    // Only a band that had nothing to send has moved on.
    const after = await readStoredUntil(database, tenantId(home));
    for (const member of members)
      expect(madeTicks(member, after.get(member.userId) ?? 0)).toBe(madeTicks(member, before.get(member.userId) ?? 0));
  });
});
