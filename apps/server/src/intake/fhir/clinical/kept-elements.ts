import type { ClinicalType, FhirElements } from '#services/fhir/index.ts';

const said = ['recordedDate', 'recorder', 'asserter', 'note'];
const ordered = ['status', 'intent', 'category', 'priority', 'doNotPerform', 'authoredOn', 'requester', 'reasonCode', 'note'];

/**
 * What is kept of a resource (FHIR R4), besides whom it is about. The narrative is markup of somebody else's, identifiers, encounters
 * and insurance are theirs; what is kept is what a clinician reads, and what changes its meaning.
 */
const kept: Readonly<Record<ClinicalType, ReadonlySet<string>>> = {
  Condition: new Set([
    ...['clinicalStatus', 'verificationStatus', 'category', 'severity', 'code', 'bodySite'],
    ...['onsetDateTime', 'onsetAge', 'onsetPeriod', 'onsetRange', 'onsetString'],
    ...['abatementDateTime', 'abatementAge', 'abatementPeriod', 'abatementRange', 'abatementString'],
    ...said,
  ]),
  Procedure: new Set([
    ...['status', 'statusReason', 'category', 'code', 'performedDateTime', 'performedPeriod', 'performedString', 'performedAge'],
    ...['performedRange', 'recorder', 'asserter', 'performer', 'reasonCode', 'bodySite', 'outcome', 'complication', 'followUp', 'note'],
  ]),
  MedicationRequest: new Set([
    ...ordered,
    ...['statusReason', 'reportedBoolean', 'medicationCodeableConcept', 'dosageInstruction', 'dispenseRequest'],
  ]),
  MedicationStatement: new Set([
    ...['status', 'statusReason', 'category', 'medicationCodeableConcept', 'effectiveDateTime', 'effectivePeriod', 'dateAsserted'],
    ...['informationSource', 'reasonCode', 'note', 'dosage'],
  ]),
  ServiceRequest: new Set([
    ...ordered,
    ...['code', 'orderDetail', 'quantityQuantity', 'quantityRatio', 'quantityRange', 'occurrenceDateTime', 'occurrencePeriod'],
    ...['occurrenceTiming', 'asNeededBoolean', 'asNeededCodeableConcept', 'performerType', 'bodySite', 'patientInstruction'],
  ]),
};

/** Longest text that is kept, in characters: a long letter. */
const maxTextCharacters = 50_000;
/** Elements of one resource; those of HL7's own examples have fewer than two hundred. */
const maxElements = 5_000;

/** Why a resource cannot be kept. */
export class NotKept extends Error {}

/**
 * The elements of a resource that are kept. Extensions are left out; a reference to something of the other system becomes its
 * name and number there, since no such address leads anywhere here. Throws NotKept for what may change the meaning and is not understood
 * (R4, 2.4.1.1), and for what is too large.
 */
export function keptElements(type: ClinicalType, resource: FhirElements, origin: string): FhirElements {
  let elements = 0;

  function keep(value: unknown): unknown {
    elements += 1;
    if (elements > maxElements) throw new NotKept(`A resource may have ${maxElements} elements at most`);
    if (typeof value === 'string') return keepText(value);
    if (Array.isArray(value)) return value.map(keep);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    if (entries.some(([name]) => name === 'modifierExtension')) throw notUnderstood('modifierExtension');
    for (const [name] of entries) keepText(name);
    const inner = entries.filter(([name]) => name !== 'extension' && name !== 'id' && !name.startsWith('_'));
    const copy = Object.fromEntries(inner.map(([name, one]) => [name, keep(one)]));
    return typeof copy.reference === 'string' ? withoutAddress(copy, origin) : copy;
  }

  for (const name of ['modifierExtension', 'implicitRules']) if (resource[name] !== undefined) throw notUnderstood(name);
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => (kept[type].has(name) && value !== null ? [[name, keep(value)]] : [])),
  );
}

/** PostgreSQL keeps every character but NUL; half a character, as a text that was cut has, is none. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function keepText(text: string): string {
  if (text.length > maxTextCharacters) throw new NotKept(`A text may have ${maxTextCharacters} characters at most`);
  if (!isStorable(text)) throw new NotKept('A text holds a character that cannot be stored');
  return text;
}

function withoutAddress({ reference, ...rest }: FhirElements, origin: string): FhirElements {
  const isInside = typeof reference === 'string' && (reference.startsWith('#') || reference.startsWith('urn:'));
  return isInside || rest.identifier !== undefined ? rest : { ...rest, identifier: { system: origin, value: reference } };
}

const notUnderstood = (element: string) => new NotKept(`It has ${element}, which may change its meaning and is not understood here`);
