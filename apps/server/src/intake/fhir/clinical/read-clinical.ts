import { createHash } from 'node:crypto';
import { type DateRange, fhirDateRange } from '@vigil/domain/fhir/date-range';
import {
  type ClinicalResource,
  type ClinicalType,
  clinicalTypes,
  codingsIn,
  elementsIn,
  type FhirElements,
  listIn,
  textIn,
} from '#services/fhir/index.ts';
import { isStorable, keptElements, NotKept } from './kept-elements.ts';

export interface ReadClinicalOptions {
  /** The server's base address, or the name given to the files. */
  readonly origin: string;
  /** Of the member: a date without a time is a day there. */
  readonly timeZone: string;
  /** What the entry of a Bundle calls it, for a resource without an id. */
  readonly fullUrl?: string;
  /** What a referenced Medication is; undefined where it is not to be found. */
  readonly medicationOf: (reference: string) => unknown;
}

export type ReadClinical = { readonly ok: true; readonly resource: ClinicalResource } | { readonly ok: false; readonly reason: string };

export function isClinicalType(type: unknown): type is ClinicalType {
  return (clinicalTypes as readonly unknown[]).includes(type);
}

const maxIdCharacters = 500;

/** Reads a Condition, Procedure, MedicationRequest, MedicationStatement or ServiceRequest of FHIR R4, or says why it cannot be kept. */
export function readClinical(json: FhirElements, options: ReadClinicalOptions): ReadClinical {
  const type = json.resourceType;
  if (!isClinicalType(type)) return { ok: false, reason: 'Resources of this type are not kept' };
  try {
    return { ok: true, resource: read(type, json, options) };
  } catch (error) {
    if (error instanceof NotKept) return { ok: false, reason: error.message };
    throw error;
  }
}

function read(type: ClinicalType, json: FhirElements, options: ReadClinicalOptions): ClinicalResource {
  const { origin, timeZone } = options;
  const content = keptElements(type, withMedication(json, options), origin);
  const isCondition = type === 'Condition';
  const status = isCondition ? codeIn(content.clinicalStatus) : textIn(content.status);
  const isInError = (isCondition ? codeIn(content.verificationStatus) : status) === 'entered-in-error';
  if (!isCondition && status === null) throw new NotKept('It has no status');
  // A proposal and an order are two things, and nobody may guess which.
  if (type.endsWith('Request') && textIn(content.intent) === null) throw new NotKept('It has no intent');
  const about = type.startsWith('Medication') ? content.medicationCodeableConcept : content.code;
  const codes = codingsIn(about).flatMap(({ system, code }) => (code === null ? [] : [`${system ?? ''}|${code}`]));
  if (!isInError && codes.length === 0 && textIn(elementsIn(about).text) === null)
    throw new NotKept(
      type.startsWith('Medication') ? 'It does not say which medication' : 'It does not say what it is about: it has no code',
    );
  const updated = textIn(elementsIn(json.meta).lastUpdated);
  return {
    resourceType: type,
    origin,
    originId: originIdOf(json, options.fullUrl, content),
    status,
    codes: [...new Set(codes)],
    isInError,
    when: whenOf(type, content, timeZone),
    content,
    originUpdatedMs: updated === null ? null : (fhirDateRange(updated, 'UTC')?.fromMs ?? null),
  };
}

/** The medication in place of a reference to it, whether that is contained, in the same files, or only named. */
function withMedication(json: FhirElements, { medicationOf }: ReadClinicalOptions): FhirElements {
  const { reference, display } = elementsIn(json.medicationReference);
  if (json.medicationReference === undefined || json.medicationCodeableConcept !== undefined) return json;
  const name = textIn(reference);
  const inside = name?.startsWith('#')
    ? listIn(json.contained)
        .map(elementsIn)
        .find(({ id }) => id === name.slice(1))?.code
    : undefined;
  const medication =
    inside ?? (name === null ? undefined : medicationOf(name)) ?? (textIn(display) === null ? undefined : { text: display });
  if (medication === undefined) throw new NotKept('It refers to a Medication that is not in the files');
  return { ...json, medicationCodeableConcept: medication };
}

/** What it is called where it comes from; without a name, what it says. */
function originIdOf(json: FhirElements, fullUrl: string | undefined, content: FhirElements): string {
  const identifier = elementsIn(listIn(json.identifier)[0]);
  const value = textIn(identifier.value);
  const named = textIn(json.id) ?? textIn(fullUrl) ?? (value === null ? null : `${textIn(identifier.system) ?? ''}|${value}`);
  if (named !== null && named.length > maxIdCharacters) throw new NotKept(`An id may have ${maxIdCharacters} characters at most`);
  if (named !== null && !isStorable(named)) throw new NotKept('Its id holds a character that cannot be stored');
  return named?.replace(/^urn:uuid:/, '') || `sha256:${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`;
}

const codeIn = (concept: unknown) => codingsIn(concept).find(({ code }) => code !== null)?.code ?? null;

/** The elements that say when, the first one that is there. */
const dates: Readonly<Record<ClinicalType, readonly string[]>> = {
  Condition: ['onsetDateTime', 'onsetPeriod', 'recordedDate'],
  Procedure: ['performedDateTime', 'performedPeriod'],
  MedicationRequest: ['authoredOn'],
  MedicationStatement: ['effectiveDateTime', 'effectivePeriod', 'dateAsserted'],
  ServiceRequest: ['authoredOn', 'occurrenceDateTime', 'occurrencePeriod'],
};

function whenOf(type: ClinicalType, content: FhirElements, timeZone: string): DateRange | null {
  for (const name of dates[type]) {
    const value = content[name];
    if (value === undefined) continue;
    const period = typeof value === 'string' ? { start: value, end: value } : elementsIn(value);
    const start = textIn(period.start) ?? textIn(period.end);
    if (start === null) continue;
    const from = rangeOf(start, timeZone, name);
    const to = textIn(period.end) === null ? from : rangeOf(String(period.end), timeZone, name);
    return { fromMs: from.fromMs, toMs: Math.max(from.toMs, to.toMs) };
  }
  return null;
}

function rangeOf(text: string, timeZone: string, element: string): DateRange {
  const range = fhirDateRange(text, timeZone);
  if (!range) throw new NotKept(`${element} is no date of FHIR`);
  return range;
}
