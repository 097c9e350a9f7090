import { Fhir } from 'fhir';
import { Client } from 'fhir-kit-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';
import { tickBatch } from '#testing/ticks.ts';
import type { ClinicalResource } from './index.ts';
import { writeCursor } from './search/search-parameters.ts';

/* Our own data out, asked for by a FHIR client over HTTP, and checked by a validator of R4 that knows nothing of Vigil. */
const harness = await useHarness();
const now = Date.parse('2026-06-01T00:00:00Z');
harness.clock.set(now);
const { modules, listen, stop, http } = await startModules(harness);
const url = await listen();
afterAll(stop);

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const member = await harness.createUser(tenant, { givenName: 'Lucía', familyName: 'Ibarra', timeZone: 'Europe/Madrid' });
const other = await harness.createUser(tenant, { givenName: 'Ben', familyName: 'Okafor' });
const clientOf = (user: { id: string }) => new Client({ baseUrl: `${url}/fhir/R4`, bearerToken: user.id });
const client = clientOf(nurse);
const validator = new Fhir();

interface Resource {
  readonly resourceType: string;
  readonly id: string;
  readonly [key: string]: unknown;
}
interface Bundle extends Resource {
  readonly total?: number;
  readonly entry: readonly { readonly fullUrl: string; readonly resource: Resource }[];
  readonly link: readonly { readonly relation: string; readonly url: string }[];
}
type Search = Record<string, string | number | string[]>;

async function search(resourceType: string, searchParams: Search, by = client): Promise<Bundle> {
  const bundle = (await by.search({ resourceType, searchParams: searchParams as Record<string, string> })) as unknown as Bundle;
  requireValid(bundle);
  return bundle;
}
/** Every page, by the client's own way of following links. */
async function searchAll(resourceType: string, searchParams: Search): Promise<{ resources: Resource[]; pages: number[] }> {
  const resources: Resource[] = [];
  const pages: number[] = [];
  let bundle: Bundle | undefined = await search(resourceType, searchParams);
  while (bundle) {
    resources.push(...bundle.entry.map((one) => one.resource));
    pages.push(bundle.entry.length);
    bundle = (await client.nextPage({ bundle: atThisPort(bundle) as never })) as unknown as Bundle | undefined;
  }
  return { resources, pages };
}
/** Links name PUBLIC_URL, behind which no server of these tests listens. */
function atThisPort(bundle: Bundle): Bundle {
  const link = bundle.link.map((one) => ({ ...one, url: one.url.replace(harness.config.publicUrl, url) }));
  expect(bundle.link.every((one) => one.url.startsWith(`${harness.config.publicUrl}/`))).toBe(true);
  return { ...bundle, link };
}
function requireValid(resource: object): void {
  const { messages } = validator.validate(resource, { errorOnUnexpected: true });
  expect(messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')).toEqual([]);
}
async function raw(path: string, by: { id: string } = nurse) {
  const answer = await http.inject({ url: `/fhir/R4${path}`, headers: { authorization: `Bearer ${by.id}` } });
  return { status: answer.statusCode, type: answer.headers['content-type'], body: answer.json() };
}

const day = Date.parse('2026-03-02T00:00:00Z') / 1000;
const minutes = (count: number, from = day) =>
  Array.from({ length: count }, (_, index): [number, number] => [from + index * 60, 60 + (index % 20)]);
const clinical = (over: Partial<ClinicalResource>): ClinicalResource => ({
  ...{ resourceType: 'Condition', origin: 'https://hospital.example/fhir', originId: '1', status: 'active', isInError: false },
  ...{ when: null, codes: [], content: {}, originUpdatedMs: null },
  ...over,
});
const sct = (code: string, text: string) => ({ coding: [{ system: 'http://snomed.info/sct', code }], text });
const clinicalStatus = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }] };
const span = (from: string, days = 1) => ({ fromMs: Date.parse(from), toMs: Date.parse(from) + days * 86_400_000 });

