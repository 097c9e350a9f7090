import { afterEach, describe, expect, test } from 'vitest';
import { useCohorts } from './testing/cohorts-server.ts';

const { harness, modules, call, member, read, cohort } = await useCohorts();
const { clock } = harness;
const minuteMs = 60_000;
const path = '/factuary/api/v2/cohorts';

// Every process follows the cohorts of every tenant: those of tests that are over would be followed with each.
afterEach(() => harness.asOwner('update vigil.cohorts set deleted_at = now() where tenant_id = any($1)', [tenants]));
const tenants: string[] = [];

async function clinic() {
  const tenant = await harness.createTenant();
  tenants.push(tenant.id);
  const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
  const make = async (over: object = {}) => (await call('POST', path, nurse, cohort(over))).body;
  const members = async (id: string, query = '') => (await call('GET', `${path}/${id}/members${query}`, nurse)).body.content;
  const ids = async (id: string, query = '') => (await members(id, query)).map(({ user_id }) => user_id).sort();
  return { tenant, nurse, make, members, ids };
}

/** Some minutes later, what is due has been followed. */
async function later(minutes = 5) {
  clock.advance(minutes * minuteMs);
  await modules.cohorts.follow();
}

describe('joining and leaving', () => {
  test('follow changed facts within minutes, and stay in the record: who belonged at any moment can be asked', async () => {
    const { tenant, make, members, ids } = await clinic();
    const [one, other] = [await member(tenant, { readings: { weight: 110 } }), await member(tenant, { readings: { weight: 90 } })];
    const { cohort: kept } = await make();
    await later();
    const first = clock.now() / 1000;
    expect(await ids(kept.id)).toEqual([one.id]);
    await read(one, 'weight', 90);
    await read(other, 'weight', 120);
    await later();
    const second = clock.now() / 1000;
    expect(await ids(kept.id)).toEqual([other.id]);
    await read(one, 'weight', 101);
    await later();
    expect(await ids(kept.id)).toEqual([one.id, other.id].sort());
    expect(await ids(kept.id, `?at=${first}`)).toEqual([one.id]);
    expect(await ids(kept.id, `?at=${second}`)).toEqual([other.id]);
    expect(await ids(kept.id, `?at=${first - 3_600}`)).toEqual([]);
    const [stay] = await members(kept.id, `?at=${first}`);
    // A new cohort is followed at once, so perhaps before it was looked at.
    expect([stay?.left_at, (stay?.joined_at ?? first + 1) <= first]).toEqual([second, true]);
    expect(await modules.cohorts.membersOf(tenant.id, kept.id, second * 1000)).toEqual([other.id]);
    expect(await modules.cohorts.cohortsOf(tenant.id, [one.id])).toEqual(new Map([[one.id, [kept.id]]]));
    expect(await modules.cohorts.cohortsOf(tenant.id, [one.id], second * 1000)).toEqual(new Map());
  });

  test('a value that grows old, a discharge and a changed condition end a stay', async () => {
    const { tenant, nurse, make, ids } = await clinic();
    const [old, gone, light] = [
      await member(tenant, { readings: { weight: 110 } }),
      await member(tenant, { readings: { weight: 111 } }),
      await member(tenant, { readings: { weight: 105 } }),
    ];
    const { cohort: kept } = await make();
    await later();
    expect(await ids(kept.id)).toEqual([old.id, gone.id, light.id].sort());
    await read(old, 'weight', 110, 100 * 86_400);
    await harness.asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [gone.id]);
    await later();
    expect(await ids(kept.id)).toEqual([light.id]);
    await call('POST', path, nurse, { ...cohort({ json_conditions: [{ fact: 'weight', gte: 106 }] }), id: kept.id, version: 1 });
    await modules.cohorts.follow();
    expect(await ids(kept.id)).toEqual([]);
  });

  test('of a deleted cohort everybody has left; of a draft nobody is a member', async () => {
    const { tenant, nurse, make, ids } = await clinic();
    const one = await member(tenant, { readings: { weight: 110 } });
    const { cohort: kept } = await make();
    const { cohort: draft } = await make({ isDraft: true });
    await later();
    expect(await ids(kept.id)).toEqual([one.id]);
    clock.advance(minuteMs);
    await call('DELETE', `${path}/${kept.id}`, nurse);
    await later();
    const stays = await harness.asOwner<{ cohort_id: string; left_at: Date | null }>(
      'select cohort_id, left_at from vigil.cohort_stays where tenant_id = $1',
      [tenant.id],
    );
    expect(stays).toEqual([{ cohort_id: kept.id, left_at: expect.any(Date) }]);
    expect(await modules.cohorts.membersOf(tenant.id, draft.id)).toEqual([]);
  });

  test('end where a cohort is made a draft again, which one that is in use is not', async () => {
    const { tenant, nurse, make } = await clinic();
    const one = await member(tenant, { readings: { weight: 110 } });
    const { cohort: kept } = await make();
    await later();
    let places = ['Rule “Pulse high”'];
    modules.cohorts.registerPlaces(async (_sql, _tenantId, id) => (id === kept.id ? places : []));
    const asDraft = { ...cohort({ isDraft: true }), id: kept.id, version: 1 };
    const refused = (await call('POST', path, nurse, asDraft)) as unknown as { status: number; body: { error: { fields: object[] } } };
    expect([refused.status, refused.body.error.fields]).toEqual([409, [{ field: 'used_in', message: 'Rule “Pulse high”' }]]);
    expect(await modules.cohorts.cohortsOf(tenant.id, [one.id])).toEqual(new Map([[one.id, [kept.id]]]));
    places = [];
    expect((await call('POST', path, nurse, asDraft)).status).toBe(200);
    expect(await modules.cohorts.cohortsOf(tenant.id, [one.id])).toEqual(new Map());
    expect((await call('POST', path, nurse, { ...cohort({ title: 'Again' }), id: kept.id, version: 2 })).status).toBe(200);
    await later();
    expect(await modules.cohorts.cohortsOf(tenant.id, [one.id])).toEqual(new Map([[one.id, [kept.id]]]));
  });

  test('are worked out once, whoever does it and however often: nothing changes without a change', async () => {
    const { tenant, make, members } = await clinic();
    await member(tenant, { readings: { weight: 110 } });
    const { cohort: kept } = await make();
    await later();
    const before = await members(kept.id);
    await Promise.all([later(), modules.cohorts.follow(), modules.cohorts.follow()]);
    await later();
    expect(await members(kept.id)).toEqual(before);
    const rows = await harness.asOwner('select 1 from vigil.cohort_stays where tenant_id = $1', [tenant.id]);
    expect(rows).toHaveLength(1);
  });

  test('one killed in the middle leaves what was, and is made up for', async () => {
    const { tenant, make, ids } = await clinic();
    const one = await member(tenant, { readings: { weight: 110 } });
    const { cohort: kept } = await make();
    await later();
    const other = await member(tenant, { readings: { weight: 120 } });
    // What ends the transaction after the cohort was marked as followed and before the stays are stored.
    await harness.asOwner(`create function vigil.test_kill() returns trigger language plpgsql as $$ begin
      if new.tenant_id = '${tenant.id}' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`);
    await harness.asOwner('create trigger test_kill before insert on vigil.cohort_stays for each row execute function vigil.test_kill()');
    try {
      await later();
      const [row] = await harness.asOwner<{ members: number }>('select members from vigil.cohorts where tenant_id = $1', [tenant.id]);
      expect([await ids(kept.id), row?.members]).toEqual([[one.id], 1]);
    } finally {
      await harness.asOwner('drop trigger test_kill on vigil.cohort_stays; drop function vigil.test_kill()');
    }
    await later();
    expect(await ids(kept.id)).toEqual([one.id, other.id].sort());
  });

  test('one cohort that cannot be worked out keeps no other from its turn', async () => {
    const { tenant, make, ids } = await clinic();
    const one = await member(tenant, { readings: { weight: 110 } });
    for (let n = 0; n < 25; n += 1) {
      const { cohort: broken } = await make({ title: `Broken ${n}` });
      await harness.asOwner(`update vigil.cohorts set conditions = '[{"fact": "gone", "gte": 1}]' where id = $1`, [broken.id]);
    }
    const { cohort: kept } = await make();
    await later();
    expect(await ids(kept.id)).toEqual([one.id]);
  });
});

describe('what is kept of a member', () => {
  test('is exported with the names of the cohorts, and goes with the record', async () => {
    const { tenant, make } = await clinic();
    const one = await member(tenant, { readings: { weight: 110 } });
    const { cohort: kept } = await make({ title: 'Over 100 kg' });
    await later();
    await read(one, 'weight', 80);
    await later();
    const part = modules.privacy.allPersonalData.find(({ tables }) => 'cohort_stays' in tables);
    const person = { tenantId: tenant.id, userId: one.id };
    const exported = async () => {
      let text = '';
      for (const file of (await part?.exportOf?.(person)) ?? []) for await (const piece of file.content) text += piece;
      return JSON.parse(text) as object[];
    };
    expect(await exported()).toEqual([
      { cohortId: kept.id, title: 'Over 100 kg', joinedAt: expect.any(String), leftAt: expect.any(String) },
    ]);
    await part?.erase?.(person, 'contact');
    expect(await exported()).toHaveLength(1);
    await part?.erase?.(person, 'record');
    expect(await exported()).toEqual([]);
  });
});
