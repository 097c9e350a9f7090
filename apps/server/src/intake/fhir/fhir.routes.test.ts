import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const now = Math.floor(harness.clock.now() / 1000);
const recently = new Date((now - 3600) * 1000).toISOString();
const at = Date.parse(recently) / 1000;

type Json = Record<string, unknown>;

function example(name: string, userId: string, changes: Json = {}): Json {
  const resource = JSON.parse(readFileSync(new URL(`./fixtures/Observation-${name}.json`, import.meta.url), 'utf8')) as Json;
  return { ...resource, subject: { reference: `Patient/${userId}` }, ...changes };
}
const heartRate = (userId: string, value: number, changes: Json = {}) =>
  example('heart-rate', userId, {
    effectiveDateTime: recently,
    valueQuantity: { value, system: 'http://unitsofmeasure.org', code: '/min' },
    ...changes,
  });
const bundle = (type: string, ...resources: readonly Json[]) => ({
  resourceType: 'Bundle',
  type,
  entry: resources.map((resource) => ({ resource, request: { method: 'POST', url: 'Observation' } })),
});
const send = (token: string, body: unknown) => server.post('/fhir/R4', token, body, { 'content-type': 'application/fhir+json' });
const sendOne = (token: string, body: unknown) =>
  server.post('/fhir/R4/Observation', token, body, { 'content-type': 'application/fhir+json' });

