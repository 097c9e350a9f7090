import { fault, type Issue } from './outcome.ts';
import { type Bundle, type Identifier, identifier as identifierShape, type Reference } from './shapes.ts';

/** Whom an Observation is about, as far as it says: the lookup finds the member, and refuses what contradicts it. */
export interface Subject {
  readonly userId?: string;
  /** Medical record number. */
  readonly mrn?: string;
  /** YYYY-MM-DD. */
  readonly birthDate?: string;
}

export type SubjectOf = (reference: Reference) => Subject | Issue;

/** Of the Patients in a Bundle, by what entries refer to them by; an Issue where that is no telling. */
export type Patients = ReadonlyMap<string, Subject | Issue>;

/** Equal for subjects that say the same. */
export function keyOf({ userId = '', mrn = '', birthDate = '' }: Subject): string {
  return JSON.stringify([userId, mrn, birthDate]);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Longest reference that is looked into, in characters: as long as an address may be in most software. */
const maxReferenceCharacters = 2_048;
const maxMrnCharacters = 200;
const subjectReference = 'Observation.subject.reference';

/** HL7 v2 table 0203: medical record number. */
const recordNumberType = { system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' };
/** Our own naming system for the record number that the tenant keeps for its member. */
const vigilMrn = 'urn:vigil:mrn';
/**
 * Naming systems of which no number is a medical record number, whatever its type says: HL7's own (social security, passport, provider),
 * the same by their OIDs with US driving licences and Medicare (https://terminology.hl7.org/identifiers.html), and ours of other things.
 */
const otherSystems = /^(?:http:\/\/hl7\.org\/fhir\/sid\/|urn:vigil:|urn:oid:2\.16\.840\.1\.113883\.4\.(?:(?:1|6|572)$|(?:3|330)\.))/;

/** What is behind `/fhir/R4/` of this server; null for an address that is another's. A relative one is ours. */
export function ownPath(url: string, hosts: readonly string[]): string | null {
  const absolute = /^[a-z][a-z0-9+.-]*:/i.test(url);
  if (!absolute) return url.replace(/^\/(?:fhir\/R4\/)?/, '');
  const own = /^https?:\/\/([^/?#]+)\/fhir\/R4(?:\/|$)(.*)$/is.exec(url);
  return own && hosts.includes((own[1] ?? '').toLowerCase()) ? (own[2] ?? '') : null;
}

/** Finds the subject of a reference: a Patient of the same Bundle, `Patient/{id}` of this server, or a record number. */
export function subjectRule(hosts: readonly string[], patients: Patients = new Map()): SubjectOf {
  return ({ reference, identifier }) => {
    const mrn = identifier && mrnIn(identifier);
    if (reference !== undefined) {
      const inBundle = patients.get(reference);
      if (inBundle) return inBundle;
      const userId = memberReferred(reference, (url) => ownPath(url, hosts));
      if (userId !== null) return mrn === undefined ? { userId } : { userId, mrn };
      if (mrn === undefined) return refusedReference(reference, hosts);
    }
    if (mrn !== undefined) return { mrn };
    return identifier
      ? fault(
          'not-supported',
          'Observation.subject.identifier',
          'Members are found by their medical record number only: of type MR, or of system urn:vigil:mrn',
        )
      : fault('required', 'Observation.subject', 'The Observation does not say whom it is about');
  };
}

function refusedReference(reference: string, hosts: readonly string[]): Issue {
  if (reference.startsWith('urn:')) return fault('not-found', subjectReference, 'No entry of the Bundle is a Patient with that fullUrl');
  if (reference.length <= maxReferenceCharacters && ownPath(reference, hosts) === null)
    return fault('value', subjectReference, 'The subject is kept on another server; refer to this server’s member, as Patient/{id}');
  return fault('value', subjectReference, 'The subject has to be a member of this server, as Patient/{id}');
}

/** The id of the member that `Patient/{id}` names, where `pathOf` takes the server’s address off; null when it names none. */
function memberReferred(reference: string, pathOf: (url: string) => string | null): string | null {
  if (reference.length > maxReferenceCharacters) return null;
  const named = /^patient\/([^/]+)(?:\/_history\/[^/]+)?$/i.exec(pathOf(reference) ?? '');
  return named?.[1] && uuid.test(named[1]) ? named[1].toLowerCase() : null;
}

/** The record number of an identifier that is one: of our naming system, of that type, or of neither type nor system. */
function mrnIn({ type, system, value, use }: Identifier): string | undefined {
  const mrn = value?.trim();
  if (!mrn || mrn.length > maxMrnCharacters || use === 'old') return undefined;
  if (system === vigilMrn) return mrn;
  if (system !== undefined && otherSystems.test(system)) return undefined;
  const isTyped = (type?.coding ?? []).some(({ system: of, code }) => code === recordNumberType.code && of === recordNumberType.system);
  // Without a type a number of somebody's system may be an order's or an insurance's, and another member's record number by accident.
  const isBare = type === undefined && system === undefined;
  return isTyped || isBare ? mrn : undefined;
}

/** What the Patients of a Bundle say of themselves. Their own id counts where no record number leads to a member. */
export function patientsIn(entries: NonNullable<Bundle['entry']>): Patients {
  const patients = new Map<string, Subject | Issue>();
  for (const { fullUrl, resource } of entries) {
    if (fullUrl === undefined || resource?.resourceType !== 'Patient') continue;
    patients.set(
      fullUrl,
      patients.has(fullUrl) ? fault('value', subjectReference, 'Two Patients of the Bundle have that fullUrl') : patientSubject(resource),
    );
  }
  return patients;
}

/** Whom a Patient of a Bundle or a file means, by its own words; its id where that may be ours. */
export function patientSubject(patient: { readonly [key: string]: unknown }): Subject | Issue {
  if (patient.modifierExtension !== undefined || patient.implicitRules !== undefined)
    return fault(
      'not-supported',
      subjectReference,
      'The Patient of the Bundle has a modifierExtension or implicitRules, which nothing here understands',
    );
  const listed: readonly unknown[] = Array.isArray(patient.identifier) ? patient.identifier : [];
  const identifiers = listed.flatMap((one): readonly Identifier[] => {
    const read = identifierShape.safeParse(one);
    return read.success ? [read.data] : [];
  });
  // One without a type may be any of a Patient's many numbers.
  const mrns = new Set(identifiers.flatMap((one) => (one.type || one.system === vigilMrn ? (mrnIn(one) ?? []) : [])));
  if (mrns.size > 1) return fault('value', subjectReference, 'The Patient of the Bundle has several medical record numbers');
  const [mrn] = mrns;
  const userId = typeof patient.id === 'string' && uuid.test(patient.id) ? patient.id.toLowerCase() : undefined;
  if (mrn === undefined && userId === undefined)
    return fault(
      'not-found',
      subjectReference,
      'The Patient of the Bundle has no medical record number (type MR), and its id is no member’s',
    );
  const birthDate = typeof patient.birthDate === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(patient.birthDate) ? patient.birthDate : undefined;
  return { ...(userId && { userId }), ...(mrn && { mrn }), ...(birthDate && { birthDate }) };
}
