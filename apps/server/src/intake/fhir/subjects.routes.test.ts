import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const at = Math.floor(harness.clock.now() / 1000) - 3600;

type Json = Record<string, unknown>;

const recordNumber = (value: string) => ({
  type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
  system: 'http://hospital.example',
  value,
});
const heartRate = (subject: Json | undefined, changes: Json = {}): Json => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject,
  effectiveDateTime: new Date(at * 1000).toISOString(),
  valueQuantity: { value: 61, system: 'http://unitsofmeasure.org', code: '/min' },
  ...changes,
});
const creatinine = (subject: Json) => heartRate(subject, { code: { coding: [{ system: 'http://loinc.org', code: '38483-4' }] } });
const entry = (resource: Json, more: Json = {}) => ({ resource, request: { method: 'POST', url: resource.resourceType }, ...more });
/** What has no resource and no request stands beside the entries. */
const bundle = (type: string, ...parts: Json[]) => {
  const isEntry = (part: Json) => 'resource' in part || 'request' in part;
  return { resourceType: 'Bundle', type, ...Object.assign({}, ...parts.filter((part) => !isEntry(part))), entry: parts.filter(isEntry) };
};

async function home() {
  const made = await server.createHome();
  const mrn = `T-${made.member.id.slice(0, 8)}`;
  await harness.asOwner('update vigil.users set mrn = $2, birth_date = $3 where id = $1', [made.member.id, mrn, '1950-05-06']);
  const send = async (path: string, body: unknown) => {
    const { status, body: answer } = await server.post(path, made.nurse, body, { 'content-type': 'application/fhir+json' });
    return { status, answer, issue: answer.issue?.[0] };
  };
  return {
    ...made,
    mrn,
    one: (subject: Json | undefined, changes?: Json) => send('/fhir/R4/Observation', heartRate(subject, changes)),
    bundle: (...args: Parameters<typeof bundle>) => send('/fhir/R4', bundle(...args)),
    stored: () => server.stored(made.member.id),
  };
}