beforeAll(async () => {
  await harness.asOwner("update vigil.users set mrn = 'REC-1', birth_date = '1957-03-21', sex = 'female' where id = $1", [member.id]);
  await modules.ticksWriter.append(tickBatch(member, { heart_rate: minutes(180), resp_rate: [[day + 30, 16]] }));
  await modules.ticksWriter.append(
    tickBatch(
      member,
      {
        systolic: [[day + 600, 121]],
        diastolic: [[day + 600, 79]],
        weight: [
          [day + 700, 71.5],
          [day + 90_000, 71.2],
        ],
      },
      { source: 'manual' },
    ),
  );
  await modules.ticksWriter.append(tickBatch(other, { weight: [[day + 700, 90]] }, { source: 'manual' }));
  await modules.bringIn(
    tenant.id,
    member.id,
    [
      clinical({
        codes: ['http://snomed.info/sct|49436004'],
        when: span('2019-05-01T00:00:00Z'),
        content: { code: sct('49436004', 'AF'), clinicalStatus, onsetDateTime: '2019-05-01' },
      }),
      clinical({ originId: '2', codes: ['http://snomed.info/sct|13645005'], content: { code: sct('13645005', 'COPD'), clinicalStatus } }),
      clinical({
        originId: '3',
        isInError: true,
        codes: ['http://snomed.info/sct|73211009'],
        content: {
          code: sct('73211009', 'DM'),
          verificationStatus: {
            coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code: 'entered-in-error' }],
          },
        },
      }),
      clinical({
        originId: '4',
        status: 'resolved',
        codes: ['http://snomed.info/sct|233604007'],
        when: span('2011-08-04T22:00:00Z'),
        content: { code: sct('233604007', 'Pneumonia'), onsetDateTime: '2011-08-05', clinicalStatus },
      }),
      clinical({
        resourceType: 'Procedure',
        status: 'completed',
        when: span('2020-03-04T00:00:00Z'),
        codes: ['http://snomed.info/sct|18286008'],
        content: { status: 'completed', code: sct('18286008', 'Ablation'), performedDateTime: '2020-03-04' },
      }),
      clinical({
        resourceType: 'MedicationRequest',
        when: span('2020-03-05T00:00:00Z'),
        content: { status: 'active', intent: 'order', medicationCodeableConcept: { text: 'Digoxin' }, authoredOn: '2020-03-05' },
      }),
      clinical({
        resourceType: 'MedicationStatement',
        when: span('2021-01-01T00:00:00Z'),
        content: { status: 'active', medicationCodeableConcept: { text: 'Paracetamol' }, effectiveDateTime: '2021-01-01' },
      }),
      clinical({
        resourceType: 'ServiceRequest',
        when: span('2025-11-03T00:00:00Z'),
        content: { status: 'active', intent: 'order', code: { text: 'Holter' }, authoredOn: '2025-11-03' },
      }),
    ],
    { dryRun: false, trustsIds: true },
  );
});

describe('the capability statement', () => {
  test('is valid, and names each search parameter that the server takes', async () => {
    const statement = (await client.capabilityStatement()) as unknown as {
      rest: [{ resource: { type: string; interaction: { code: string }[]; searchParam?: { name: string }[] }[] }];
    };
    requireValid(statement);
    const { resource } = statement.rest[0];
    expect(resource.map(({ type }) => type).sort()).toEqual([
      ...['Condition', 'MedicationRequest', 'MedicationStatement', 'Observation', 'Patient', 'Procedure'],
      ...['Questionnaire', 'QuestionnaireResponse', 'ServiceRequest'],
    ]);
    const responses = resource.find(({ type }) => type === 'QuestionnaireResponse');
    expect(responses?.searchParam?.map(({ name }) => name)).toEqual(['patient', 'subject']);
    const observation = resource.find(({ type }) => type === 'Observation');
    expect(observation?.interaction.map(({ code }) => code)).toEqual(['create', 'read', 'search-type']);
    expect(observation?.searchParam?.map(({ name }) => name)).toEqual(['patient', 'subject', 'code', 'category', 'date', 'status']);
  });
});