describe('one Observation', () => {
  it('of each vital sign among HL7’s own examples is stored in our units', async () => {
    const { member, nurse } = await server.createHome();
    const names = ['blood-pressure', 'body-temperature', 'example', 'f001', 'heart-rate', 'respiratory-rate', 'satO2'];
    for (const name of names) {
      const date =
        name === 'heart-rate' || name === 'body-temperature' || name === 'respiratory-rate' ? { effectiveDateTime: '2019-07-02' } : {};
      const { status, body, headers } = await sendOne(nurse, example(name, member.id, date));
      expect([name, status, body.resourceType]).toEqual([name, 201, 'Observation']);
      expect(headers.get('location')).toBe(`/fhir/R4/Observation/${body.id}`);
      expect(headers.get('content-type')).toContain('application/fhir+json');
    }
    const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
    expect(await server.stored(member.id)).toEqual([
      `body_temp@${day('2019-07-02')}=36.5 imported`,
      `diastolic@${day('2012-09-17')}=60 imported`,
      `glucose@${Date.parse('2013-04-02T09:30:10+01:00') / 1000}=113.51466 imported`,
      `heart_rate@${day('2019-07-02')}=44 imported`,
      `resp_rate@${day('2019-07-02')}=26 imported`,
      `spo2@${Date.parse('2014-12-05T09:30:10+01:00') / 1000}=95 imported`,
      `systolic@${day('2012-09-17')}=107 imported`,
      `weight@${day('2016-03-28')}=83.914588 imported`,
    ]);
  });

  it('of a day without a time counts from the start of that day in the member’s zone', async () => {
    const { member, nurse } = await server.createHome('America/New_York');
    await sendOne(nurse, example('example', member.id));
    expect(await server.stored(member.id)).toEqual([`weight@${Date.parse('2016-03-28T04:00:00Z') / 1000}=83.914588 imported`]);
  });

  it.each([
    ['has not begun for the member', 'America/Los_Angeles', () => dayToCome(harness.clock.now(), 'America/Los_Angeles'), 'future'],
    ['began before 2000 for the member', 'Africa/Cairo', () => '2000-01-01', '2000'],
  ])('of a day that %s is refused, alone and in a batch, and not called stored', async (_, timeZone, day, word) => {
    const { member, nurse } = await server.createHome(timeZone);
    const observation = heartRate(member.id, 61, { effectiveDateTime: day() });
    const alone = await sendOne(nurse, observation);
    expect(alone.status).toBe(422);
    expect(JSON.stringify(alone.body.issue)).toContain(word);
    const entry = [{ request: { method: 'POST', url: 'Observation' }, resource: observation }];
    const batch = await server.post('/fhir/R4', nurse, { resourceType: 'Bundle', type: 'batch', entry });
    expect(batch.body.entry?.map(({ response }) => response.status)).toEqual(['422 Unprocessable Entity']);
    expect(await server.stored(member.id)).toEqual([]);
  });

  it('sent again is the same tick under the same id, a corrected one takes its place', async () => {
    const { member, device } = await server.createHome();
    const first = await sendOne(device, heartRate(member.id, 61));
    const again = await sendOne(device, heartRate(member.id, 61));
    const corrected = await sendOne(device, heartRate(member.id, 64, { status: 'corrected' }));
    expect(new Set([first.body.id, again.body.id, corrected.body.id]).size).toBe(1);
    expect(await server.stored(member.id)).toEqual([`heart_rate@${at}=64 device`]);
  });

  it('names where it comes from: the device that is signed in, the member’s own hand, or elsewhere', async () => {
    const { member, device, self, nurse } = await server.createHome();
    const byHand = { performer: [{ reference: `Patient/${member.id}` }] };
    await sendOne(device, heartRate(member.id, 61, byHand));
    await sendOne(self, heartRate(member.id, 62, byHand));
    await sendOne(nurse, heartRate(member.id, 63, { ...byHand, device: { display: 'Clinic monitor' } }));
    expect((await server.stored(member.id)).toSorted()).toEqual([
      `heart_rate@${at}=61 device`,
      `heart_rate@${at}=62 manual`,
      `heart_rate@${at}=63 imported`,
    ]);
  });

  it('of a metric that LOINC has no code for goes by ours, and samples become a tick each', async () => {
    const { member, device } = await server.createHome();
    const coded = (code: string) => ({
      code: { coding: [{ system: 'urn:vigil:metric', code }] },
      effectiveDateTime: recently,
      valueQuantity: undefined,
    });
    await sendOne(device, heartRate(member.id, 0, { ...coded('band_removed'), valueInteger: 1 }));
    const origin = { value: 0, system: 'http://unitsofmeasure.org', code: 'uS' };
    const sampled = { origin, period: 250, factor: 0.5, dimensions: 1, data: '2 E 6 L 8' };
    await sendOne(device, heartRate(member.id, 0, { ...coded('gsr'), valueSampledData: sampled }));
    expect(await server.stored(member.id)).toEqual([
      `band_removed@${at}=1 device`,
      `gsr@${at}=1 device`,
      `gsr@${at + 0.5}=3 device`,
      `gsr@${at + 1}=4 device`,
    ]);
  });

  const quantity = (value: unknown, code?: string, more: Json = {}) => ({
    valueQuantity: { value, system: 'http://unitsofmeasure.org', code, ...more },
  });
  it.each<[string, Json, string, string]>([
    ['entered in error', { status: 'entered-in-error' }, 'not-supported', 'Observation.status'],
    ['of a status that has no value yet', { status: 'registered' }, 'business-rule', 'Observation.status'],
    ['of no status of FHIR', { status: 'done' }, 'code-invalid', 'Observation.status'],
    ['without a status', { status: undefined }, 'required', 'Observation.status'],
    [
      'with a code that is not a vital sign',
      { code: { coding: [{ system: 'http://loinc.org', code: '39156-5' }] } },
      'not-supported',
      'Observation.code',
    ],
    [
      'whose codings contradict each other',
      {
        code: {
          coding: [
            { system: 'http://loinc.org', code: '8867-4' },
            { system: 'http://loinc.org', code: '9279-1' },
          ],
        },
      },
      'code-invalid',
      'Observation.code',
    ],
    ['in a unit of something else', quantity(61, 'kg'), 'value', 'Observation.valueQuantity.code'],
    ['in a unit that UCUM does not have', quantity(61, 'bpm'), 'code-invalid', 'Observation.valueQuantity.code'],
    ['without a UCUM code', quantity(61, undefined, { unit: 'bpm' }), 'required', 'Observation.valueQuantity.code'],
    ['that is only a bound', quantity(61, '/min', { comparator: '<' }), 'not-supported', 'Observation.valueQuantity.comparator'],
    ['that is implausible', quantity(610, '/min'), 'value', 'Observation.valueQuantity'],
    ['whose value is text', quantity('61', '/min'), 'structure', 'Observation.valueQuantity.value'],
    ['without a value', { valueQuantity: undefined }, 'required', 'Observation.value'],
    ['with a value of another kind', { valueQuantity: undefined, valueString: 'fast' }, 'not-supported', 'Observation.valueString'],
    ['in the future', { effectiveDateTime: '2199-01-01T00:00:00Z' }, 'value', 'Observation.effectiveDateTime'],
    ['before 2000', { effectiveDateTime: '1999-07-02' }, 'value', 'Observation.effectiveDateTime'],
    ['of a month', { effectiveDateTime: '2020-07' }, 'value', 'Observation.effectiveDateTime'],
    ['of a time without zone', { effectiveDateTime: '2020-07-02T10:00:00' }, 'value', 'Observation.effectiveDateTime'],
    ['of no time', { effectiveDateTime: undefined }, 'required', 'Observation.effective'],
    [
      'with two values for one moment',
      {
        component: [
          {
            code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
            valueQuantity: { value: 80, system: 'http://unitsofmeasure.org', code: '/min' },
          },
        ],
      },
      'value',
      'Observation.component[0].valueQuantity',
    ],
    ['about nobody', { subject: undefined }, 'required', 'Observation.subject'],
    ['about somebody elsewhere', { subject: { reference: 'Patient/example' } }, 'value', 'Observation.subject.reference'],
  ])('%s is refused with its element, and nothing is stored', async (_name, changes, code, expression) => {
    const { member, nurse } = await server.createHome();
    const { status, body } = await sendOne(nurse, heartRate(member.id, 61, changes));
    expect([status, body.resourceType]).toEqual([422, 'OperationOutcome']);
    expect(body.issue?.map((issue) => [issue.code, issue.expression[0]])).toEqual([[code, expression]]);
    expect(body.issue?.[0]?.diagnostics.length).toBeGreaterThan(10);
    expect(await server.stored(member.id)).toEqual([]);
  });

  it('of blood pressure is refused as a whole when one half of it is', async () => {
    const { member, nurse } = await server.createHome();
    const resource = example('blood-pressure', member.id) as { component: { valueQuantity?: Json; dataAbsentReason?: Json }[] };
    Object.assign(resource.component[1]?.valueQuantity ?? {}, { value: 600 });
    expect((await sendOne(nurse, resource)).body.issue?.[0]?.expression).toEqual(['Observation.component[1].valueQuantity']);
    expect(await server.stored(member.id)).toEqual([]);
  });

  it.each([['vitals-panel'], ['bmi'], ['map-sitting'], ['ekg']])(
    'that HL7 gives as %s is answered with the reason why it is not kept',
    async (name) => {
      const { member, nurse } = await server.createHome();
      const { status, body } = await sendOne(
        nurse,
        example(name, member.id, { effectivePeriod: undefined, effectiveDateTime: '2019-07-02' }),
      );
      expect([status, body.issue?.[0]?.code, body.issue?.[0]?.expression]).toEqual([422, 'not-supported', ['Observation.code']]);
    },
  );

  it('is refused for a member of another tenant, and to a device for anyone but its own', async () => {
    const { tenant, device, nurse } = await server.createHome();
    const stranger = (await server.createHome()).member;
    const colleague = await harness.createUser(tenant);
    for (const [token, userId, status] of [
      [nurse, stranger.id, 404],
      [device, stranger.id, 404],
      [device, colleague.id, 403],
    ] as const)
      expect((await sendOne(token, heartRate(userId, 61))).status).toBe(status);
    expect(await server.stored(stranger.id)).toEqual([]);
  });
});