describe('whom an Observation is about', () => {
  it('is found by a reference of ours, absolute too, and by the record number', async () => {
    const { member, mrn, one, stored } = await home();
    const { host } = new URL(server.url);
    const subjects = [
      { reference: `Patient/${member.id}` },
      { reference: `http://test.example/fhir/R4/Patient/${member.id}/_history/1` },
      { reference: `https://${host}/fhir/R4/Patient/${member.id.toUpperCase()}` },
      { identifier: recordNumber(mrn) },
      { identifier: { value: ` ${mrn.toLowerCase()} ` } },
      { identifier: { system: 'urn:vigil:mrn', value: mrn } },
      { reference: `Patient/${member.id}`, identifier: recordNumber(mrn) },
      { reference: 'https://other.example/fhir/R4/Patient/7', identifier: recordNumber(mrn) },
    ];
    for (const subject of subjects) expect([subject, (await one(subject)).status]).toEqual([subject, 201]);
    expect(await stored()).toEqual([`heart_rate@${at}=61 imported`]);
  });

  it('is refused where it is another server’s, another tenant’s, nobody’s, or contradicts itself', async () => {
    const { tenant, member, mrn, one, stored } = await home();
    const stranger = await home();
    const twin = await harness.createUser(tenant);
    const wrong = [
      [{ reference: `https://other.example/fhir/R4/Patient/${member.id}` }, 422, 'another server'],
      [{ reference: `http://test.example.evil.example/fhir/R4/Patient/${member.id}` }, 422, 'another server'],
      [{ reference: `http://test.example/other/R4/Patient/${member.id}` }, 422, 'another server'],
      [{ reference: `urn:uuid:${member.id}` }, 422, 'No entry of the Bundle'],
      [{ identifier: { system: 'http://other.example/accession', value: mrn } }, 422, 'medical record number'],
      [{ identifier: { ...recordNumber(mrn), system: 'http://hl7.org/fhir/sid/us-ssn' } }, 422, 'medical record number'],
      [{ identifier: { ...recordNumber(mrn), system: 'urn:oid:2.16.840.1.113883.4.3.25' } }, 422, 'medical record number'],
      [{ identifier: { ...recordNumber(mrn), system: 'urn:vigil:device' } }, 422, 'medical record number'],
      [{ identifier: recordNumber(stranger.mrn) }, 404, 'No member has that'],
      [{ identifier: { ...recordNumber(mrn), type: { coding: [{ code: 'SS' }] } } }, 422, 'medical record number'],
      [{ reference: `Patient/${twin.id}`, identifier: recordNumber(mrn) }, 422, 'not that of the member'],
      [{ reference: `Patient/${member.id}`, identifier: recordNumber('T-0') }, 422, 'not that of the member'],
    ] as const;
    for (const [subject, status, words] of wrong) {
      const answer = await one(subject);
      expect([subject, answer.status, answer.issue?.diagnostics]).toEqual([subject, status, expect.stringContaining(words)]);
    }
    await harness.asOwner('update vigil.users set mrn = $2 where id = $1', [twin.id, mrn]);
    expect((await one({ identifier: recordNumber(mrn) })).issue?.diagnostics).toContain('Several members');
    expect([...(await stored()), ...(await stranger.stored()), ...(await server.stored(twin.id))]).toEqual([]);
  });

  it('in a Bundle is the Patient with that fullUrl, by record number and birth date', async () => {
    const patient = (identifier: unknown, more: Json = {}) =>
      entry({ resourceType: 'Patient', identifier, birthDate: '1950-05-06', ...more }, { fullUrl: 'urn:uuid:p' });
    const about = entry(heartRate({ reference: 'urn:uuid:p' }));
    const { mrn, bundle: send, stored } = await home();
    const refused: [Json[], number, string][] = [
      [[patient([recordNumber(mrn)], { birthDate: '1950-05-07' })], 422, 'not that of the member'],
      [[patient([recordNumber('T-0')])], 404, 'No member has that'],
      [[patient([{ value: mrn }])], 422, 'no medical record number'],
      [[patient([{ ...recordNumber(mrn), system: 'http://hl7.org/fhir/sid/us-ssn' }])], 422, 'no medical record number'],
      [[patient([{ ...recordNumber(mrn), value: 7 }, 7, { type: { coding: 'MR' }, value: mrn }])], 422, 'no medical record number'],
      [[patient([recordNumber(mrn)], { implicitRules: 'http://example.org/rules' })], 422, 'implicitRules'],
      [[patient([recordNumber(mrn), recordNumber('T-0')])], 422, 'several medical record numbers'],
      [[patient([recordNumber(mrn)]), patient([recordNumber(mrn)])], 422, 'Two Patients'],
      [[patient([recordNumber(mrn)], { modifierExtension: [{}] })], 422, 'modifierExtension'],
    ];
    for (const [patients, status, words] of refused) {
      const { answer, ...got } = await send('transaction', ...patients, about);
      expect([got.status, answer.resourceType, got.issue?.diagnostics]).toEqual([
        status,
        'OperationOutcome',
        expect.stringContaining(words),
      ]);
    }
    expect(await stored()).toEqual([]);
    expect((await send('transaction', patient([recordNumber(mrn)]), about)).status).toBe(200);
    expect(await stored()).toEqual([`heart_rate@${at}=61 imported`]);
  });
});

