import { describe, expect, test } from 'vitest';
import { readClinical } from './read-clinical.ts';

const options = { origin: 'https://hospital.example/fhir', timeZone: 'Europe/Madrid', medicationOf: () => undefined };
const snomed = (code: string, display: string) => ({ coding: [{ system: 'http://snomed.info/sct', code, display }] });
const subject = { reference: 'Patient/f001', display: 'P. van de Heuvel' };
const condition = { resourceType: 'Condition', id: 'c1', subject, code: snomed('49436004', 'Atrial fibrillation') };
const request = { resourceType: 'MedicationRequest', id: 'm1', status: 'active', intent: 'order', subject };
const ms = (text: string) => Date.parse(text);

function kept(json: Record<string, unknown>, over: Partial<typeof options> & { fullUrl?: string } = {}) {
  const read = readClinical(json, { ...options, ...over });
  if (!read.ok) throw new Error(read.reason);
  return read.resource;
}
const refused = (json: Record<string, unknown>) => {
  const read = readClinical(json, options);
  return read.ok ? 'kept' : read.reason;
};

describe('a resource from elsewhere', () => {
  test('keeps what a clinician reads, and neither narrative, extensions nor whom it is about', () => {
    const { content } = kept({
      ...condition,
      text: { status: 'generated', div: '<div><script>alert(1)</script></div>' },
      extension: [{ url: 'x', valueString: 'y' }],
      clinicalStatus: { coding: [{ code: 'active', extension: [{ url: 'x' }], _code: {} }] },
      recorder: { reference: 'Practitioner/f201', display: 'Dokter Bronsig' },
      encounter: { reference: 'Encounter/1' },
    });
    expect(content).toEqual({
      code: condition.code,
      clinicalStatus: { coding: [{ code: 'active' }] },
      recorder: { display: 'Dokter Bronsig', identifier: { system: options.origin, value: 'Practitioner/f201' } },
    });
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['onset', { onsetDateTime: '2011-08-05', recordedDate: '2012' }, '2011-08-04T22:00:00Z', '2011-08-05T22:00:00Z'],
    ['a year', { onsetDateTime: '2011' }, '2010-12-31T23:00:00Z', '2011-12-31T23:00:00Z'],
    [
      'a period',
      { onsetPeriod: { start: '2011-08-05T10:00:00Z', end: '2011-08-06T10:00:00Z' } },
      '2011-08-05T10:00:00Z',
      '2011-08-06T10:00:01Z',
    ],
    ['a period without an end', { onsetPeriod: { start: '2011-08-05T10:00:00Z' } }, '2011-08-05T10:00:00Z', '2011-08-05T10:00:01Z'],
    [
      'when it was recorded, where nothing says when it began',
      { recordedDate: '2012-01-01T00:00:00Z' },
      '2012-01-01T00:00:00Z',
      '2012-01-01T00:00:01Z',
    ],
  ])('has the time of its %s', (_name, elements, from, to) =>
    expect(kept({ ...condition, ...elements }).when).toEqual({ fromMs: ms(from), toMs: ms(to) }),
  );

  test('without any date has no time', () => expect(kept(condition).when).toBeNull());

  test.each<[string, Record<string, unknown>, string | undefined, string]>([
    ['its id', condition, 'urn:uuid:x', 'c1'],
    ['what its Bundle calls it', { ...condition, id: undefined }, 'urn:uuid:9dc6bb2f', '9dc6bb2f'],
    ['its identifier', { ...condition, id: undefined, identifier: [{ system: 's', value: '7' }] }, undefined, 's|7'],
  ])('is known by %s', (_name, json, fullUrl, expected) => expect(kept(json, fullUrl ? { fullUrl } : {}).originId).toBe(expected));

  test('without any name is known by what it says, whatever surrounds it', () => {
    const id = kept({ ...condition, id: undefined }).originId;
    expect(id).toMatch(/^sha256:/);
    expect(kept({ ...condition, id: undefined, text: { div: 'other' } }).originId).toBe(id);
    expect(kept({ ...condition, id: undefined, onsetDateTime: '2011' }).originId).not.toBe(id);
  });

  test.each<[string, Record<string, unknown>, (reference: string) => unknown]>([
    [
      'contained',
      { contained: [{ resourceType: 'Medication', id: 'm', code: snomed('1', 'Oxycodone') }], medicationReference: { reference: '#m' } },
      () => undefined,
    ],
    [
      'in the files',
      { medicationReference: { reference: 'Medication/9' } },
      (reference) => (reference === 'Medication/9' ? snomed('1', 'Oxycodone') : undefined),
    ],
    ['stated', { medicationCodeableConcept: snomed('1', 'Oxycodone') }, () => undefined],
  ])('has the medication that is %s', (_name, elements, medicationOf) => {
    const read = kept({ ...request, ...elements }, { medicationOf: medicationOf as typeof options.medicationOf });
    expect([read.codes, read.content.medicationCodeableConcept, read.content.medicationReference]).toEqual([
      ['http://snomed.info/sct|1'],
      snomed('1', 'Oxycodone'),
      undefined,
    ]);
  });

  test('that was declared an error says so, for conditions by its verification', () => {
    const error = { coding: [{ code: 'entered-in-error' }] };
    expect(kept({ ...condition, code: undefined, verificationStatus: error }).isInError).toBe(true);
    expect(kept({ ...request, status: 'entered-in-error' }).isInError).toBe(true);
    expect(kept(condition).isInError).toBe(false);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['another type', { resourceType: 'Immunization' }, /not kept/],
    ['no code', { ...condition, code: undefined }, /no code/],
    ['an empty code', { ...condition, code: { coding: [{}] } }, /no code/],
    ['no medication', request, /which medication/],
    ['a medication elsewhere', { ...request, medicationReference: { reference: 'Medication/9' } }, /not in the files/],
    ['no status', { ...request, status: undefined, medicationCodeableConcept: { text: 'x' } }, /no status/],
    ['no intent', { ...request, intent: undefined, medicationCodeableConcept: { text: 'x' } }, /no intent/],
    ['a modifier', { ...condition, modifierExtension: [{}] }, /modifierExtension/],
    ['a modifier inside', { ...condition, note: [{ text: 'x', modifierExtension: [] }] }, /modifierExtension/],
    ['rules that are not known', { ...condition, implicitRules: 'x' }, /implicitRules/],
    ['a date that is none', { ...condition, onsetDateTime: 'last summer' }, /onsetDateTime/],
    ['a NUL character', { ...condition, note: [{ text: 'a\0b' }] }, /cannot be stored/],
    ['a text that is too long', { ...condition, note: [{ text: 'x'.repeat(50_001) }] }, /50000 characters/],
    ['too many elements', { ...condition, note: Array.from({ length: 3_000 }, () => ({ text: 'x' })) }, /5000 elements/],
  ])('with %s is refused with the reason', (_name, json, reason) => expect(refused(json)).toMatch(reason));
});
