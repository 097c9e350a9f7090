import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { VigilError } from '@vigil/contract/errors';
import { afterAll, describe, expect, test } from 'vitest';
import { createRecordImport, type ImportRecordOptions } from '#intake/index.ts';
import { createFhirService } from '#services/fhir/index.ts';
import { createTicksStoreReads } from '#services/ticks-store/index.ts';
import { type TestTenant, useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const { people, clock } = harness;
const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: server.writer.rolledUpUntilMs });
const fhir = createFhirService({ ...harness, ticks, hosts: { originOf: async () => 'http://localhost', isOurs: async () => false } });
const importRecord = createRecordImport({ ticksStore: server.writer, fhir, people, clock, dataDir: null });
const folder = mkdtempSync(join(tmpdir(), 'vigil-records-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
const record = readFileSync(fixture('record.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);

let files = 0;
function fileOf(...resources: unknown[]): string {
  const path = join(folder, `file-${files++}.ndjson`);
  writeFileSync(path, resources.map((one) => JSON.stringify(one)).join('\n'));
  return path;
}

async function newMember(
  tenant: TestTenant,
  { mrn = null as string | null, born = null as string | null, family = 'Ibarra', given = 'Lucía' } = {},
) {
  const { id } = await harness.createUser(tenant, { familyName: family, givenName: given });
  await harness.asOwner('update vigil.users set mrn = $2, birth_date = $3::date where id = $1', [id, mrn, born]);
  return id;
}
const bring = (tenant: TestTenant, path: string, over: Partial<ImportRecordOptions> = {}) =>
  importRecord({ path, tenantId: tenant.id, origin: 'files', trustsIds: false, dryRun: false, ...over });
const rowsOf = (userId: string) =>
  harness.asOwner<{ resource_type: string; origin_id: string; status: string | null }>(
    'select resource_type, origin_id, status from vigil.clinical_resources where user_id = $1 order by resource_type, origin_id',
    [userId],
  );
const lucia = { mrn: 'REC-1', born: '1957-03-21' };

describe('a record as FHIR', () => {
  test('goes to the member with its record number and birth date, with every part counted', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant, lucia);
    const named: (readonly string[])[] = [];
    const report = await bring(tenant, fixture('record.ndjson'), { onMembers: async (ids) => void named.push(ids) });
    expect(named).toEqual([[id]]);
    const one = { taken: 1, changed: 0, unchanged: 0, refused: 0 };
    expect(report).toMatchObject({
      types: {
        Patient: one,
        Condition: { ...one, taken: 3 },
        Procedure: one,
        MedicationRequest: one,
        MedicationStatement: one,
        ServiceRequest: one,
        Observation: { ...one, taken: 2 },
      },
      passedOver: { Immunization: 1 },
      ...{ readings: 2, members: 1, refusedTotal: 0 },
    });
    expect((await rowsOf(id)).map(({ resource_type, origin_id }) => `${resource_type} ${origin_id}`)).toEqual([
      ...[
        'Condition c1',
        'Condition c2',
        'Condition c3',
        'MedicationRequest q1',
        'MedicationStatement s1',
        'Procedure r1',
        'ServiceRequest v1',
      ],
    ]);
    expect(await server.stored(id)).toEqual(['heart_rate@1762164000=61 imported', 'heart_rate@1762164060=62 imported']);
  });

  test('brought in again changes nothing; what has changed there takes the place of the old', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant, lucia);
    await bring(tenant, fixture('record.ndjson'));
    const before = await harness.asOwner('select * from vigil.clinical_resources where user_id = $1 order by id', [id]);
    clock.advance(60_000);
    const again = await bring(tenant, fixture('record.ndjson'));
    expect(again.types.Condition).toEqual({ taken: 0, changed: 0, unchanged: 3, refused: 0 });
    expect(await harness.asOwner('select * from vigil.clinical_resources where user_id = $1 order by id', [id])).toEqual(before);
    const resolved = { ...record[1], clinicalStatus: { coding: [{ code: 'resolved' }] }, meta: { lastUpdated: '2025-06-01T00:00:00Z' } };
    expect((await bring(tenant, fileOf(record[0], resolved))).types.Condition).toMatchObject({ changed: 1 });
    const old = await bring(tenant, fileOf(record[0], record[1]));
    expect(old.refused.map(({ reason }) => reason)).toEqual(['What is stored is newer']);
    expect((await rowsOf(id))[0]).toMatchObject({ origin_id: 'c1', status: 'resolved' });
  });

  test('as a dry run counts the same and stores nothing', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant, lucia);
    const dry = await bring(tenant, fixture('record.ndjson'), { dryRun: true });
    expect([await rowsOf(id), await server.stored(id)]).toEqual([[], []]);
    expect(await bring(tenant, fixture('record.ndjson'))).toEqual(dry);
  });

  test('in a folder, packed and spread over files by type, is read as one', async () => {
    const tenant = await harness.createTenant();
    const ids = [await newMember(tenant, lucia), await newMember(tenant, { mrn: 'REC-2', born: '1948-10-01' })];
    const inside = join(folder, 'bulk');
    mkdirSync(inside);
    // The Patients come last by name.
    writeFileSync(
      join(inside, 'a.ndjson.gz'),
      gzipSync(
        record
          .slice(1)
          .map((one) => JSON.stringify(one))
          .join('\n'),
      ),
    );
    writeFileSync(join(inside, 'z.ndjson'), JSON.stringify(record[0]));
    copyFileSync(fixture('bundle.json'), join(inside, 'bundle.json'));
    writeFileSync(join(inside, 'README.md'), 'not read');
    expect(await bring(tenant, inside)).toMatchObject({ members: 2, readings: 3, refusedTotal: 0 });
    expect((await Promise.all(ids.map(rowsOf))).map((rows) => rows.length)).toEqual([7, 1]);
  });

  test('of which another thing has the same id as one that is stored, in files, is refused until the origins are told apart', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant, lucia);
    await bring(tenant, fixture('record.ndjson'));
    const other = { ...record[1], code: { coding: [{ system: 'http://snomed.info/sct', code: '195967001', display: 'Asthma' }] } };
    const report = await bring(tenant, fileOf(record[0], other));
    expect(report.refused[0]?.reason).toMatch(/--origin/);
    expect((await bring(tenant, fileOf(record[0], other), { origin: 'other hospital' })).refusedTotal).toBe(0);
    expect((await rowsOf(id)).filter(({ origin_id }) => origin_id === 'c1')).toHaveLength(2);
  });
});

