import { randomUUID } from 'node:crypto';
import { panelSet } from '@vigil/contract/metaresources.contract';
import { defaultPanel, longestPanelName, mostPanelMeasures, mostPanels } from '@vigil/contract/metaresources.values';
import { measures as catalogue } from '@vigil/domain/facts/measures';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createAudit } from '#platform/audit/audit.ts';
import { useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { createMetaresources } from './index.ts';

const harness = await useHarness();
const { database, clock } = harness;
const module = createMetaresources(harness);
/** The module behind the real HTTP server, contract and access rules; a token is the user's id, taken at its word. */
const server = await startHttp(harness, {
  routes: module.routes ?? [],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: createAudit({ database, clock, key: 'seal of the panels' }),
});
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const newNurse = () => harness.createUser(tenant, { roles: ['nurse'] });
type Person = { readonly id: string };

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, by: Person, payload?: unknown) {
  const answer = await server.http.inject({
    method,
    url: `/metaresources/api/v1/panelSet/users/${path}`,
    headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const listOf = async (who: Person, slash = '') => z.array(panelSet).parse((await call('GET', `${who.id}/panelSets${slash}`, who)).body);
const post = (who: Person, panel: unknown) => call('POST', who.id, who, panel);
const remove = (who: Person, id: string) => call('DELETE', `${who.id}/panelSets/${id}`, who);
const heart = { name: 'Heart', measures: [{ measureId: 'rmssd' }, { measureId: 'heart_rate', measureName: 'Pulse' }] };
const ofHeart = [
  { measureId: 'rmssd', measureName: 'HRV' },
  { measureId: 'heart_rate', measureName: 'Heart rate' },
];

describe('panels of one’s own', () => {
  test('somebody who has kept none has the Default Panel: age, gender, weight', async () => {
    const nurse = await newNurse();
    const told = [
      { measureId: 'age', measureName: 'Age' },
      { measureId: 'gender', measureName: 'Gender' },
      { measureId: 'weight', measureName: 'Weight' },
    ];
    expect(await listOf(nurse)).toEqual([{ id: 'defaultPanel', name: 'Default Panel', measures: told }]);
    expect(await listOf(nurse, '/')).toEqual(await listOf(nurse));
  });

  test('a panel sent without an id is a new one, with its measures in their order under the names of the catalogue', async () => {
    const nurse = await newNurse();
    const { status, body } = await post(nurse, heart);
    expect([status, body]).toEqual([200, { id: body.id, name: 'Heart', measures: ofHeart }]);
    expect(await listOf(nurse)).toEqual([defaultPanel, body]);
  });

  test('under an id that is there already it changes that panel, under another it makes one, and sent again it is one still', async () => {
    const nurse = await newNurse();
    await post(nurse, { ...heart, id: 'mine' });
    await post(nurse, { ...heart, id: 'other_1', name: 'Zz' });
    const changed = { id: 'mine', name: 'Body', measures: [{ measureId: 'bmi' }] };
    expect((await post(nurse, changed)).status).toBe(200);
    expect((await post(nurse, changed)).body).toEqual({ ...changed, measures: [{ measureId: 'bmi', measureName: 'BMI' }] });
    expect((await listOf(nurse)).map(({ id, name }) => [id, name])).toEqual([
      ['defaultPanel', 'Default Panel'],
      ['mine', 'Body'],
      ['other_1', 'Zz'],
    ]);
  });

  test('every measure of the catalogue can be in one, risks and diagnoses as well', async () => {
    const nurse = await newNurse();
    const ids = [...catalogue.map(({ id }) => id), 'relative_population_stroke', 'e_asthma'];
    for (let from = 0; from < ids.length; from += mostPanelMeasures) {
      const some = ids.slice(from, from + mostPanelMeasures).map((measureId) => ({ measureId }));
      const { status, body } = await post(nurse, { name: 'All', measures: some });
      expect([status, body.measures?.map((one: { measureId: string }) => ({ measureId: one.measureId }))]).toEqual([200, some]);
    }
  });

  test('a deleted panel is answered, gone, and not there a second time', async () => {
    const nurse = await newNurse();
    const { body } = await post(nurse, heart);
    expect(await remove(nurse, body.id)).toEqual({ status: 200, body });
    expect((await remove(nurse, body.id)).body.error.code).toBe('not_found');
    expect(await listOf(nurse)).toEqual([defaultPanel]);
  });

  test.each<[string, (nurse: Person) => ReturnType<typeof call>]>([
    ['changed', (nurse) => post(nurse, { ...heart, id: 'defaultPanel' })],
    ['deleted', (nurse) => remove(nurse, 'defaultPanel')],
  ])('the Default Panel cannot be %s, and the answer says so', async (_name, attempt) => {
    const nurse = await newNurse();
    const { status, body } = await attempt(nurse);
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.message).toContain('Default Panel');
    expect(await listOf(nurse)).toEqual([defaultPanel]);
  });

  test('of many new panels at a time no more are kept than can be, and one that is there can still be changed', async () => {
    const nurse = await newNurse();
    const many = Array.from({ length: mostPanels - 1 }, (_, index) => index);
    await harness.asOwner(`insert into vigil.panel_sets select $1, $2, 'p' || n, 'Panel', '{age}', now(), now() from unnest($3::int[]) n`, [
      tenant.id,
      nurse.id,
      many,
    ]);
    const answers = await Promise.all([post(nurse, heart), post(nurse, heart), post(nurse, heart)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await listOf(nurse)).length).toBe(mostPanels + 1);
    expect((await post(nurse, { ...heart, id: 'p0' })).status).toBe(200);
  });
});

describe('what cannot be kept is refused, naming the field', () => {
  test.each<[string, string, object]>([
    ['no name', 'name', { name: ' ' }],
    ['a name that is too long', 'name', { name: 'x'.repeat(longestPanelName + 1) }],
    ['a name that cannot be stored', 'name', { name: 'a\0b' }],
    ['no measures', 'measures', { measures: [] }],
    ['a measure that is not in the catalogue', 'measures.0.measureId', { measures: [{ measureId: 'mood' }] }],
    ['a measure twice', 'measures', { measures: [{ measureId: 'age' }, { measureId: 'age' }] }],
    [
      'too many measures',
      'measures',
      { measures: Array.from({ length: mostPanelMeasures + 1 }, (_, n) => ({ measureId: `e_condition${n}` })) },
    ],
    ['an id that is none', 'id', { id: 'a/b' }],
  ])('%s', async (_name, field, over) => {
    const nurse = await newNurse();
    const { status, body } = await post(nurse, { ...heart, ...over });
    expect([status, body.error.code, body.error.fields.map((one: { field: string }) => one.field)]).toEqual([
      400,
      'invalid_input',
      [field],
    ]);
    expect(await listOf(nurse)).toEqual([defaultPanel]);
  });
});

describe('whose panels', () => {
  test('nobody reads, changes or deletes somebody else’s, an administrator neither', async () => {
    const [nurse, coach, admin] = [
      await newNurse(),
      await harness.createUser(tenant, { roles: ['coach'] }),
      await harness.createUser(tenant, { roles: ['tenant_admin', 'md'] }),
    ];
    const { body: panel } = await post(nurse, { ...heart, id: 'mine' });
    for (const by of [coach, admin]) {
      const answers = [
        await call('GET', `${nurse.id}/panelSets`, by),
        await call('POST', nurse.id, by, { ...heart, id: 'mine', name: 'Taken' }),
        await call('DELETE', `${nurse.id}/panelSets/mine`, by),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect(await listOf(nurse)).toEqual([defaultPanel, panel]);
  });

  test('the same id is another panel with each person', async () => {
    const [one, other] = [await newNurse(), await newNurse()];
    await post(one, { ...heart, id: 'mine' });
    await post(other, { ...heart, id: 'mine', name: 'Theirs' });
    expect((await listOf(one))[1]?.name).toBe('Heart');
    await remove(one, 'mine');
    expect((await listOf(other))[1]?.name).toBe('Theirs');
  });

  test('the address may be in capitals', async () => {
    const nurse = await newNurse();
    expect((await call('GET', `${nurse.id.toUpperCase()}/panelSets`, nurse)).status).toBe(200);
  });

  test('members have none', async () => {
    const member = await harness.createUser(tenant);
    expect((await call('GET', `${member.id}/panelSets`, member)).body.error.code).toBe('forbidden');
  });
});

test('panels are in the person’s export, and gone with the first step of an erasure; others’ stay', async () => {
  const [nurse, other] = [await newNurse(), await newNurse()];
  await post(nurse, { ...heart, id: randomUUID() });
  await post(other, heart);
  const person = { tenantId: tenant.id, userId: nurse.id };
  const [file] = (await module.personalData?.exportOf?.(person)) ?? [];
  let text = '';
  for await (const piece of file?.content ?? []) text += piece;
  expect(JSON.parse(text)).toMatchObject([{ name: 'Heart', measures: ['rmssd', 'heart_rate'] }]);
  await module.personalData?.erase?.(person, 'contact');
  expect(await listOf(nurse)).toEqual([defaultPanel]);
  expect((await listOf(other)).length).toBe(2);
});
