import { memberSince, memberStatus } from '@vigil/domain/status/account-status';
import { describe, expect, it } from 'vitest';
import { createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { listMembersPage } from './list-members.ts';

const harness = await useHarness();
type Question = Parameters<typeof listMembersPage>[1];

const asked = Date.parse('2026-03-02T12:00:00Z') / 1000;
const ask = (tenantId: string, overrides: Partial<Question> = {}, few?: number) =>
  listMembersPage(
    harness.database,
    {
      tenantId,
      scope: 'tenant',
      facts: ['heart_rate', 'spo2'],
      page: 0,
      size: 20,
      sortingField: 'lastName',
      sortOrder: 'ASC',
      ...overrides,
    },
    asked,
    few,
  );
const names = async (tenantId: string, overrides: Partial<Question> = {}) =>
  (await ask(tenantId, overrides)).content.map((member) => member.data.lastName);
const setLatest = (
  member: { id: string; tenantId: string },
  metric: string,
  value: number,
  at = '2026-03-02T10:00:00Z',
  source = 'device',
) =>
  harness.asOwner('insert into vigil.latest_ticks values ($1, $2, $3, $4, $5, $6, $4)', [
    member.tenantId,
    member.id,
    metric,
    at,
    value,
    source,
  ]);
const setSync = (member: { id: string; tenantId: string }, at: string) =>
  harness.asOwner('insert into vigil.band_syncs values ($1, $2, $3, $3)', [member.tenantId, member.id, at]);

describe('account status in SQL is the domain’s', async () => {
  const tenant = await harness.createTenant();
  const created = new Date('2026-02-01T00:00:00Z');
  const times = [null, new Date('2026-01-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')];
  const combinations = [true, false, null].flatMap((isInTheTenant) =>
    [true, false].flatMap((isOnHold) =>
      times.flatMap((onboardedAt) => times.map((firstBandSyncAt) => ({ isInTheTenant, isOnHold, onboardedAt, firstBandSyncAt }))),
    ),
  );
  for (const combination of combinations) {
    const member = await harness.createUser(tenant, combination);
    await harness.asOwner('update vigil.users set created_at = $2, first_band_sync_at = $3 where id = $1', [
      member.id,
      created,
      combination.firstBandSyncAt,
    ]);
    Object.assign(combination, { id: member.id });
  }
  const found = new Map((await ask(tenant.id, { size: 100 })).content.map((member) => [member.user_id, member]));

  it.each(combinations)('in tenant $isInTheTenant, on hold $isOnHold, onboarded $onboardedAt, synced $firstBandSyncAt', (combination) => {
    const row = found.get((combination as unknown as { id: string }).id);
    const membership = {
      ...combination,
      createdAt: created.getTime(),
      onboardedAt: combination.onboardedAt?.getTime() ?? null,
      firstBandSyncAt: combination.firstBandSyncAt?.getTime() ?? null,
    };
    expect([row?.accountStatus, row?.memberSince]).toEqual([memberStatus(membership), memberSince(membership)]);
  });

  it.each(['ACTIVE', 'CREATED', 'HOLDING', 'DISCHARGED'] as const)('the filter %s finds exactly those', async (status) => {
    const expected = [...found.values()].filter((member) => member.accountStatus === status);
    const page = await ask(tenant.id, { userStatus: [status], size: 100 });
    expect(page.totalElements).toBe(expected.length);
    expect(page.content.map((member) => member.user_id).sort()).toEqual(expected.map((member) => member.user_id).sort());
    expect(expected.length).toBeGreaterThan(0);
  });
});

describe('a page of members', async () => {
  const tenant = await harness.createTenant();
  const member = (familyName: string, overrides: object = {}) => harness.createUser(tenant, { familyName, givenName: 'Ann', ...overrides });
  const adams = await member('Adams', { email: 'first_person@test.example', onboardedAt: new Date('2026-01-01') });
  const baker = await member('Baker', { isOnHold: true });
  const clark = await member('clark', { givenName: 'Zoe' });
  const davis = await member('Davis', { timeZone: null });
  await harness.createUser(tenant, { familyName: 'Staff', roles: ['nurse'] });
  const other = await harness.createTenant();
  await harness.createUser(other, { familyName: 'Foreign' });
  await harness.asOwner('update vigil.users set birth_date = $2, mrn = $3 where id = $1', [adams.id, '1950-05-06', 'A-100%']);
  await harness.asOwner('update vigil.users set birth_date = $2 where id = $1', [clark.id, '1990-01-01']);
  for (const [who, value] of [
    [adams, 90],
    [clark, 60],
    [davis, 75],
  ] as const)
    await setLatest(who, 'heart_rate', value);
  await setLatest(adams, 'band_removed', 2, '2026-03-02T09:00:00Z');
  await setLatest(clark, 'spo2', 99, '2026-03-01T11:59:00Z');
  await setLatest(davis, 'spo2', 97);
  await setLatest(adams, 'battery', 55);
  await setLatest(clark, 'weight', 70);
  await setSync(baker, '2026-03-02T12:00:00Z');
  await setSync(clark, '2026-03-01T12:00:00Z');

  it.each<[string, Partial<Question>, string[]]>([
    ['by name', {}, ['Adams', 'Baker', 'clark', 'Davis']],
    ['by name backwards', { sortOrder: 'DESC' }, ['Davis', 'clark', 'Baker', 'Adams']],
    ['by age, unknown last', { sortingField: 'age' }, ['clark', 'Adams', 'Baker', 'Davis']],
    ['by age backwards, unknown last', { sortingField: 'age', sortOrder: 'DESC' }, ['Adams', 'clark', 'Baker', 'Davis']],
    ['by last sync, never last', { sortingField: 'lastSync' }, ['clark', 'Baker', 'Adams', 'Davis']],
    ['by last sync backwards, never last', { sortingField: 'lastSync', sortOrder: 'DESC' }, ['Baker', 'clark', 'Adams', 'Davis']],
    ['by status', { sortingField: 'status' }, ['Adams', 'clark', 'Davis', 'Baker']],
    ['by heart rate, none last', { sortingField: 'heart_rate' }, ['clark', 'Davis', 'Adams', 'Baker']],
    ['by heart rate backwards, none last', { sortingField: 'heart_rate', sortOrder: 'DESC' }, ['Adams', 'Davis', 'clark', 'Baker']],
    ['by oxygen, one that is old after all of now', { sortingField: 'spo2' }, ['Davis', 'clark', 'Adams', 'Baker']],
    [
      'by oxygen backwards, the old one after them still',
      { sortingField: 'spo2', sortOrder: 'DESC' },
      ['Davis', 'clark', 'Adams', 'Baker'],
    ],
    ['by weight, none last', { sortingField: 'weight' }, ['clark', 'Adams', 'Baker', 'Davis']],
  ])('is sorted %s', async (_, overrides, expected) => expect(await names(tenant.id, overrides)).toEqual(expected));

  it.each<[string, string, string[]]>([
    ['part of a family name', 'AK', ['Baker']],
    ['given name then family name', 'zoe cl', ['clark']],
    ['family name then given name', 'clark zoe', ['clark']],
    ['part of an e-mail address', 'first_person@', ['Adams']],
    ['a record number', 'a-100', ['Adams']],
    ['a percent sign means itself', '100%', ['Adams']],
    ['an underscore means itself', 'irst_p', ['Adams']],
    ['a backslash means itself', 'ann\\', []],
    ['nothing but spaces is everyone', '  ', ['Adams', 'Baker', 'clark', 'Davis']],
    ['no such person', 'quentin', []],
  ])('finds by %s', async (_, partOfName, expected) => expect(await names(tenant.id, { partOfName })).toEqual(expected));

  it('says how many match in all, also beyond the last page', async () => {
    expect(await ask(tenant.id, { size: 20, page: 5 })).toEqual({ content: [], totalElements: 4 });
    expect((await ask(tenant.id, { partOfName: 'ann' })).totalElements).toBe(3);
  });

  it('cuts pages without leaving anyone out or showing anyone twice', async () => {
    const pages = await Promise.all([0, 1, 2].map((page) => names(tenant.id, { sortingField: 'weight', size: 2 as never, page })));
    expect(pages.flat().sort()).toEqual(['Adams', 'Baker', 'Davis', 'clark']);
  });

  it('shows only the members in scope', async () => {
    expect(await ask(tenant.id, { scope: [baker.id, davis.id] })).toMatchObject({ totalElements: 2 });
    expect(await ask(tenant.id, { scope: [] })).toEqual({ content: [], totalElements: 0 });
  });

  it('has the latest values with time and source, the band’s state and battery; what is not known is absent or unknown', async () => {
    const [first, second] = (await ask(tenant.id)).content;
    expect(first).toMatchObject({
      latest: { heart_rate: { value: 90, timestamp: Date.parse('2026-03-02T10:00:00Z') / 1000, source: 'device' } },
      band: { status: 'charging', since: Date.parse('2026-03-02T09:00:00Z') / 1000, lastSync: null, battery: 55 },
      accountStatus: 'ACTIVE',
    });
    expect(Object.keys(first?.latest ?? {})).toEqual(['heart_rate']);
    expect(second).toMatchObject({
      latest: {},
      band: { status: 'unknown', since: null, lastSync: Date.parse('2026-03-02T12:00:00Z') / 1000 },
    });
  });

  it('shows the last good weight, not the doubtful one after it, and the steps of the day, not of the last minute', async () => {
    const own = await harness.createTenant();
    const member = await harness.createUser(own, { timeZone: 'UTC' });
    const at = Date.parse('2026-03-02T10:00:00Z') / 1000;
    const writer = createTickWriter(harness);
    await writer.append(tickBatch(member, { weight: [[at, 80]], weight_conf: [[at, 95]], steps: [[at, 700]] }));
    await writer.append(tickBatch(member, { weight: [[at + 60, 12]], weight_conf: [[at + 60, 30]], steps: [[at + 60, 4]] }));
    await writer.rollupsSettled();
    await writer.stop();
    expect((await ask(own.id, { facts: ['weight', 'steps'] })).content[0]?.latest).toEqual({
      weight: { value: 80, timestamp: at, source: 'device' },
      steps: { value: 704, timestamp: at + 60, source: 'device' },
    });
  });

  it('gives the default zone to whoever has none', async () => {
    expect((await ask(tenant.id)).content[3]?.data.timezone).toBe('America/Los_Angeles');
  });
});

describe('pages', () => {
  it.each([
    { sortingField: 'heart_rate', sortOrder: 'DESC' },
    { sortingField: 'heart_rate', sortOrder: 'ASC' },
    { sortingField: 'lastSync', sortOrder: 'DESC' },
    { sortingField: 'lastSync', sortOrder: 'ASC' },
    { sortingField: 'lastName', sortOrder: 'DESC' },
    { sortingField: 'age', sortOrder: 'DESC' },
    { sortingField: 'bmi', sortOrder: 'ASC' },
    { sortingField: 'status', sortOrder: 'ASC' },
  ] as const)('of any size make up the whole list by $sortingField $sortOrder: nobody twice, nobody left out', async (order) => {
    const tenant = await harness.createTenant();
    for (let n = 0; n < 11; n += 1) {
      const member = await harness.createUser(tenant, { familyName: `Member ${n % 4}` });
      await harness.asOwner('update vigil.users set birth_date = $2, height_m = $3 where id = $1', [
        member.id,
        n % 4 === 3 ? null : `${1970 + (n % 5)}-03-02`,
        n % 3 === 2 ? null : 1.7,
      ]);
      if (n % 2 === 0) await setLatest(member, 'weight', 60 + (n % 3));
      // Two of each value; some of now, some of long ago, some without any.
      if (n % 3 < 2) await setLatest(member, 'heart_rate', 60 + (n >> 1), n % 3 === 0 ? undefined : '2026-01-01T10:00:00Z');
      if (n % 2 === 0) await setSync(member, `2026-03-02T1${n % 3}:00:00Z`);
    }
    const left = await harness.createUser(tenant, { familyName: 'Left' });
    await harness.asOwner('update vigil.users set removed_at = created_at where id = $1', [left.id]);
    const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
    // Erased, while the record is kept.
    const erased = await harness.createUser(tenant, { familyName: 'Erased' });
    await harness.asOwner('update vigil.users set erased_at = created_at where id = $1', [erased.id]);
    for (const one of [left, nurse, erased]) {
      await setLatest(one, 'heart_rate', 61);
      await setSync(one, '2026-03-02T11:00:00Z');
    }
    const whole = (await ask(tenant.id, order)).content.map((member) => member.user_id);
    expect(new Set(whole).size).toBe(11);
    for (const size of [1, 2, 3, 5, 11]) {
      const pages: string[] = [];
      // Of far fewer members than a page behind them takes the other way to it.
      const far: string[] = [];
      for (let page = 0; page * size < 11; page += 1) {
        for (const [few, found] of [
          [undefined, pages],
          [0, far],
        ] as const) {
          const { content, totalElements } = await ask(tenant.id, { ...order, page, size }, few);
          expect(totalElements).toBe(11);
          found.push(...content.map((member) => member.user_id));
        }
      }
      expect([pages, far]).toEqual([whole, whole]);
    }
    // Whoever has left is on no page, nor are those who look after members.
    expect([left.id, nurse.id, erased.id].filter((id) => whole.includes(id))).toEqual([]);
    expect((await ask(tenant.id, { ...order, page: 3, size: 5 })).content).toEqual([]);
  });

  it.each<[string, Partial<Question>, number]>([
    ['by one value', { filters: ['heart_rate:60..70'] }, 2],
    ['by several', { filters: ['heart_rate:60..80', 'weight:70..'] }, 1],
    ['by a state of the band', { filters: ['band_status:wearing'] }, 1],
    ['by one value, or none', { filters: ['heart_rate:60..70|none'] }, 4],
    ['by an assignment', { assignmentType: 'DIRECT_ASSIGNMENT' }, 2],
    ['by an assignment and a value', { assignmentType: 'DIRECT_ASSIGNMENT', filters: ['heart_rate:60..80'] }, 1],
    ['by a value and a status that nobody has', { filters: ['heart_rate:60..80'], userStatus: [] }, 0],
  ])('narrowed %s, says how many those are that it lists', async (_, narrowed, expected) => {
    const tenant = await harness.createTenant();
    const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
    const person = (familyName: string) => harness.createUser(tenant, { familyName });
    const [low, high, old] = [await person('Low'), await person('High'), await person('Old')];
    const [none, left, erased] = [await person('None'), await person('Left'), await person('Erased')];
    for (const one of [low, left, erased, nurse]) await setLatest(one, 'heart_rate', 62);
    await setLatest(high, 'heart_rate', 70);
    await setLatest(high, 'weight', 90);
    await setLatest(low, 'band_removed', 0);
    await setLatest(old, 'heart_rate', 62, '2026-01-01T10:00:00Z');
    await setLatest(left, 'band_removed', 0);
    for (const one of [low, none, left, erased])
      await harness.asOwner(
        `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
         values ($1, $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', now())`,
        [tenant.id, one.id, nurse.id],
      );
    await harness.asOwner('update vigil.users set removed_at = created_at where id = $1', [left.id]);
    await harness.asOwner('update vigil.users set erased_at = created_at where id = $1', [erased.id]);
    for (const sortingField of ['lastName', 'heart_rate', 'age'] as const)
      for (const few of [undefined, 0]) {
        const { content, totalElements } = await ask(tenant.id, { ...narrowed, sortingField, size: 50 }, few);
        expect([sortingField, totalElements, content.length]).toEqual([sortingField, expected, expected]);
      }
  });

  it.each(['heart_rate', 'lastSync', 'lastName'] as const)(
    'by %s: the first reads some rows more than it shows, of however many',
    async (sortingField) => {
      const tenant = await harness.createTenant();
      await harness.asOwner(
        `insert into vigil.users (tenant_id, roles, given_name, family_name)
       select $1, '{patient}', 'Given', md5(n::text) from generate_series(1, 3000) n`,
        [tenant.id],
      );
      await harness.asOwner(
        `insert into vigil.latest_ticks select tenant_id, id, 'heart_rate', '2026-03-02T10:00:00Z', 40 + random() * 99, 'device', '2026-03-02T10:00:00Z'
       from vigil.users where tenant_id = $1`,
        [tenant.id],
      );
      await harness.asOwner(
        "insert into vigil.band_syncs select tenant_id, id, created_at, created_at + random() * interval '1 day' from vigil.users where tenant_id = $1",
        [tenant.id],
      );
      for (const table of ['users', 'latest_ticks', 'band_syncs']) await harness.asOwner(`analyze vigil.${table}`);
      const plans: string[] = [];
      const tenantOf: typeof harness.database.tenant = (id, work) =>
        harness.database.tenant(id, (sql) =>
          work({
            afterCommit: sql.afterCommit,
            async query(text, values) {
              if (typeof text === 'string' && text.startsWith('select u.id'))
                for (const row of await sql.query<{ queryPlan: unknown }>(`explain (analyze, format json) ${text}`, values))
                  plans.push(JSON.stringify(Object.values(row)));
              return sql.query(text, values);
            },
          }),
        );
      const question: Omit<Question, 'sortingField'> = {
        tenantId: tenant.id,
        scope: 'tenant',
        facts: ['heart_rate'],
        page: 0,
        size: 20,
        sortOrder: 'DESC',
      };
      const { content } = await listMembersPage({ ...harness.database, tenant: tenantOf }, { ...question, sortingField }, asked);
      expect(content).toHaveLength(20);
      const rows = plans.flatMap((plan) => [...plan.matchAll(/"Actual Rows":(\d+)/g)].map(([, n]) => Number(n)));
      expect(rows.length).toBeGreaterThan(0);
      expect(Math.max(...rows)).toBeLessThan(200);
    },
  );
});