describe('a resource that cannot be stored', () => {
  const condition = { ...record[1], id: 'bad' };
  const nested = (name: string) => ({ ...condition, code: { text: 'x', coding: [{ code: '1', [name]: 'y' }] } });
  test.each<[string, object]>([
    ['half a character in a text', { ...condition, code: { text: 'a\ud800' } }],
    ['half a character in an id', { ...condition, id: 'a\udfff' }],
    ['half a character in a name', nested('a\ud800')],
    ['a NUL character in a name', nested('a\0')],
    ['the year 0', { ...condition, onsetDateTime: '0000-01-01' }],
    ['a type that is none', { ...condition, resourceType: '\u001b[2JCondition' }],
  ])('for %s is refused by itself, and those before and behind it are stored', async (_name, bad) => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant, lucia);
    const report = await bring(tenant, fileOf(record[0], record[1], bad, record[2]));
    expect(report.refused.map(({ line }) => line)).toEqual([3]);
    expect((await rowsOf(id)).map(({ origin_id }) => origin_id)).toEqual(['c1', 'c2']);
    expect(JSON.stringify(report)).not.toContain('u001b');
  });

  test.each<[string, object]>([
    ['until the end of all time', { onsetPeriod: { start: '2020-01-01', end: '9999-12-31' } }],
    ['in the first year', { onsetDateTime: '0001' }],
    ['changed at a time that is none', { meta: { lastUpdated: '+275760-09-13T00:00:00Z' } }],
    ['with an id that is a scheme alone', { id: 'urn:uuid:' }],
  ])('is not one that is %s', async (_name, over) => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant, lucia);
    const path = fileOf(record[0], { ...record[1], ...over });
    expect((await bring(tenant, path)).refusedTotal).toBe(0);
    expect((await bring(tenant, path)).types.Condition).toMatchObject({ taken: 0, changed: 0, unchanged: 1 });
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test('and stands in a Bundle with implicitRules is not read: they may change its meaning', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant, lucia);
    const entry = record.map((resource) => ({ resource }));
    const report = await bring(
      tenant,
      fileOf({ resourceType: 'Bundle', type: 'collection', implicitRules: 'http://example.org/rules', entry }),
    );
    expect([report.refusedTotal, report.refused[0]?.resourceType, report.refused[0]?.reason]).toEqual([
      1,
      'Bundle',
      expect.stringContaining('implicitRules'),
    ]);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('and is of a type named like a part of every object is counted as one that is not kept', async () => {
    const tenant = await harness.createTenant();
    await newMember(tenant, lucia);
    const report = await bring(tenant, fileOf(record[0], { resourceType: 'constructor' }, { resourceType: 'toString' }));
    expect({ ...report.passedOver }).toEqual({ constructor: 1, toString: 1 });
  });
});

