import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { createFhirService } from '../index.ts';
import type { ClinicalResource } from './clinical-resource.ts';

const harness = await useHarness();
const { database, clock } = harness;
const writer = createTickWriter(harness);
const fhir = createFhirService({
  ...harness,
  ticks: createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs }),
  hosts: { originOf: async () => 'http://localhost', isOurs: async () => false },
});
afterAll(() => writer.stop());
/** The module behind the real HTTP server, contract, access rules and audit log; a token is the user's id, taken at its word. */
const server = await startHttp(harness, {
  routes: fhir.routes ?? [],
  owners: fhir.owners,
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: createAudit({ database, clock, key: 'seal of the records' }),
});
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const member = await harness.createUser(tenant);
const other = await harness.createUser(tenant);
const base = '/fhirservice/api/v1.0';
const day = (text: string) => ({ fromMs: Date.parse(text), toMs: Date.parse(text) + 86_400_000 });
const sct = (code: string, display: string) => ({ coding: [{ system: 'http://snomed.info/sct', code, display }] });

const resource = (over: Partial<ClinicalResource>): ClinicalResource => ({
  ...{ resourceType: 'Condition', origin: 'https://hospital.example/fhir', originId: '1', status: null, codes: [] },
  ...{ isInError: false, when: null, content: {}, originUpdatedMs: null },
  ...over,
});
async function bring(...resources: ClinicalResource[]) {
  return fhir.bringIn(tenant.id, member.id, resources, { dryRun: false, trustsIds: true });
}
async function get(path: string, by: { id: string } = nurse) {
  const answer = await server.http.inject({ url: `${base}${path}`, headers: { authorization: `Bearer ${by.id}` } });
  return { status: answer.statusCode, body: answer.json() };
}

beforeAll(async () => {
  await harness.asOwner("update vigil.users set mrn = 'REC-7' where id = $1", [member.id]);
  await bring(
    resource({
      originId: 'old',
      status: 'resolved',
      when: day('2011-08-05'),
      content: { code: { text: 'Pneumonia' }, onsetDateTime: '2011-08-05', abatementDateTime: '2011-09', note: [{ text: 'At home.' }] },
    }),
    resource({
      originId: 'new',
      status: 'active',
      when: day('2020-01-01'),
      content: {
        code: sct('49436004', 'Atrial fibrillation'),
        verificationStatus: { coding: [{ code: 'confirmed' }] },
        severity: { text: 'moderate' },
        onsetAge: { value: 62, unit: 'years' },
        recordedDate: '2020-01-01',
      },
    }),
    resource({ originId: 'undated', content: { code: { text: 'Hearing loss' } } }),
    resource({ originId: 'wrong', isInError: true, when: day('2022-01-01'), content: { code: { text: 'Diabetes' } } }),
    resource({
      resourceType: 'Procedure',
      status: 'completed',
      when: day('2020-03-04'),
      content: { code: { text: 'Ablation' }, performedPeriod: { start: '2020-03-04', end: '2020-03-05' }, reasonCode: [{ text: 'AF' }] },
    }),
    resource({
      resourceType: 'MedicationRequest',
      status: 'active',
      when: day('2020-03-05'),
      content: {
        medicationCodeableConcept: sct('1', 'Digoxin'),
        authoredOn: '2020-03-05',
        requester: { display: 'Dr Vega' },
        dosageInstruction: [{ text: 'one a day', asNeededBoolean: false }],
      },
    }),
    resource({
      resourceType: 'MedicationRequest',
      originId: '2',
      status: 'active',
      when: day('2020-03-04'),
      content: { medicationCodeableConcept: { text: 'Aspirin' }, doNotPerform: true, authoredOn: '2020-03-04' },
    }),
    resource({
      resourceType: 'MedicationStatement',
      status: 'active',
      when: day('2021-01-01'),
      content: {
        medicationCodeableConcept: { text: 'Paracetamol' },
        effectivePeriod: { start: '2021-01-01' },
        dosage: [{ asNeededBoolean: true }],
      },
    }),
    resource({
      resourceType: 'ServiceRequest',
      status: 'active',
      when: day('2025-11-03'),
      content: { code: { text: 'Holter' }, intent: 'order', priority: 'routine', authoredOn: '2025-11-03', occurrenceDateTime: '2025-12' },
    }),
  );
});

