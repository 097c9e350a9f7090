import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createModules } from '#modules';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { UsageError } from './arguments.ts';
import { memberDetails } from './member-details.ts';
import { changeMember, createTenant, createUser, resetTwoFactor, tenantByCode } from './people.ts';

const harness = await useHarness();
const modules = await createModules({ config: harness.config, stores: harness, log: harness.log });
afterAll(() => modules.stop());
const place = { config: harness.config, log: harness.log, stores: harness, modules };
const now = Date.parse('2026-06-01T00:00:00Z');
const code = `t${randomUUID().slice(0, 8)}`;
await createTenant(place, code, null, 'Europe/Madrid');
const tenant = await tenantByCode(place, code);

const create = async (details: Parameters<typeof memberDetails>[0] = {}) => {
  const email = `${randomUUID()}@test.example`;
  return createUser(place, tenant, { email, givenName: 'Ana', familyName: 'Ruiz', roles: ['patient'], ...memberDetails(details, now) });
};
const stored = async (id: string) =>
  (await harness.asOwner('select time_zone, sex, birth_date::text as birth_date, mrn from vigil.users where id = $1', [id]))[0];

describe('a member', () => {
  it('is made with a time zone, sex, birth date and record number', async () => {
    const { id } = await create({ zone: 'Asia/Kolkata', sex: 'female', born: '1957-03-21', mrn: ' A-17 ' });
    expect(await stored(id)).toEqual({ time_zone: 'Asia/Kolkata', sex: 'female', birth_date: '1957-03-21', mrn: 'A-17' });
  });

  it.each([
    ['m', 'male'],
    ['f', 'female'],
    ['i', 'intersex'],
    ['NB', 'non-binary'],
    ['t', 'transgender'],
    ['u', 'unknown'],
    ['Female', 'female'],
  ])('of sex %s is kept as %s', (sex, word) => expect(memberDetails({ sex }, now)).toEqual({ sex: word }));

  it('who is given no time zone has the tenant’s', async () =>
    expect(await stored((await create()).id)).toMatchObject({ time_zone: 'Europe/Madrid' }));

  it('keeps what is not set again', async () => {
    const { id } = await create({ sex: 'male', born: '1960-01-02' });
    await changeMember(place, tenant.id, id, memberDetails({ mrn: 'B-2', zone: 'Europe/Lisbon' }, now));
    expect(await stored(id)).toEqual({ time_zone: 'Europe/Lisbon', sex: 'male', birth_date: '1960-01-02', mrn: 'B-2' });
  });

  it('is refused the record number of another, and may be given the own one again', async () => {
    const [one, other] = [await create({ mrn: 'C-3' }), await create()];
    await expect(changeMember(place, tenant.id, other.id, { mrn: 'c-3' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(create({ mrn: 'C-3' })).rejects.toMatchObject({ code: 'conflict' });
    await changeMember(place, tenant.id, one.id, { mrn: 'C-3' });
    expect(await stored(other.id)).toMatchObject({ mrn: null });
  });

  it('whose time zone is changed has the days of the new one', async () => {
    const { id } = await create();
    await modules.ticksWriter.append(tickBatch({ id, tenantId: tenant.id }, { steps: [[Date.parse('2026-03-02T10:00:00Z') / 1000, 5]] }));
    await modules.ticksWriter.rollupsSettled();
    await changeMember(place, tenant.id, id, { timeZone: 'Asia/Tokyo' });
    const zones = await harness.engine.query<{ tz: string }>(
      'select distinct tz from vigil.ticks_day final where user_id = {id:UUID} order by tz',
      { id },
    );
    expect(zones.map(({ tz }) => tz)).toEqual(['Asia/Tokyo', 'Europe/Madrid']);
  });
});

describe('somebody who has lost the second factor', () => {
  it('signs in with the password again, on record in the tenant; without one nothing is changed', async () => {
    const email = `${randomUUID()}@test.example`;
    const { id } = await createUser(place, tenant, { email, givenName: 'Ana', familyName: 'Ruiz', roles: ['nurse'] });
    expect(await resetTwoFactor(place, email)).toBe(false);
    await harness.asOwner(
      "insert into vigil.second_factors (account_id, sealed_secret, last_step, added_at) select id, 'sealed', 1, now() from vigil.accounts where email = $1",
      [email],
    );
    expect(await resetTwoFactor(place, email)).toBe(true);
    expect(
      await harness.asOwner('select 1 from vigil.second_factors f join vigil.accounts a on a.id = f.account_id where a.email = $1', [
        email,
      ]),
    ).toEqual([]);
    const entries = await harness.asOwner(
      'select 1 from vigil.audit_log where tenant_id = $1 and endpoint = $2 and $3::uuid = any(members)',
      [tenant.id, 'operator.user.reset-two-factor', id],
    );
    expect(entries).toHaveLength(2);
    await expect(resetTwoFactor(place, 'nobody@nowhere.example')).rejects.toMatchObject({ code: 'not_found' });
  });
});

it.each([
  ['a zone that is none', { zone: 'Europe/Nowhere' }],
  ['an offset for a zone', { zone: '+02:00' }],
  ['a sex that the record does not know', { sex: 'x' }],
  ['a sex that is a word of the language', { sex: 'constructor' }],
  ['a day that does not exist', { born: '1999-02-30' }],
  ['a day to come', { born: '2030-01-01' }],
  ['a day in another form', { born: '21.03.1957' }],
  ['an empty record number', { mrn: '  ' }],
])('%s is refused', (_, values) => expect(() => memberDetails(values, now)).toThrow(UsageError));