describe('whose record it is', () => {
  test.each<[string, { mrn?: string; born?: string | null; family?: string }, RegExp]>([
    ['a number that is nobody’s', { mrn: 'REC-9', born: '1957-03-21' }, /No member has this record number/],
    ['another birth date', { mrn: 'REC-1', born: '1957-03-12' }, /birth date is another/],
    ['only the number in common', { mrn: 'REC-1', born: null, family: 'Other' }, /Only the record number agrees/],
  ])('%s: nothing is stored, and the reason told', async (_name, member, reason) => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant, { ...member, mrn: member.mrn ?? null, born: member.born ?? null });
    const report = await bring(tenant, fixture('record.ndjson'));
    expect([report.members, report.readings, await rowsOf(id), await server.stored(id)]).toEqual([0, 0, [], []]);
    expect(report.refused[0]).toMatchObject({ resourceType: 'Patient', file: 'Patient/p1' });
    expect(report.refused.every((one) => reason.test(one.reason))).toBe(true);
    expect(report.refusedTotal).toBe(10);
  });

  test('two Patients never become one member, whichever of them is right', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant, lucia);
    const twin = { ...record[0], id: 'p2' };
    const report = await bring(tenant, fileOf(record[0], twin, record[1], { ...record[2], subject: { reference: 'Patient/p2' } }));
    expect(report.refused.map(({ reason }) => /same member/.test(reason))).toEqual([true, true, true, true]);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('another tenant’s member with that number is nobody', async () => {
    const id = await newMember(await harness.createTenant(), lucia);
    const report = await bring(await harness.createTenant(), fixture('record.ndjson'));
    expect([report.members, await rowsOf(id)]).toEqual([0, []]);
  });

  test('a member who is named takes the only Patient of the files, without a number', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant);
    expect(await bring(tenant, fixture('record.ndjson'), { userId: id })).toMatchObject({ members: 1, refusedTotal: 0, readings: 2 });
  });

  test('a member who is named is refused a Patient with another’s number or another birth date', async () => {
    const tenant = await harness.createTenant();
    await newMember(tenant, lucia);
    const stranger = await newMember(tenant);
    const elder = await newMember(tenant, { born: '1930-01-01' });
    await expect(bring(tenant, fixture('record.ndjson'), { userId: stranger })).rejects.toMatchObject({ code: 'conflict' });
    await expect(bring(tenant, fixture('bundle.json'), { userId: elder })).rejects.toMatchObject({ code: 'conflict' });
    expect([await rowsOf(stranger), await rowsOf(elder)]).toEqual([[], []]);
  });

  test('of several Patients one has to be chosen, and the others’ parts are refused', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant);
    const path = fileOf(record[0], { resourceType: 'Patient', id: 'p2' }, record[1], {
      ...record[2],
      subject: { reference: 'Patient/p2' },
    });
    await expect(bring(tenant, path, { userId: id })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ message: 'p1' }, { message: 'p2' }],
    });
    const report = await bring(tenant, path, { userId: id, person: 'p2' });
    expect([report.types.Condition, (await rowsOf(id)).map(({ origin_id }) => origin_id)]).toEqual([
      { taken: 1, changed: 0, unchanged: 0, refused: 1 },
      ['c2'],
    ]);
  });

  test('without any Patient the first subject is the member who is named, the own id always, and nobody else', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant);
    const other = await newMember(tenant);
    const heart = (subject: string, minute: number) => ({
      ...record[9],
      subject: { reference: subject },
      effectiveDateTime: `2025-11-03T10:0${minute}:00Z`,
    });
    const subjects = [
      'Patient/abc',
      'https://hospital.example/fhir/Patient/abc/_history/2',
      'Patient/xyz',
      `Patient/${other}`,
      `https://vigil.example/fhir/R4/Patient/${id}`,
    ];
    const report = await bring(tenant, fileOf(...subjects.map(heart)), { userId: id });
    expect(report.refused.map(({ line }) => line)).toEqual([3, 4]);
    expect([(await server.stored(id)).length, await server.stored(other)]).toEqual([3, []]);
  });

  test('without any Patient and without a member who is named, only our own ids lead to anybody', async () => {
    const tenant = await harness.createTenant();
    const id = await newMember(tenant);
    const report = await bring(tenant, fileOf({ ...record[1], subject: { reference: `Patient/${id}` } }, record[2]));
    expect([report.members, report.refusedTotal, await rowsOf(id)]).toMatchObject([1, 1, [{ origin_id: 'c1' }]]);
  });
});