describe('what other systems know of a member', () => {
  test('conditions: newest first, without a date last, and without what was an error', async () => {
    const { body } = await get(`/patients/${member.id}/conditions`);
    expect(body.content.map(({ name }: { name: string }) => name)).toEqual(['Atrial fibrillation', 'Pneumonia', 'Hearing loss']);
    expect(body.content[0]).toEqual({
      id: expect.any(String),
      ...{ name: 'Atrial fibrillation', status: 'active', verification: 'confirmed', severity: 'moderate', notes: [] },
      codes: [{ system: 'http://snomed.info/sct', code: '49436004', display: 'Atrial fibrillation' }],
      ...{ onset: null, onsetText: '62 years', abated: null, recorded: '2020-01-01', origin: 'https://hospital.example/fhir' },
    });
    expect(body.content[1]).toMatchObject({ onset: '2011-08-05', abated: '2011-09', notes: ['At home.'], verification: null });
    expect([body.totalElements, body.page, body.size]).toEqual([3, 0, 100]);
  });

  test('a page at a time', async () => {
    const { body } = await get(`/patients/${member.id}/conditions?page=1&size=2`);
    expect([body.content.length, body.content[0].name, body.totalElements]).toEqual([1, 'Hearing loss', 3]);
  });

  test('procedures, with when they were done and why', async () => {
    const { body } = await get(`/patients/${member.id}/procedures`);
    expect(body.content).toMatchObject([
      { name: 'Ablation', status: 'completed', performedFrom: '2020-03-04', performedTo: '2020-03-05', reason: 'AF' },
    ]);
  });

  test('prescriptions: what is said to be taken, what was prescribed, and what must not be taken', async () => {
    const { body } = await get(`/patients/${member.id}/prescriptions`);
    expect(body.content).toMatchObject([
      { name: 'Paracetamol', kind: 'stated', doNotTake: false, asNeeded: true, from: '2021-01-01', to: null },
      { name: 'Digoxin', kind: 'prescribed', doNotTake: false, asNeeded: false, dosage: ['one a day'], prescriber: 'Dr Vega' },
      { name: 'Aspirin', kind: 'prescribed', doNotTake: true, asNeeded: null, dosage: [] },
    ]);
  });

  test('orders', async () => {
    const { body } = await get(`/users/${member.id}/orders`);
    expect(body.content).toMatchObject([
      { name: 'Holter', intent: 'order', authored: '2025-11-03', plannedFrom: '2025-12', doNotPerform: false },
    ]);
  });

  test('the number in the clinic’s record system, or that there is none', async () => {
    expect((await get(`/patients/${member.id}`)).body).toEqual({ id: member.id, externalRecordIdentifier: 'REC-7' });
    expect((await get(`/patients/${other.id}`)).body).toEqual({ id: other.id, externalRecordIdentifier: null });
  });

  test('is shown to the member, refused to another, and unknown to another tenant', async () => {
    const foreign = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    const statuses = await Promise.all(
      [member, other, foreign].map(async (by) => (await get(`/patients/${member.id}/conditions`, by)).status),
    );
    expect(statuses).toEqual([200, 403, 404]);
  });

  test('is in the audit log, each look of it', async () => {
    const looks = () =>
      harness.asOwner<{ n: number }>(
        "select count(*)::int as n from vigil.audit_log where $1 = any (members) and endpoint like 'fhirservice.%'",
        [member.id],
      );
    const before = (await looks())[0]?.n ?? 0;
    await get(`/users/${member.id}/orders`);
    expect((await looks())[0]?.n).toBe(before + 1);
  });

  test('is invisible to another tenant in the database itself', async () => {
    const foreign = await harness.createTenant();
    expect(await database.tenant(foreign.id, (sql) => sql.query('select 1 from vigil.clinical_resources'))).toEqual([]);
    await expect(fhir.bringIn(foreign.id, member.id, [resource({})], { dryRun: false, trustsIds: true })).rejects.toThrow();
  });

  test('is exported with where it came from, and gone once the record is erased', async () => {
    const erased = await harness.createUser(tenant);
    await fhir.bringIn(tenant.id, erased.id, [resource({ content: { code: { text: 'Gout' } } })], { dryRun: false, trustsIds: true });
    const person = { tenantId: tenant.id, userId: erased.id };
    const [file] = (await fhir.personalData?.exportOf?.(person)) ?? [];
    let text = '';
    for await (const part of file?.content ?? []) text += part;
    expect(JSON.parse(text)).toMatchObject([
      { origin: 'https://hospital.example/fhir', resource: { resourceType: 'Condition', code: { text: 'Gout' } } },
    ]);
    await fhir.personalData?.erase?.(person, 'contact');
    expect((await get(`/patients/${erased.id}/conditions`)).body.totalElements).toBe(1);
    await fhir.personalData?.erase?.(person, 'record');
    expect((await get(`/patients/${erased.id}/conditions`)).body.totalElements).toBe(0);
  });
});