describe('Patients', () => {
  test('are read and found by id and record number, in order of their names', async () => {
    const patient = (await client.read({ resourceType: 'Patient', id: member.id })) as unknown as Resource;
    requireValid(patient);
    expect(patient).toMatchObject({
      id: member.id,
      identifier: [{ system: 'urn:vigil:mrn', value: 'REC-1' }],
      ...{ active: true, gender: 'female', birthDate: '1957-03-21', name: [{ family: 'Ibarra', given: ['Lucía'] }] },
      meta: { tag: [{ code: 'HTEST' }] },
    });
    const ids = async (params: Search) => (await search('Patient', params)).entry.map(({ resource }) => resource.id);
    expect(await ids({ identifier: 'urn:vigil:mrn|rec-1' })).toEqual([member.id]);
    expect(await ids({ identifier: 'REC-1', _id: other.id })).toEqual([]);
    expect(await ids({ identifier: 'http://other.example|REC-1' })).toEqual([]);
    expect(await ids({ _id: `${member.id},${other.id},x` })).toEqual([member.id, other.id]);
    expect(await ids({ _sort: '-family' })).toEqual([other.id, member.id]);
  });

  test('name whom to call, in order, and nobody where nobody is named', async () => {
    const contacts = [
      { name: 'Ana Ibarra', relationship: 'Hija', phoneNumber: '+34600000001' },
      { name: 'Ben Ibarra', relationship: null, phoneNumber: '+34600000002' },
    ];
    await harness.asOwner('update vigil.users set emergency_contacts = $2 where id = $1', [member.id, JSON.stringify(contacts)]);
    const patient = (await client.read({ resourceType: 'Patient', id: member.id })) as unknown as Resource;
    requireValid(patient);
    const emergency = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0131', code: 'C', display: 'Emergency Contact' }] };
    expect(patient.contact).toEqual([
      {
        relationship: [emergency, { text: 'Hija' }],
        name: { text: 'Ana Ibarra' },
        telecom: [{ system: 'phone', value: '+34600000001' }],
      },
      { relationship: [emergency], name: { text: 'Ben Ibarra' }, telecom: [{ system: 'phone', value: '+34600000002' }] },
    ]);
    expect((await raw(`/Patient/${other.id}`)).body).not.toHaveProperty('contact');
  });

  test('come a page at a time, by links that a client follows', async () => {
    const { pages, resources } = await searchAll('Patient', { _count: 1 });
    expect([pages, resources.map(({ id }) => id)]).toEqual([
      [1, 1],
      [member.id, other.id],
    ]);
  });

  test.each(['family', '-family'])('sorted by %s: each comes once, whoever joins, leaves or is erased between two pages', async (_sort) => {
    const clinic = await harness.createTenant();
    const by = await harness.createUser(clinic, { roles: ['nurse'] });
    const asked = clientOf(by);
    const named = (familyName: string, givenName = 'Ana') => harness.createUser(clinic, { familyName, givenName });
    const members = [await named('Adler'), await named('Öz', 'Bo'), await named('Oz', 'Bo'), await named('OZ', 'Cy'), await named('Young')];
    const seen: string[] = [];
    const between = [
      // In front of what was shown, and the last one shown is gone for good.
      async () => {
        await named('Aa');
        await named('Zz');
        await harness.asOwner('delete from vigil.users where id = $1', [seen.at(-1)]);
      },
      async () => void (await harness.asOwner('update vigil.users set removed_at = now() where id = $1', [seen.at(-1)])),
    ];
    let bundle: Bundle | undefined = await search('Patient', { _count: 1, _sort }, asked);
    while (bundle) {
      seen.push(...bundle.entry.map(({ resource }) => resource.id));
      await between.shift()?.();
      bundle = (await asked.nextPage({ bundle: atThisPort(bundle) as never })) as unknown as Bundle | undefined;
    }
    const ofMembers = seen.filter((id) => members.some((one) => one.id === id));
    expect([...ofMembers].sort()).toEqual(members.map(({ id }) => id).sort());
    expect(new Set(seen).size).toBe(seen.length);
    // Whoever joined behind the page that was shown is found, whoever joined in front of it is not.
    expect(seen.length).toBe(members.length + 1);
  });

  test('have next links that name nobody and are good for this search of this tenant only', async () => {
    const linkOf = async (by: { id: string }) =>
      new URL((await raw('/Patient?_count=1', by)).body.link.find(({ relation }: { relation: string }) => relation === 'next').url);
    const cursorOf = async (by: { id: string }) => (await linkOf(by)).searchParams.get('_cursor') ?? '';
    const cursor = await cursorOf(nurse);
    expect(Buffer.from(cursor, 'base64url').toString('latin1').toLowerCase()).not.toContain('ibarra');
    expect(cursor).not.toContain(member.id);
    const foreign = await harness.createTenant();
    const foreignNurse = await harness.createUser(foreign, { roles: ['nurse'] });
    for (const familyName of ['One', 'Two']) await harness.createUser(foreign, { familyName });
    const bytes = Buffer.from(cursor, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    const wrong = [await cursorOf(foreignNurse), bytes.toString('base64url'), cursor.slice(0, -4), 'WzFd', 'abc'];
    for (const one of wrong)
      expect(await raw(`/Patient?_count=1&_cursor=${one}`), one).toMatchObject({
        status: 400,
        body: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'invalid' }] },
      });
    expect((await raw(`/Patient?_count=1&_cursor=${cursor}`)).body.entry[0].resource.id).toBe(other.id);
  });

  test('of another tenant do not exist, and members see themselves only', async () => {
    const foreign = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    expect((await raw(`/Patient/${member.id}`, foreign)).status).toBe(404);
    expect((await search('Patient', { _id: member.id }, clientOf(foreign))).total).toBe(0);
    expect([(await raw(`/Patient/${member.id}`, member)).status, (await raw(`/Patient/${member.id}`, other)).status]).toEqual([200, 403]);
    expect((await raw('/Patient', member)).status).toBe(403);
  });
});