describe('a Bundle', () => {
  it('of type batch takes each entry for itself, for several members at once', async () => {
    const { tenant, member, nurse } = await server.createHome();
    const second = await harness.createUser(tenant);
    const stranger = (await server.createHome()).member;
    const body = bundle('batch', heartRate(member.id, 61), heartRate(second.id, 900), heartRate(second.id, 62), heartRate(stranger.id, 63));
    body.entry.push({ resource: { resourceType: 'Patient' }, request: { method: 'POST', url: 'Patient' } });
    body.entry.push({ resource: heartRate(member.id, 70), request: { method: 'DELETE', url: 'Observation/1' } });
    const answer = await send(nurse, body);
    expect([answer.status, answer.body.type]).toEqual([200, 'batch-response']);
    const responses = (answer.body.entry ?? []).map(({ response }) => response);
    expect(responses.map(({ status }) => status)).toEqual([
      '201 Created',
      '422 Unprocessable Entity',
      '201 Created',
      '404 Not Found',
      '422 Unprocessable Entity',
      '405 Method Not Allowed',
    ]);
    expect(responses[0]?.location).toMatch(/^Observation\/[0-9a-f]{50}$/);
    expect(responses[1]?.outcome?.issue?.[0]?.expression).toEqual(['Bundle.entry[1].resource.valueQuantity']);
    expect(await server.stored(member.id)).toEqual([`heart_rate@${at}=61 imported`]);
    expect(await server.stored(second.id)).toEqual([`heart_rate@${at}=62 imported`]);
    expect(await server.stored(stranger.id)).toEqual([]);
  });

  it('of type transaction stores everything or nothing', async () => {
    const { tenant, member, nurse } = await server.createHome();
    const second = await harness.createUser(tenant);
    const refused = await send(nurse, bundle('transaction', heartRate(member.id, 61), heartRate(second.id, 62), heartRate(second.id, 900)));
    expect([refused.status, refused.body.resourceType]).toEqual([422, 'OperationOutcome']);
    expect(refused.body.issue?.map(({ expression }) => expression[0])).toEqual(['Bundle.entry[2].resource.valueQuantity']);
    expect([...(await server.stored(member.id)), ...(await server.stored(second.id))]).toEqual([]);
    const taken = await send(nurse, bundle('transaction', heartRate(member.id, 61), heartRate(second.id, 62)));
    expect([taken.status, taken.body.type, taken.body.entry?.length]).toEqual([200, 'transaction-response', 2]);
    expect([...(await server.stored(member.id)), ...(await server.stored(second.id))]).toHaveLength(2);
  });

  it('of more readings than one call may hold is refused before anything is stored, and others are answered meanwhile', async () => {
    const { member, nurse } = await server.createHome();
    const dense = (index: number) =>
      heartRate(member.id, 0, {
        effectiveDateTime: new Date((at - index * 100_000) * 1000).toISOString(),
        valueQuantity: undefined,
        valueSampledData: {
          origin: { value: 60, system: 'http://unitsofmeasure.org', code: '/min' },
          period: 1000,
          dimensions: 1,
          data: '1 '.repeat(90_000),
        },
      });
    const sent = send(nurse, bundle('batch', ...[1, 2, 3, 4].map(dense)));
    let answered = 0;
    let done = false;
    const others = (async () => {
      while (!done) {
        await fetch(`${server.url}/fhir/R4/metadata`).then((response) => response.text());
        answered += 1;
      }
    })();
    const { status, body } = await sent;
    done = true;
    await others;
    expect([status, body.issue?.[0]?.expression]).toEqual([413, ['Bundle.entry']]);
    expect(await server.stored(member.id)).toEqual([]);
    expect(answered).toBeGreaterThan(1);
  });

  it('says of an entry that its value gave way to a later one of the same moment', async () => {
    const { member, nurse } = await server.createHome();
    const { body } = await send(nurse, bundle('batch', heartRate(member.id, 61), heartRate(member.id, 62)));
    const [first, second] = body.entry?.map(({ response }) => response) ?? [];
    expect(first).toMatchObject({ status: '201 Created', outcome: { issue: [{ severity: 'information', code: 'informational' }] } });
    expect(first?.outcome?.issue?.[0]?.diagnostics).toContain('An entry further down');
    expect([second?.status, second?.outcome]).toEqual(['201 Created', undefined]);
    expect(await server.stored(member.id)).toEqual([`heart_rate@${at}=62 imported`]);
  });

  it('says which components it passed over', async () => {
    const { member, nurse } = await server.createHome();
    const resource = example('blood-pressure', member.id) as { component: Json[] };
    resource.component.push({ code: { coding: [{ system: 'http://loinc.org', code: '8478-0' }] }, valueQuantity: { value: 80 } });
    const { body } = await send(nurse, bundle('batch', resource as unknown as Json));
    expect(body.entry?.[0]?.response).toMatchObject({
      status: '201 Created',
      outcome: { issue: [{ severity: 'information', expression: ['Bundle.entry[0].resource.component[2].code'] }] },
    });
  });

  it.each([
    ['another type', { resourceType: 'Bundle', type: 'document' }, 'Bundle.type'],
    ['entries that are none', { resourceType: 'Bundle', type: 'batch', entry: 'x' }, 'Bundle.entry'],
    ['another resource', { resourceType: 'Patient' }, 'Bundle.resourceType'],
  ])('of %s is refused with the element', async (_name, body, expression) => {
    const { nurse } = await server.createHome();
    const answer = await send(nurse, body);
    expect([answer.status, answer.body.resourceType, answer.body.issue?.[0]?.expression]).toEqual([400, 'OperationOutcome', [expression]]);
  });

  it('that is no JSON, or from nobody, is answered with an OperationOutcome as well', async () => {
    const { nurse } = await server.createHome();
    expect((await send(nurse, '{"resourceType":')).body.resourceType).toBe('OperationOutcome');
    expect((await send('nobody', bundle('batch'))).body.resourceType).toBe('OperationOutcome');
  });
});

it('the capability statement is open and lists every metric with its codes and units', async () => {
  const response = await fetch(`${server.url}/fhir/R4/metadata`);
  const statement = (await response.json()) as { fhirVersion: string; rest: { resource: { documentation: string }[] }[] };
  expect([response.status, statement.fhirVersion]).toEqual([200, '4.0.1']);
  expect(statement.rest[0]?.resource[0]?.documentation).toContain('| Heart rate | 8867-4,');
});

/** A day of the zone that begins half a day from now at the earliest. */
function dayToCome(nowMs: number, timeZone: string): string {
  return new Date(nowMs + 36 * 3_600_000).toLocaleDateString('en-CA', { timeZone });
}