describe('a transaction of a whole visit', () => {
  const visit = (mrn: string, ...more: Json[]) => [
    entry({ resourceType: 'Patient', id: 'p', identifier: [recordNumber(mrn)] }, { fullUrl: 'urn:uuid:p' }),
    entry({ resourceType: 'Encounter', status: 'finished' }),
    entry({ resourceType: 'Organization' }, { request: { method: 'POST', url: 'Organization/', ifNoneExist: 'identifier=a|1' } }),
    entry({ resourceType: 'Practitioner' }, { request: { method: 'PUT', url: 'Practitioner/7' } }),
    entry(heartRate({ reference: 'urn:uuid:p' }), { request: { method: 'POST', url: 'http://test.example/fhir/R4/Observation' } }),
    entry(creatinine({ reference: 'urn:uuid:p' })),
    ...more,
  ];

  it('goes in, and says of each entry that is no vital sign that it is not stored', async () => {
    const { mrn, bundle: send, stored } = await home();
    const { status, answer } = await send('transaction', ...visit(mrn));
    expect([status, answer.type]).toEqual([200, 'transaction-response']);
    const told = answer.entry?.map(({ response }) => `${response.status} ${response.outcome?.issue?.[0]?.diagnostics.slice(0, 10) ?? ''}`);
    const notStored = '200 OK Not stored';
    expect(told).toEqual([notStored, notStored, notStored, notStored, '201 Created ', notStored]);
    expect(JSON.stringify(answer)).not.toContain('"error"');
    expect(await stored()).toEqual([`heart_rate@${at}=61 imported`]);
  });

  it.each<[string, (subject: Json) => Json[], number]>([
    ['a vital sign that is wrong', (subject) => [entry(heartRate(subject, { valueQuantity: { value: 61, code: 'kg' } }))], 422],
    ['something to delete', () => [{ request: { method: 'DELETE', url: 'Observation/1' } }], 405],
    [
      'something to be done with another resource',
      () => [entry({ resourceType: 'Encounter' }, { request: { method: 'POST', url: 'Patient' } })],
      422,
    ],
    [
      'the address of another server',
      (subject) => [entry(heartRate(subject), { request: { method: 'POST', url: 'https://other.example/fhir/R4/Observation' } })],
      400,
    ],
    ['a modifier of the entry', (subject) => [entry(heartRate(subject), { modifierExtension: [{}] })], 422],
    [
      'an Observation under an id of the sender’s own',
      (subject) => [entry(heartRate(subject), { request: { method: 'PUT', url: 'Observation/x' } })],
      405,
    ],
    ...['ifNoneExist', 'ifMatch', 'ifNoneMatch', 'ifModifiedSince'].map((condition): [string, (subject: Json) => Json[], number] => [
      `the condition ${condition}`,
      (subject) => [entry(heartRate(subject), { request: { method: 'POST', url: 'Observation', [condition]: 'W/"1"' } })],
      412,
    ]),
  ])('with %s stores nothing', async (_name, more, expected) => {
    const { mrn, bundle: send, stored } = await home();
    const { status, answer } = await send('transaction', ...visit(mrn, ...more({ reference: 'urn:uuid:p' })));
    expect([status, answer.resourceType, answer.issue?.length]).toEqual([expected, 'OperationOutcome', 1]);
    expect(answer.issue?.[0]?.expression[0]).toMatch(/^Bundle\.entry\[6\]/);
    expect(await stored()).toEqual([]);
  });

  it('without any vital sign is refused, and a batch refuses each entry that is none', async () => {
    const { mrn, bundle: send } = await home();
    const [patient, encounter] = visit(mrn) as [Json, Json];
    expect((await send('transaction', patient, encounter)).status).toBe(422);
    const { status, answer } = await send('batch', ...visit(mrn));
    const statuses = answer.entry?.map(({ response }) => response.status.slice(0, 3));
    expect([status, statuses]).toEqual([200, ['422', '422', '422', '422', '201', '422']]);
  });
});

it.each(['Observation/', '/Observation/', '/fhir/R4/Observation/', 'http://test.example/fhir/R4/Observation/'])(
  'an entry may be sent to %s, with a slash at its end as every call',
  async (url) => {
    const { member, bundle: send, stored } = await home();
    const sent = entry(heartRate({ reference: `Patient/${member.id}` }), { request: { method: 'POST', url } });
    const { answer } = await send('batch', sent);
    expect(answer.entry?.map(({ response }) => response.status)).toEqual(['201 Created']);
    expect(await stored()).toEqual([`heart_rate@${at}=61 imported`]);
  },
);