describe('Observations', () => {
  const of = (params: Search = {}) => search('Observation', { patient: member.id, ...params });
  const codes = (bundle: Bundle) => bundle.entry.map(({ resource }) => (resource.code as { text: string }).text);

  test('single readings fit the R4 vital-signs profiles in every element that these demand', async () => {
    const singles = (await of()).entry.map(({ resource }) => resource).filter((one) => !('valueSampledData' in one));
    expect(singles).toHaveLength(4);
    for (const one of singles) {
      expect(one).toMatchObject({
        status: 'final',
        category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] }],
        code: { coding: expect.arrayContaining([expect.objectContaining({ system: 'http://loinc.org' })]) },
        subject: { reference: `Patient/${member.id}` },
        effectiveDateTime: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
        meta: { profile: expect.arrayContaining(['http://hl7.org/fhir/StructureDefinition/vitalsigns']) },
      });
    }
    const quantities = singles.flatMap((one) => (one.component as Resource[] | undefined) ?? [one]).map((one) => one.valueQuantity);
    for (const quantity of quantities)
      expect(quantity).toMatchObject({
        value: expect.any(Number),
        system: 'http://unitsofmeasure.org',
        code: expect.stringMatching(/^(\/min|kg|mm\[Hg\])$/),
      });
    const pressure = singles.find((one) => 'component' in one);
    expect(pressure?.code).toMatchObject({ coding: [{ code: '85354-9' }] });
    const components = (pressure?.component ?? []) as { code: { coding: [{ code: string }] } }[];
    expect(components.map(({ code }) => code.coding[0].code)).toEqual(['8480-6', '8462-4']);
    expect(pressure).not.toHaveProperty('valueQuantity');
  });

  test('of a band are samples by the hour, and no reading is lost or moved', async () => {
    const { entry } = await of({ code: '8867-4', _sort: 'date' });
    const samples = entry.map(({ resource }) => resource.valueSampledData as { period: number; data: string });
    expect(samples.map(({ period }) => period)).toEqual([60_000, 60_000, 60_000]);
    expect(samples.flatMap(({ data }) => data.split(' ').map(Number))).toEqual(minutes(180).map(([, value]) => value));
    expect(entry[0]?.resource.effectivePeriod).toEqual({ start: '2026-03-02T00:00:00.000Z', end: '2026-03-02T00:59:00.000Z' });
    expect(entry[0]?.resource.device).toMatchObject({ identifier: { system: 'urn:vigil:device' } });
  });

  test.each<[string, Search, string[]]>([
    ['newest first', { code: '29463-7,85354-9' }, ['Weight', 'Weight', 'Blood pressure']],
    ['a code of a system', { code: 'http://loinc.org|29463-7' }, ['Weight', 'Weight']],
    ['our own code', { code: 'urn:vigil:metric|weight' }, ['Weight', 'Weight']],
    ['a code that nobody has', { code: '1234-5' }, []],
    ['a code of another system', { code: 'http://snomed.info/sct|29463-7' }, []],
    ['a category', { category: 'activity' }, []],
    ['a day in the member’s zone', { code: '29463-7', date: '2026-03-03' }, ['Weight']],
    ['that day, where the day before ends at midnight there', { code: '29463-7', date: 'lt2026-03-03' }, ['Weight']],
    ['from a moment on', { code: '29463-7', date: 'ge2026-03-02T00:11:40Z' }, ['Weight', 'Weight']],
    ['after a moment', { code: '29463-7', date: 'gt2026-03-02T00:11:40Z' }, ['Weight']],
    ['up to a moment', { code: '29463-7', date: 'le2026-03-02T00:11:40Z' }, ['Weight']],
    ['before a moment', { code: '29463-7', date: 'lt2026-03-02T00:11:40Z' }, []],
    ['a stretch', { code: '29463-7', date: ['ge2026-03-03', 'lt2026-03-04'] }, ['Weight']],
    ['a stretch that is none', { date: ['ge2026-03-04', 'lt2026-03-03'] }, []],
    ['an hour that overlaps, of samples', { code: '8867-4', date: 'ge2026-03-02T02:30:00Z' }, ['Heart rate']],
  ])('are found by %s', async (_name, params, expected) => expect(codes(await of(params))).toEqual(expected));

  test.each(['date', '-date'])('sorted by %s come in pages, each of them once', async (_sort) => {
    const one = await searchAll('Observation', { patient: member.id, _sort, _count: 2 });
    const whole = await of({ _sort, _count: 1_000 });
    expect(one.resources.map(({ id }) => id)).toEqual(whole.entry.map(({ resource }) => resource.id));
    expect([whole.entry.length, one.pages]).toEqual([7, [2, 2, 2, 1]]);
  });

  test('are read by their id, samples too', async () => {
    for (const { fullUrl, resource } of (await of()).entry) {
      expect(fullUrl).toBe(`${harness.config.publicUrl}/fhir/R4/Observation/${resource.id}`);
      expect(await client.read({ resourceType: 'Observation', id: resource.id })).toEqual(resource);
    }
  });

  test('that were sent are read back under the address that was answered', async () => {
    const sent = {
      resourceType: 'Observation',
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org', code: '8310-5' }] },
      subject: { reference: `Patient/${other.id}` },
      performer: [{ reference: `Patient/${other.id}` }],
      effectiveDateTime: '2026-04-01T08:00:00Z',
      valueQuantity: { value: 98.6, system: 'http://unitsofmeasure.org', code: '[degF]' },
    };
    const created = (await client.create({ resourceType: 'Observation', body: sent as never })) as unknown as Resource;
    const back = (await client.read({ resourceType: 'Observation', id: created.id })) as unknown as Resource;
    expect(back).toMatchObject({
      id: created.id,
      subject: sent.subject,
      performer: sent.performer,
      effectiveDateTime: '2026-04-01T08:00:00.000Z',
    });
    expect((back.valueQuantity as { value: number }).value).toBeCloseTo(37, 6);
    expect((await search('Observation', { subject: `Patient/${other.id}`, code: '8310-5' })).entry[0]?.resource).toEqual(back);
    // What was read goes in again as it is, and changes nothing.
    const again = (await client.create({ resourceType: 'Observation', body: back as never })) as unknown as Resource;
    expect(again.id).toBe(created.id);
  });

  test('that were taken back leave the search, and are entered-in-error where they are asked for', async () => {
    const at = day + 50_000;
    await modules.ticksWriter.append(tickBatch(other, { spo2: [[at, 77]] }, { source: 'manual' }));
    const [before] = (await search('Observation', { patient: other.id, code: '2708-6' })).entry;
    const taken = await http.inject({
      method: 'POST',
      url: `/ticks-store/api/v1/users/${other.id}/ticks/taken-back`,
      headers: { authorization: `Bearer ${nurse.id}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ readings: [{ metric: 'spo2', timestamp: at, source: 'manual' }], reason: 'The clip was off' }),
    });
    expect(taken.statusCode).toBe(200);
    expect((await search('Observation', { patient: other.id, code: '2708-6' })).entry).toEqual([]);
    const gone = await search('Observation', { patient: other.id, code: '2708-6', status: 'entered-in-error' });
    expect(gone.entry.map(({ resource }) => [resource.id, resource.status])).toEqual([[before?.resource.id, 'entered-in-error']]);
    expect(await client.read({ resourceType: 'Observation', id: before?.resource.id ?? '' })).toMatchObject({ status: 'entered-in-error' });
  });

  test.each<[string, string, number, string]>([
    ['without a member', '/Observation', 400, 'invalid'],
    ['with two members', `/Observation?patient=${member.id}&subject=${other.id}`, 400, 'invalid'],
    ['of somebody whose id is none', '/Observation?patient=Lucia', 400, 'invalid'],
    ['of our id on another server', `/Observation?patient=https://fhir.example.org/fhir/R4/Patient/${member.id}`, 400, 'invalid'],
    ['of our id elsewhere on this one', `/Observation?patient=${harness.config.publicUrl}/other/Patient/${member.id}`, 400, 'invalid'],
    ['of nobody', '/Observation?patient=00000000-0000-4000-8000-000000000000', 404, 'not-found'],
    ['with a date that is none', `/Observation?patient=${member.id}&date=ap2026`, 400, 'invalid'],
    ['with a parameter that is not known', `/Observation?patient=${member.id}&value-quantity=5`, 400, 'invalid'],
    ['with a made-up cursor', `/Observation?patient=${member.id}&_cursor=abc`, 400, 'invalid'],
    ['by an id that is none', '/Observation/f001', 404, 'not-found'],
    ['by an id that cannot be read', '/Patient/%ZZ', 400, 'invalid'],
    ['by an id that is no UTF-8', '/Patient/%E0%A4%A', 400, 'invalid'],
    ['by an id that is too long', `/Patient/${'x'.repeat(300)}`, 400, 'invalid'],
    ['by an id of nothing', `/Observation/${member.id.replaceAll('-', '')}${'0'.repeat(18)}`, 404, 'not-found'],
  ])('asked for %s answer an OperationOutcome', async (_name, path, status, code) => {
    const answer = await raw(path);
    expect([answer.status, answer.type, answer.body.resourceType, answer.body.issue?.[0]?.code]).toEqual([
      ...[status, 'application/fhir+json; charset=utf-8', 'OperationOutcome', code],
    ]);
    requireValid(answer.body);
  });

  const observations = `/Observation?patient=${member.id}&_count=1`;
  const cursorOf = async (path: string, by = nurse) => {
    const { body } = await raw(path, by);
    const next = body.link.find(({ relation }: { relation: string }) => relation === 'next');
    return new URL(next.url).searchParams.get('_cursor') ?? '';
  };
  const refusal = {
    ...{ status: 400, type: 'application/fhir+json; charset=utf-8' },
    body: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'invalid' }] },
  };

  test('have next links that are good for their own search only', async () => {
    const [sealed, plain] = [await cursorOf('/Patient?_count=1'), await cursorOf(observations)];
    const at = (path: string, cursor: string) => raw(`${path}&_cursor=${cursor}`);
    expect((await at('/Patient?_count=1&_sort=family', sealed)).status).toBe(200);
    expect((await at(`${observations}&_sort=-date`, plain)).status).toBe(200);
    expect(await at('/Patient?_count=1&_sort=-family', sealed)).toMatchObject(refusal);
    expect(await at(`${observations}&_sort=date`, plain)).toMatchObject(refusal);
    for (const type of ['Condition', 'Procedure', 'QuestionnaireResponse'])
      expect(await at(`/${type}?patient=${member.id}`, plain), type).toMatchObject(refusal);
    const clinic = await harness.createTenant();
    const [foreign, theirs] = [await harness.createUser(clinic, { roles: ['nurse'] }), await harness.createUser(clinic)];
    await modules.ticksWriter.append(
      tickBatch(
        theirs,
        {
          spo2: [
            [day, 97],
            [day + 7200, 96],
          ],
        },
        { source: 'manual' },
      ),
    );
    const elsewhere = await cursorOf(`/Observation?patient=${theirs.id}&_count=1`, foreign);
    expect(await at(observations, elsewhere)).toMatchObject(refusal);
  });

  const orderOf = 'spo2 manual single';
  test.each<['Observation' | 'Condition', string, readonly (string | number | null)[], number]>([
    ['Observation', 'of this search', [day * 1000, orderOf], 200],
    ['Observation', 'with a time that is none', [1e300, orderOf], 400],
    ['Observation', 'with a number for a text', [day * 1000, 1], 400],
    ['Observation', 'with a part too many', [day * 1000, orderOf, ''], 400],
    ['Observation', 'with a text of NUL', [day * 1000, '\0'], 400],
    ['Observation', 'with a text of half a character', [day * 1000, '\ud800'], 400],
    ['Condition', 'of this search', [1, member.id], 200],
    ['Condition', 'with an id that is none', [null, '-'.repeat(36)], 400],
    ['Condition', 'with an id that is none, behind a time', [1, '-'.repeat(36)], 400],
  ])('of %ss take only a cursor that a next link may have: %s', async (type, _name, parts, status) => {
    const sort = type === 'Observation' ? '-date' : '-onset-date';
    const cursor = writeCursor({ tenantId: tenant.id, type, sort }, parts);
    const answer = await raw(`/${type}?patient=${member.id}&_cursor=${cursor}`);
    if (status === 200) expect([answer.status, answer.body.resourceType]).toEqual([200, 'Bundle']);
    else expect(answer).toMatchObject(refusal);
  });

  test.each([
    ['a host that nobody knows', 'evil.example', () => harness.config.publicUrl],
    ['the tenant’s own', `${tenant.code}.${new URL(harness.config.publicUrl).host}`, (host: string) => `http://${host}`],
  ])('link to ours, whatever the caller says the host is: %s', async (_name, host, expected) => {
    const answer = await http.inject({
      url: `/fhir/R4/Observation?patient=${harness.config.publicUrl}/fhir/R4/Patient/${member.id}&_count=1`,
      headers: { authorization: `Bearer ${nurse.id}`, host },
    });
    const { entry, link } = answer.json<Bundle>();
    const origins = [...link.map((one) => one.url), ...entry.map((one) => one.fullUrl)].map((one) => new URL(one).origin);
    expect(origins.length).toBeGreaterThan(1);
    expect(new Set(origins)).toEqual(new Set([expected(host)]));
  });

  test('are for who may read the member: staff, the member, and nobody else', async () => {
    const id = (await of({ code: '29463-7' })).entry[0]?.resource.id;
    const foreign = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
    for (const path of [`/Observation?patient=${member.id}`, `/Observation/${id}`]) {
      const statuses = await Promise.all([member, other, foreign, admin].map(async (by) => (await raw(path, by)).status));
      expect(statuses).toEqual([200, 403, 404, 403]);
    }
  });

  test('that are refused by a role are in the audit log with the member who was meant', async () => {
    const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
    for (const query of [`patient=${other.id}`, `subject=Patient/${other.id}`, `patient=${other.id}&patient=x`, 'patient=x'])
      expect((await raw(`/Condition?${query}`, admin)).status).toBe(403);
    const id = (await of({ code: '29463-7' })).entry[0]?.resource.id;
    for (const one of [id, 'x']) expect((await raw(`/Observation/${one}`, admin)).status).toBe(403);
    const entries = await harness.asOwner<{ members: string[] }>(
      "select members from vigil.audit_log where tenant_id = $1 and endpoint like 'fhir.%' and actor_id = $2 order by sequence",
      [tenant.id, admin.id],
    );
    expect(entries.map(({ members }) => members)).toEqual([[other.id], [other.id], [other.id], [], [member.id], []]);
  });

  test('are in the audit log, each look with its member', async () => {
    const looks = async () =>
      (
        await harness.asOwner<{ endpoint: string; members: string[] }>(
          "select endpoint, members from vigil.audit_log where tenant_id = $1 and endpoint like 'fhir.%Observation%'",
          [tenant.id],
        )
      ).filter(({ members }) => members.includes(member.id)).length;
    const before = await looks();
    await of();
    expect(await looks()).toBe(before + 1);
  });
});

