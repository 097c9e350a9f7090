import { randomUUID } from 'node:crypto';
import { mostOwnCohorts, totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { describe, expect, test } from 'vitest';
import { besides } from '#platform/postgres/database.ts';
import { errorOf, type TestCohort, useCohorts } from './testing/cohorts-server.ts';

const { harness, modules, call, member, cohort } = await useCohorts();
const tenant = await harness.createTenant();
const staff = (role: 'nurse' | 'md' | 'tenant_admin' | 'observer' | 'coach') =>
  harness.createUser(tenant, { roles: [role], familyName: role });
const [nurse, md, admin, observer] = [await staff('nurse'), await staff('md'), await staff('tenant_admin'), await staff('observer')];
const heavy = await member(tenant, { familyName: 'Heavy', readings: { weight: 110, spo2: 93 } });
await member(tenant, { familyName: 'Light', readings: { weight: 60, spo2: 97 } });
await member(tenant, { familyName: 'Silent' });
await member(tenant, { familyName: 'Gone', isInTheTenant: false, readings: { weight: 130 } });

const path = '/factuary/api/v2/cohorts';
const post = (body: object, by = nurse) => call('POST', path, by, body);
async function make(over: object = {}, by = nurse) {
  const { status, body } = await post(cohort(over), by);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}
const titles = async (by: { id: string }) => {
  const { body } = await call('GET', path, by);
  return (body as unknown as TestCohort[]).map((one) => one.cohort.title);
};
const namesIn = async (query: string, by: { id: string } = nurse) => {
  const { status, body } = await call('GET', `/events-processor/api/v1/user_facts?${query}`, by);
  return status === 200 ? body.content.map((row) => row.data?.lastName) : [status, errorOf(body)];
};

describe('keeping cohorts', () => {
  test('a cohort is answered as it was sent, with who made it and what it is called by the catalogue', async () => {
    const { cohort: kept, meta } = await make({
      title: '  Over 100 kg ',
      display_facts: [{ base: 'x', name: 'weight', display_name: 'My words' }],
      filters: { userStatus: ['ACTIVE', 'CREATED'] },
    });
    expect(kept).toEqual({
      ...{ id: kept.id, tenant_id: tenant.id, title: 'Over 100 kg', description: '', status: 'live', type: 'custom', isDraft: false },
      json_conditions: [{ fact: 'weight', gte: 100 }],
      display_facts: [{ base: 'weight', name: 'weight', display_name: 'Weight' }],
      filters: { userStatus: ['ACTIVE', 'CREATED'] },
    });
    expect(meta).toMatchObject({ version: 1, can_change: true, created_by: { id: nurse.id, name: 'Test nurse' } });
    const { body } = await call('GET', `${path}/${kept.id}/`, nurse);
    expect(body).toMatchObject({ cohort: kept, meta: { used_in: [] } });
  });

  test('sent again it is made once, also at the same time; a change is made once', async () => {
    const sent = cohort({ id: randomUUID(), title: 'Once' });
    const answers = await Promise.all([post(sent), post(sent), post(sent)]);
    expect(answers.map(({ status, body }) => [status, body.meta.version])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
    const change = { ...sent, title: 'Once and changed', version: 1 };
    expect((await post(change)).body.meta.version).toBe(2);
    expect((await post(change)).body.meta.version).toBe(2);
    expect((await titles(nurse)).filter((title) => title.startsWith('Once'))).toEqual(['Once and changed']);
  });

  test('of two changes of one version the second is told so, and nothing of it is stored', async () => {
    const { cohort: kept } = await make({ title: 'Edited', type: 'shared' }, md);
    expect((await post({ ...cohort({ type: 'shared' }), id: kept.id, version: 1, title: 'First' }, md)).status).toBe(200);
    const second = await post({ ...cohort({ type: 'shared' }), id: kept.id, version: 1, title: 'Second' }, admin);
    expect([second.status, errorOf(second.body)]).toEqual([409, ['conflict', 'version']]);
    expect(JSON.stringify(second.body)).toContain('you have version 1, and it is at 2');
    expect((await call('GET', `${path}/${kept.id}`, admin)).body).toMatchObject({ cohort: { title: 'First' }, meta: { version: 2 } });
  });

  test.each<[string, object, string]>([
    ['no title', { title: ' ' }, 'title'],
    ['half a character', { title: 'a\ud83d' }, 'title'],
    ['a fact that there is not', { json_conditions: [{ fact: 'mood', gte: 1 }] }, 'json_conditions.0.fact'],
    ['beyond the range, in a group', { json_conditions: [{ any: [{ fact: 'spo2', lte: 94 }] }] }, 'json_conditions.0.any.0.lte'],
    ['a group within a group', { json_conditions: [{ any: [{ any: [] }] }] }, 'json_conditions.0'],
    ['no condition at all', { json_conditions: [] }, 'json_conditions'],
    ['a column that there is not', { display_facts: [{ name: 'mood' }] }, 'display_facts.0.name'],
    ['a status of nobody under care', { filters: { userStatus: ['DISCHARGED'] } }, 'filters.userStatus.0'],
    ['another type', { type: 'public' }, 'type'],
  ])('%s is refused by its field', async (_case, over, field) => {
    const { status, body } = await post(cohort(over));
    expect([status, errorOf(body)]).toEqual([400, ['invalid_input', field]]);
  });

  test('a draft may lack its title and the ends of its conditions, and is nobody’s cohort', async () => {
    const { cohort: draft } = await make({ title: '', isDraft: true, json_conditions: [{ fact: 'weight' }, { any: [] }] });
    expect(await namesIn(`cohort=${draft.id}`)).toEqual([409, ['conflict', undefined]]);
    expect((await call('GET', `${path}/${draft.id}/members`, nurse)).status).toBe(409);
  });

  test('one has at most so many of one’s own', async () => {
    const coach = await staff('coach');
    await harness.asOwner(
      `insert into vigil.cohorts (tenant_id, id, type, title, description, conditions, filters, display_facts, is_draft, created_by, created_at, changed_by, changed_at)
       select $1, gen_random_uuid(), 'custom', 'Cohort ' || n, '', '[]', '{}', '{}', true, $2, now(), $2, now() from generate_series(1, $3) n`,
      [tenant.id, coach.id, mostOwnCohorts],
    );
    expect(errorOf((await post(cohort(), coach)).body)).toEqual(['conflict', undefined]);
  });
});

describe('the Total Population', () => {
  test('is everybody under care, first of every list, and can be neither changed nor deleted', async () => {
    const { body } = await call('GET', path, nurse);
    expect((body as unknown as TestCohort[])[0]).toMatchObject({
      cohort: { id: totalPopulation.id, title: 'Total Population', json_conditions: [] },
      meta: { count: 3, unknown: 0, can_change: false },
    });
    expect(await namesIn(`cohort=${totalPopulation.id}`)).toEqual(['Heavy', 'Light', 'Silent']);
    expect((await post(cohort({ id: totalPopulation.id, version: 1 }))).status).toBe(409);
    expect((await post(cohort({ id: totalPopulation.id, version: 1, type: 'shared' }), admin)).status).toBe(409);
    expect((await call('DELETE', `${path}/${totalPopulation.id}`, admin)).status).toBe(409);
    expect((await modules.cohorts.membersOf(tenant.id, totalPopulation.id)).length).toBe(3);
  });
});

describe('deleting', () => {
  test('takes a cohort out of every list; whoever asks for it afterwards is told', async () => {
    const { cohort: kept } = await make({ title: 'To be deleted' });
    expect((await call('DELETE', `${path}/${kept.id}`, nurse)).body).toEqual({ id: kept.id, title: 'To be deleted' });
    expect(await titles(nurse)).not.toContain('To be deleted');
    expect(await namesIn(`cohort=${kept.id}`)).toEqual([404, ['not_found', undefined]]);
    expect((await call('DELETE', `${path}/${kept.id}`, nurse)).status).toBe(404);
    expect((await post(cohort({ id: kept.id }))).status).toBe(404);
  });

  test('one in use says where, and stays', async () => {
    const { cohort: used } = await make({ title: 'Used' });
    modules.cohorts.registerPlaces(async (_sql, _tenant, id) => (id === used.id ? ['Rule “Low SpO2” (live)', 'Program “Sleep”'] : []));
    const refused = await call('DELETE', `${path}/${used.id}`, nurse);
    expect([refused.status, refused.body.error?.fields?.map(({ message }) => message)]).toEqual([
      409,
      ['Rule “Low SpO2” (live)', 'Program “Sleep”'],
    ]);
    expect((await call('GET', `${path}/${used.id}`, nurse)).body).toMatchObject({
      meta: { used_in: ['Rule “Low SpO2” (live)', 'Program “Sleep”'] },
    });
  });

  test('waits for whoever begins to use the cohort at that moment', async () => {
    const { cohort: kept } = await make({ title: 'Held' });
    const using: string[] = [];
    modules.cohorts.registerPlaces(async (_sql, _tenant, id) => (using.includes(id) ? ['Program “Just begun”'] : []));
    const deleted = await harness.database.tenant(tenant.id, async (sql) => {
      expect(await modules.cohorts.hold(sql, tenant.id, kept.id)).toBe(true);
      const removal = besides(() => call('DELETE', `${path}/${kept.id}`, nurse));
      using.push(kept.id);
      return { removal };
    });
    expect((await deleted.removal).status).toBe(409);
    expect(await harness.database.tenant(tenant.id, (sql) => modules.cohorts.hold(sql, tenant.id, randomUUID()))).toBe(false);
  });
});

describe('who may', () => {
  test('custom cohorts are their maker’s alone; shared ones are made by administrators and providers and read by all of the staff', async () => {
    const { cohort: own } = await make({ title: 'Own' });
    const { cohort: shared } = await make({ title: 'Shared', type: 'shared' }, admin);
    const { cohort: draft } = await make({ title: 'Shared draft', type: 'shared', isDraft: true }, md);
    for (const person of [md, admin, observer]) {
      expect((await call('GET', `${path}/${own.id}`, person)).status).toBe(404);
      expect((await call('GET', `${path}/${shared.id}`, person)).status).toBe(200);
    }
    expect((await call('GET', `${path}/${draft.id}`, admin)).status).toBe(200);
    expect((await call('GET', `${path}/${draft.id}`, nurse)).status).toBe(404);
    expect(await titles(observer)).toEqual(expect.arrayContaining(['Shared']));
    expect((await post(cohort({ type: 'shared' }), nurse)).body.error?.code).toBe('forbidden');
    expect((await post(cohort(), admin)).body.error?.code).toBe('forbidden');
    expect((await post(cohort(), observer)).status).toBe(403);
    expect((await post({ ...cohort(), id: own.id, version: 1 }, md)).status).toBe(409);
    expect((await call('DELETE', `${path}/${shared.id}`, nurse)).status).toBe(404);
    expect(await namesIn(`cohort=${own.id}`, md)).toEqual([404, ['not_found', undefined]]);
  });

  test('administrators read what a cohort asks, and not how many meet it', async () => {
    const { cohort: shared } = await make({ title: 'Counted', type: 'shared' }, md);
    await modules.cohorts.follow();
    expect((await call('GET', `${path}/${shared.id}`, md)).body.meta).toMatchObject({ count: 1, unknown: 1 });
    expect((await call('GET', `${path}/${shared.id}`, admin)).body.meta).toMatchObject({ count: null, unknown: null, as_of: null });
    expect((await call('POST', `${path}/preview`, admin, { json_conditions: [] })).status).toBe(403);
  });

  test('another tenant finds nothing, and a tenant_id that is another’s is refused', async () => {
    const { cohort: shared } = await make({ title: 'Elsewhere', type: 'shared' }, md);
    const foreign = await harness.createUser(await harness.createTenant(), { roles: ['md'] });
    expect((await call('GET', `${path}/${shared.id}`, foreign)).status).toBe(404);
    expect(await namesIn(`cohort=${shared.id}`, foreign)).toEqual([404, ['not_found', undefined]]);
    expect((await post(cohort({ tenant_id: tenant.id }), foreign)).status).toBe(404);
    expect((await call('POST', `${path}/preview`, foreign, { tenant_id: tenant.id, type: 'custom', json_conditions: [] })).status).toBe(
      404,
    );
    const seen = await harness.database.tenant(foreign.tenantId, (sql) => sql.query('select 1 from vigil.cohorts'));
    expect(seen).toEqual([]);
  });
});

describe('members of a cohort in the list of members', () => {
  test('are those who meet its conditions now, with any filter and order besides, and in the file', async () => {
    const { cohort: kept } = await make({
      title: 'Either',
      json_conditions: [
        {
          any: [
            { fact: 'weight', gte: 100 },
            { fact: 'spo2', gte: 0.97 },
          ],
        },
      ],
    });
    expect(await namesIn(`cohort=${kept.id}`)).toEqual(['Heavy', 'Light']);
    expect(await namesIn(`cohort=${kept.id}&sortingField=weight&sortOrder=DESC`)).toEqual(['Heavy', 'Light']);
    expect(await namesIn(`cohort=${kept.id}&filters=weight:..90`)).toEqual(['Light']);
    expect(await namesIn(`cohort=${kept.id}&sortingField=attention&sortOrder=DESC`)).toEqual(['Heavy', 'Light']);
    expect(await namesIn(`cohort=${kept.id}&userStatus=DISCHARGED`)).toEqual([]);
    const file = await call('GET', `/events-processor/api/v1/user_facts/export?columns=member,weight&cohort=${kept.id}`, nurse);
    expect(
      file.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(['Test Heavy', 'Test Light']);
  });

  test.each(['cohort=7', 'cohort='])('%s is refused by name, not answered with everybody', async (query) => {
    expect(await namesIn(query)).toEqual([400, ['invalid_input', 'cohort']]);
  });
});

describe('a preview', () => {
  const preview = async (body: object, by = nurse) => call('POST', `${path}/preview`, by, body);

  test('counts who would belong, shows the first of them, and says what each condition leaves and of how many it is not known', async () => {
    const { status, body } = await preview({
      tenant_id: tenant.id,
      type: 'custom',
      json_conditions: [
        { fact: 'spo2', lte: 0.97 },
        {
          any: [
            { fact: 'weight', gte: 100 },
            { fact: 'age', gte: 65 },
          ],
        },
        { fact: 'bmi' },
      ],
      display_facts: [{ name: 'band_status' }],
    });
    expect([status, body.error?.fields]).toEqual([400, [{ field: 'json_conditions.2.gte', message: expect.any(String) }]]);
    const done = await preview({
      type: 'custom',
      json_conditions: [
        { fact: 'spo2', lte: 0.97 },
        {
          any: [
            { fact: 'weight', gte: 100 },
            { fact: 'age', gte: 65 },
          ],
        },
      ],
    });
    const { meta } = done.body as unknown as { meta: Record<string, unknown> & { rows: { user_id: string; data: object }[] } };
    expect(meta).toMatchObject({
      ...{ population: 3, count: 1, unknown: 2 },
      conditions: [
        { matches: 2, unknown: 1, leaves: 2, any: null },
        {
          matches: 1,
          unknown: 2,
          leaves: 1,
          any: [
            { matches: 1, unknown: 1 },
            { matches: 0, unknown: 3 },
          ],
        },
      ],
    });
    expect(meta.rows.map(({ user_id, data }) => [user_id, data])).toEqual([
      [heavy.id, expect.objectContaining({ weight: 110, spo2: 0.93 })],
    ]);
  });

  test('counts who stands at an end that was typed in °F or lbs, in the preview, the list and the file', async () => {
    const clinic = await harness.createTenant();
    const by = await harness.createUser(clinic, { roles: ['nurse'] });
    // 100.5 °F and 154.4 lbs, as they are stored; and a tenth less.
    await member(clinic, { familyName: 'At', readings: { body_temp: 38.055556, weight: 70.034662 } });
    await member(clinic, { familyName: 'Below', readings: { body_temp: 38, weight: 69.989303 } });
    for (const [fact, end] of [
      ['body_temp', 38.0556],
      ['weight', 70.0347],
    ] as const) {
      const { body } = await call('POST', `${path}/preview`, by, { json_conditions: [{ fact, gte: end }] });
      expect(body.meta).toMatchObject({ count: 1, rows: [{ data: { lastName: 'At' } }] });
      expect(await namesIn(`filters=${fact}:${end}..`, by)).toEqual(['At']);
      expect(await namesIn(`filters=${fact}:..${end - 0.02}`, by)).toEqual(['Below']);
    }
  });

  test('is on record with whom it showed, and shows nobody whom the caller may not see', async () => {
    const strict = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const by = await harness.createUser(strict, { roles: ['nurse'] });
    await member(strict, { familyName: 'Other', readings: { weight: 110 } });
    const mine = await member(strict, { familyName: 'Mine', readings: { weight: 110 } });
    await harness.asOwner(
      `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       values ($1, $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', now())`,
      [strict.id, mine.id, by.id],
    );
    const { body } = await preview({ type: 'custom', json_conditions: [{ fact: 'weight', gte: 100 }] }, by);
    expect(body.meta).toMatchObject({ population: 1, count: 1 });
    const entries = await harness.asOwner<{ members: string[] }>(
      "select members from vigil.audit_log where tenant_id = $1 and endpoint = 'factuaryCohorts.postPreview'",
      [strict.id],
    );
    expect(entries.map(({ members }) => members)).toEqual([[mine.id]]);
  });
});
