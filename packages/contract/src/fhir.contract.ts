import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { intakeErrors } from './errors.ts';

/** FHIR resources are checked by the intake that reads them; here they only have to be objects with a resourceType. */
export const fhirResource = z.looseObject({ resourceType: z.string().min(1).max(64) }).meta({ id: 'FhirResource' });

/** How the answer is to be written (FHIR R4, 3.1.0.1.11): JSON is the only form here. A plus sign that was not encoded arrives as a space. */
const answerForm = z.object({
  _format: z.enum(['json', 'application/json', 'application/fhir+json', 'application/fhir json']).optional(),
  _pretty: z.enum(['true', 'false']).optional(),
});

export const maxFhirBodyBytes = 16 * 1024 * 1024;

export const postBundle = endpoint({
  id: 'fhir.postBundle',
  service: 'fhir',
  method: 'POST',
  path: '/fhir/R4',
  summary:
    'FHIR R4 Bundle of vital-sign Observations: a batch entry by entry (200, a status each), a transaction all or nothing (an OperationOutcome otherwise)',
  access: access.sendForMembersInBody(),
  query: answerForm,
  body: fhirResource,
  bodyKind: 'fhir',
  bodyLimitBytes: maxFhirBodyBytes,
  response: fhirResource,
  errors: intakeErrors,
});

export const postObservation = endpoint({
  id: 'fhir.postObservation',
  service: 'fhir',
  method: 'POST',
  path: '/fhir/R4/Observation',
  summary: 'One FHIR R4 vital-sign Observation (LOINC codes, UCUM units): 201, or an OperationOutcome that names the element at fault',
  access: access.sendForMembersInBody(),
  query: answerForm,
  body: fhirResource,
  bodyKind: 'fhir',
  bodyLimitBytes: maxFhirBodyBytes,
  response: fhirResource,
  errors: intakeErrors,
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