describe('what other systems know', () => {
  const idsOf = async (type: string, params: Search) =>
    (await search(type, { patient: member.id, ...params })).entry.map(({ resource }) => (resource.code as { text: string }).text);

  test.each<[string, Search, string[]]>([
    ['newest first, without a date last', {}, ['AF', 'Pneumonia', 'COPD']],
    ['oldest first', { _sort: 'onset-date' }, ['Pneumonia', 'AF', 'COPD']],
    ['a code', { code: '13645005,49436004' }, ['AF', 'COPD']],
    ['a code of a system', { code: 'http://snomed.info/sct|13645005' }, ['COPD']],
    ['a system', { code: 'http://snomed.info/sct|' }, ['AF', 'Pneumonia', 'COPD']],
    ['a code of another system', { code: 'http://hl7.org/fhir/sid/icd-10|13645005' }, []],
    ['a status', { 'clinical-status': 'resolved' }, ['Pneumonia']],
    ['what was an error', { 'verification-status': 'entered-in-error' }, ['DM']],
    ['an onset', { 'onset-date': ['ge2011', 'lt2012'] }, ['Pneumonia']],
    ['a later onset', { 'onset-date': 'gt2011-08-05' }, ['AF']],
  ])('Conditions are found by %s', async (_name, params, expected) => expect(await idsOf('Condition', params)).toEqual(expected));

  test('Conditions come in pages that count all of them', async () => {
    const { pages, resources } = await searchAll('Condition', { patient: member.id, _count: 1 });
    expect([pages, resources.map(({ code }) => (code as { text: string }).text)]).toEqual([
      [1, 1, 1],
      ['AF', 'Pneumonia', 'COPD'],
    ]);
    expect((await search('Condition', { patient: member.id, _count: 1 })).total).toBe(3);
  });

  test.each([
    ['Condition', 'onset-date'],
    ['Procedure', 'date'],
    ['MedicationRequest', 'authoredon'],
    ['MedicationStatement', 'effective'],
    ['ServiceRequest', 'authored'],
  ])('each %s is valid, is about our member, says where it is from, and is found by its date and its id', async (type, parameter) => {
    const [first] = (await search(type, { patient: member.id, [parameter]: 'ge2015' })).entry;
    expect(first?.resource).toMatchObject({
      subject: { reference: `Patient/${member.id}` },
      meta: { source: 'https://hospital.example/fhir' },
    });
    requireValid(first?.resource ?? {});
    expect(await client.read({ resourceType: type, id: first?.resource.id ?? '' })).toEqual(first?.resource);
    expect((await search(type, { patient: member.id, [parameter]: 'lt2000' })).entry).toEqual([]);
    const statuses = await Promise.all([member, other].map(async (by) => (await raw(`/${type}/${first?.resource.id}`, by)).status));
    expect(statuses).toEqual([200, 403]);
    expect((await raw(`/${type}/${first?.resource.id}x`)).status).toBe(404);
  });
});
