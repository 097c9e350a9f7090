import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { intakeErrors } from './errors.ts';

/** FHIR resources are checked by the intake that reads them; here they only have to be objects with a resourceType. */
export const fhirResource = z.looseObject({ resourceType: z.string().min(1).max(64) }).meta({ id: 'FhirResource' });

/** How the answer is to be written (FHIR R4, 3.1.0.1.11): JSON is the only form here. A plus sign that was not encoded arrives as a space. */
export const answerForm = z.object({
  _format: z.enum(['json', 'application/json', 'application/fhir+json', 'application/fhir json']).optional(),
  _pretty: z.enum(['true', 'false']).optional(),
});

/** Answered with an OperationOutcome that names each element at fault; an entry of a batch has them as its own status. */
const refusals = {
  400: 'The resource cannot be read as what it is sent as; the issues name the elements',
  403: 'The caller may not send for the member who is named',
  404: 'No member is named by the reference or the record number',
  413: 'A Bundle of more entries, readings or members than one call may bring',
  422: 'The resource is understood and cannot be stored: the issues name each element at fault',
} as const;

const membersOfReadings = {
  found: 'A subject may be named by a record number, and what is refused is told by entry and element.',
  orNobody: true,
  eachAlone: true,
} as const;

export const maxFhirBodyBytes = 16 * 1024 * 1024;

export const postBundle = endpoint({
  id: 'fhir.postBundle',
  service: 'fhir',
  method: 'POST',
  path: '/fhir/R4',
  summary:
    'FHIR R4 Bundle of vital-sign Observations: a batch entry by entry (200, a status each), a transaction all or nothing (an OperationOutcome otherwise), where what is no vital sign is passed over and told',
  access: access.sendForMembersInBody(membersOfReadings),
  query: answerForm,
  body: fhirResource,
  bodyKind: 'fhir',
  bodyLimitBytes: maxFhirBodyBytes,
  response: fhirResource,
  errors: intakeErrors,
  ownStatuses: {
    ...refusals,
    405: 'A transaction asks for something else than to create Observations',
    412: 'A transaction creates an Observation under a condition only (ifNoneExist, ifMatch)',
  },
});

export const postObservation = endpoint({
  id: 'fhir.postObservation',
  service: 'fhir',
  method: 'POST',
  path: '/fhir/R4/Observation',
  summary: 'One FHIR R4 vital-sign Observation (LOINC codes, UCUM units): 201, or an OperationOutcome that names the element at fault',
  access: access.sendForMembersInBody(membersOfReadings),
  query: answerForm,
  body: fhirResource,
  bodyKind: 'fhir',
  bodyLimitBytes: maxFhirBodyBytes,
  response: fhirResource,
  errors: intakeErrors,
  successStatus: 201,
  ownStatuses: { ...refusals, 412: 'It is to be created under a condition only (If-None-Exist)' },
});

export const getCapabilityStatement = endpoint({
  id: 'fhir.getCapabilityStatement',
  service: 'fhir',
  method: 'GET',
  path: '/fhir/R4/metadata',
  summary: 'What this server’s FHIR API understands',
  access: access.anyone('FHIR requires the capability statement to be open; it describes the software and holds no data.'),
  query: answerForm,
  response: fhirResource,
});