test('a file that is none, a cut-off archive, lines that are no JSON, and an unknown member are told', async () => {
  const tenant = await harness.createTenant();
  await expect(bring(tenant, join(folder, 'missing'))).rejects.toMatchObject({ code: 'not_found' });
  const cut = join(folder, 'cut.ndjson');
  writeFileSync(cut, gzipSync(readFileSync(fixture('record.ndjson'))).subarray(0, 300));
  await expect(bring(tenant, cut)).rejects.toMatchObject({ code: 'invalid_body_encoding', message: expect.stringContaining('cut.ndjson') });
  const broken = join(folder, 'broken.ndjson');
  writeFileSync(broken, `${JSON.stringify(record[11])}\n{"resourceType":\n[1]\n`);
  expect((await bring(tenant, broken)).refused.map(({ line }) => line)).toEqual([2, 3]);
  await expect(bring(tenant, fixture('record.ndjson'), { userId: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('can be cancelled, and is completed by doing it again', async () => {
  const tenant = await harness.createTenant();
  const id = await newMember(tenant, lucia);
  const cancel = new AbortController();
  const many = Array.from({ length: 1_200 }, (_, index) => ({ ...record[2], id: `n${index}` }));
  const path = fileOf(record[0], ...many);
  await expect(bring(tenant, path, { signal: cancel.signal, onProgress: () => cancel.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(await rowsOf(id)).toHaveLength(500);
  expect((await bring(tenant, path)).types.Condition).toMatchObject({ taken: 700, unchanged: 500 });
});

test('ends when a member is erased meanwhile, and stores nothing more of them', async () => {
  const tenant = await harness.createTenant();
  const id = await newMember(tenant, lucia);
  const many = Array.from({ length: 1_200 }, (_, index) => ({ ...record[2], id: `n${index}` }));
  let erased: Promise<unknown> = Promise.resolve();
  const erasing = {
    ...people,
    isMember: async (tenantId: string, userId: string) => {
      await erased;
      return people.isMember(tenantId, userId);
    },
  };
  const importing = createRecordImport({ ticksStore: server.writer, fhir, people: erasing, clock, dataDir: null });
  const onProgress = () => {
    erased = harness.asOwner('update vigil.users set erased_at = now() where id = $1', [id]);
  };
  const options = { path: fileOf(record[0], ...many), tenantId: tenant.id, origin: 'files', trustsIds: false, dryRun: false, onProgress };
  await expect(importing(options)).rejects.toMatchObject({ code: 'not_found', message: expect.stringMatching(/erased/) });
  expect(await rowsOf(id)).toHaveLength(500);
});

test('that a store ends early says that what was stored is kept', async () => {
  const tenant = await harness.createTenant();
  const id = await newMember(tenant, lucia);
  const many = Array.from({ length: 1_200 }, (_, index) => ({ ...record[2], id: `n${index}` }));
  let batches = 0;
  const bringIn: typeof fhir.bringIn = async (...batch) => {
    if (++batches > 1) throw new VigilError('database_unavailable', 'Nothing was saved.');
    return fhir.bringIn(...batch);
  };
  const importing = createRecordImport({ ticksStore: server.writer, fhir: { bringIn }, people, clock, dataDir: null });
  const options = { path: fileOf(record[0], ...many), tenantId: tenant.id, origin: 'files', trustsIds: false, dryRun: false };
  await expect(importing(options)).rejects.toMatchObject({ code: 'database_unavailable', message: expect.stringMatching(/is kept/) });
  expect(await rowsOf(id)).toHaveLength(500);
});
