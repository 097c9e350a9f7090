import { afterAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

/*
 * Whatever is stored about a person is in an export and goes with an erasure, or there is a reason why not. The tables come
 * from the catalogues of both stores, so that a new one is covered on the day it is made.
 */
const harness = await useHarness();
const { modules, stop } = await startModules(harness);
afterAll(stop);

/** Names of columns that name a person, or a device or account that belongs to one. */
const namesPerson =
  /^(user|member|patient|clinician|staff|actor|person|account|subject|owner|author|recipient|sender|subordinate|supervisor|participant|device)(_ids?|s)?$|_(user|member|patient|clinician|account)_ids?$|_by$|^(e?mail|phone|given_name|family_name|actor_name|address|to_address)$/;

const columns = await harness.asOwner<{ table: string; column: string }>(
  `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'vigil'::regnamespace and c.relkind in ('r', 'p')
   union all select 'users', 'user_id' union all select 'accounts', 'account_id'`,
);
const inTicks = await harness.engine.query<{ table: string; column: string }>(
  "select table, name as column from system.columns where database = 'vigil'",
);
const tables = new Set([...columns, ...inTicks].filter(({ column }) => namesPerson.test(column)).map(({ table }) => table));
const spokenFor = new Map(modules.privacy.allPersonalData.flatMap((part) => Object.entries(part.tables)));

describe('every table that names people', () => {
  test('is in the list of some module: exported or not for a reason, erased or kept for one', () => {
    expect(tables.size).toBeGreaterThan(20);
    expect([...tables].filter((table) => !spokenFor.has(table)).sort()).toEqual([]);
  });

  test('is spoken for once, and nothing is listed that does not exist', () => {
    const listed = modules.privacy.allPersonalData.flatMap((part) => Object.keys(part.tables));
    expect(listed.filter((table, index) => listed.indexOf(table) !== index)).toEqual([]);
    const exist = new Set([...columns, ...inTicks].map(({ table }) => table));
    expect(listed.filter((table) => !exist.has(table))).toEqual([]);
  });

  test('is in a file that an export really has, and in a step that some module takes', async () => {
    const tenant = await harness.createTenant();
    const member = await harness.createUser(tenant);
    for (const part of modules.privacy.allPersonalData) {
      const files = (await part.exportOf?.({ tenantId: tenant.id, userId: member.id })) ?? [];
      const names = files.map(({ name }) => name);
      for (const [table, { exported, erased }] of Object.entries(part.tables)) {
        if (typeof erased === 'string') expect(part.erase, `${table} is to be erased`).toBeDefined();
        if ('not' in exported) continue;
        // Files of readings are as many as there are metrics: none here.
        const missing = exported.filter((name) => !name.includes('*') && !names.includes(name));
        expect({ table, missing }).toEqual({ table, missing: [] });
      }
    }
  });
});

test.each(['user_id', 'members', 'clinician_id', 'taken_back_by', 'associated_patient_id', 'email', 'participant_ids'])(
  'a column %s would be noticed',
  (column) => expect(column).toMatch(namesPerson),
);
