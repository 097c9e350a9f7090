import type { UserRow } from '#people/index.ts';
import type { FhirResource } from '../observations/observation-resource.ts';

/** HL7 administrative-gender; what it has no code for is `other`. */
const genders: ReadonlySet<string> = new Set(['male', 'female', 'unknown']);

/** A member as a FHIR R4 Patient. What is not known is left out. */
export function patientResource(user: UserRow): FhirResource {
  const { birthDate, dataOrigin, email, emergencyContacts, familyName, givenName, id, isInTheTenant, middleNames, mrn } = user;
  const { phoneNumber, removedAt, sex } = user;
  const telecom = [
    ...(phoneNumber ? [{ system: 'phone', value: phoneNumber }] : []),
    ...(email ? [{ system: 'email', value: email }] : []),
  ];
  return {
    resourceType: 'Patient',
    id,
    ...(dataOrigin === 'synthetic' && { meta: { tag: [testData] } }),
    ...(mrn && { identifier: [{ use: 'usual', type: { coding: [recordNumber] }, system: 'urn:vigil:mrn', value: mrn }] }),
    active: isInTheTenant !== false && removedAt === null,
    name: [{ use: 'official', family: familyName, given: [givenName, ...(middleNames ? [middleNames] : [])] }],
    ...(telecom.length > 0 && { telecom }),
    ...(sex && { gender: genders.has(sex) ? sex : 'other' }),
    ...(birthDate && { birthDate }),
    ...(emergencyContacts.length > 0 && { contact: emergencyContacts.map(contactOf) }),
  };
}

/** In the order in which they are called. */
const contactOf = ({ name, phoneNumber, relationship }: UserRow['emergencyContacts'][number]) => ({
  relationship: [{ coding: [emergency] }, ...(relationship ? [{ text: relationship }] : [])],
  name: { text: name },
  telecom: [{ system: 'phone', value: phoneNumber }],
});

const emergency = { system: 'http://terminology.hl7.org/CodeSystem/v2-0131', code: 'C', display: 'Emergency Contact' };
const recordNumber = { system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR', display: 'Medical record number' };
const testData = { system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason', code: 'HTEST', display: 'test health data' };