it.each(['batch', 'transaction'])('a %s whose meaning depends on implicitRules is refused with the element', async (type) => {
  const { member, bundle: send, stored } = await home();
  const one = entry(heartRate({ reference: `Patient/${member.id}` }));
  const { status, issue } = await send(type, one, { implicitRules: 'http://example.org/rules' });
  expect([status, issue?.code, issue?.expression]).toEqual([422, 'not-supported', ['Bundle.implicitRules']]);
  expect(await stored()).toEqual([]);
});

it('what an entry asks of us and is not done is told of the request, in a batch for itself', async () => {
  const { member, bundle: send, stored } = await home();
  const about = { reference: `Patient/${member.id}` };
  const request = { method: 'POST', url: 'Observation', ifNoneExist: 'identifier=http://other.example|1' };
  const { answer } = await send('batch', entry(heartRate(about), { request }), entry(heartRate(about)));
  const [refused, taken] = answer.entry?.map(({ response }) => response) ?? [];
  expect([refused?.status, refused?.outcome?.issue?.[0]?.expression]).toEqual([
    '412 Precondition Failed',
    ['Bundle.entry[0].request.ifNoneExist'],
  ]);
  expect(taken?.status).toBe('201 Created');
  expect(await stored()).toEqual([`heart_rate@${at}=61 imported`]);
});

it('an Observation that is only to be created where none exists is refused, as the header is not understood', async () => {
  const { member, nurse, stored } = await home();
  const headers = { 'content-type': 'application/fhir+json', 'if-none-exist': 'identifier=http://other.example|1' };
  const { status, body } = await server.post('/fhir/R4/Observation', nurse, heartRate({ reference: `Patient/${member.id}` }), headers);
  expect([status, body.resourceType, body.issue?.[0]?.expression]).toEqual([412, 'OperationOutcome', ['If-None-Exist']]);
  expect(await stored()).toEqual([]);
});

describe('what an Observation may not leave open', () => {
  const value = { value: 61, system: 'http://unitsofmeasure.org', code: '/min' };
  const component = { code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] }, valueQuantity: value, modifierExtension: [{}] };
  it.each<[string, Json, string]>([
    [
      'a modifierExtension',
      { modifierExtension: [{ url: 'http://example.org/not', valueBoolean: true }] },
      'Observation.modifierExtension',
    ],
    ['one of a component', { valueQuantity: undefined, component: [component] }, 'Observation.component[0].modifierExtension'],
    ['implicitRules', { implicitRules: 'http://example.org/rules' }, 'Observation.implicitRules'],
    ['two times', { effectiveInstant: '2020-01-01T00:00:00Z' }, 'Observation.effective'],
    ['a time and a period', { effectivePeriod: {} }, 'Observation.effective'],
    ['a time and a timing', { effectiveTiming: {} }, 'Observation.effective'],
    ['two values', { valueInteger: 61 }, 'Observation.value'],
  ])('%s is refused with the element', async (_name, changes, expression) => {
    const { member, one, stored } = await home();
    const { status, issue } = await one({ reference: `Patient/${member.id}` }, changes);
    expect([status, issue?.expression]).toEqual([422, [expression]]);
    expect(await stored()).toEqual([]);
  });
});

it.each(['/fhir/R4/Patient/%ZZ', '/fhir/R4/Patient/%E0%A4%A', '/fhir/R4/%', '/fhir/R4/Observation%?x'])(
  '%s, which cannot be read as an address, answers with an OperationOutcome',
  async (path) => {
    const response = await fetch(`${server.url}${path}`);
    const body = (await response.json()) as Json;
    expect([response.status, response.headers.get('content-type'), body.resourceType]).toEqual([
      400,
      expect.stringContaining('application/fhir+json'),
      'OperationOutcome',
    ]);
  },
);

it.each(['/fhir/R4/Patient', '/fhir/R4/Observation/1/$everything?x=/', '/fhir/R5/metadata', '/fhir'])(
  '%s, which is no call, answers with an OperationOutcome',
  async (path) => {
    const response = await fetch(`${server.url}${path}`);
    const body = (await response.json()) as Json;
    expect([response.status, response.headers.get('content-type'), body.resourceType]).toEqual([
      404,
      expect.stringContaining('application/fhir+json'),
      'OperationOutcome',
    ]);
  },
);
