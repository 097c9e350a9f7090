import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { answerForm, fhirResource } from './fhir.contract.ts';
import { id } from './shapes.ts';

/** Entries of a page that are answered at most, whatever `_count` asks for. */
export const mostFhirEntries = 1_000;
const usualEntries = 50;

/** A value, or several: comma-joined is "one of them" as FHIR has it, and is taken apart by who reads it. */
const token = z.string().min(1).max(1_000);
const many = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).min(1).max(4)]).transform((given) => [given].flat());
const date = many(z.string().min(1).max(40)).meta({
  description:
    'A date or a moment with its zone, after eq (as without), ne, ge, gt, le, lt, sa or eb; twice for a stretch. A day is one of the member’s zone',
});
const sortBy = <const P extends string>(parameter: P) =>
  z
    .enum([`-${parameter}`, parameter] as unknown as [`-${P}`, P])
    .meta({ description: `By ${parameter}; with a minus, newest first, as without it` });

const paging = {
  _count: z.coerce
    .number()
    .int()
    .min(1)
    .default(usualEntries)
    .transform((count) => Math.min(count, mostFhirEntries)),
  _cursor: z.string().min(1).max(4_000).meta({ description: 'Of a next link; made by the server' }).optional(),
  ...answerForm.shape,
};
/** Whose: one of them has to be there. */
const whose = {
  patient: token.meta({ description: 'The member: an id, or Patient/{id}' }).optional(),
  subject: token.meta({ description: 'The same as Patient/{id}' }).optional(),
};
const membersNamed = Object.keys(whose);
const fhirId = z.object({ id: z.string().regex(/^[A-Za-z0-9.-]{1,64}$/, 'Not an id of FHIR') });
const ownStatuses = { 400: 'A parameter is missing or cannot be read; the issues name it' } as const;
const errors = ['not_found', 'no_access_to_user', 'ticks_unavailable'] as const;
const inError = 'what was declared an error only with status entered-in-error';

const shape = { service: 'fhir', method: 'GET', response: fhirResource } as const;

export const searchPatients = endpoint({
  ...shape,
  id: 'fhir.searchPatients',
  path: '/fhir/R4/Patient',
  summary: 'Members of the tenant as FHIR R4 Patients, by id or medical record number',
  access: access.clinicalStaffListMembers(),
  query: z.object({
    _id: token.meta({ description: 'One or more ids, joined by commas' }).optional(),
    identifier: token.meta({ description: 'A medical record number, alone or as urn:vigil:mrn|number' }).optional(),
    _sort: z.enum(['family', '-family']).default('family'),
    ...paging,
  }),
  ownStatuses,
});

export const readPatient = endpoint({
  ...shape,
  id: 'fhir.readPatient',
  path: '/fhir/R4/Patient/{id}',
  summary: 'A member as a FHIR R4 Patient',
  access: access.readMember('id'),
  params: z.object({ id }),
  query: answerForm,
});

export const searchObservations = endpoint({
  ...shape,
  id: 'fhir.searchObservations',
  path: '/fhir/R4/Observation',
  summary: `A member’s readings that count as FHIR R4 Observations: those at an even pace as series of samples of an hour at most, all others one by one; ${inError}`,
  access: access.readMemberInQuery(...membersNamed),
  query: z.object({
    ...whose,
    code: token.meta({ description: 'LOINC, or urn:vigil:metric|id; several joined by commas' }).optional(),
    category: token.meta({ description: 'vital-signs, laboratory, activity or exam' }).optional(),
    date: date.optional(),
    status: z.enum(['final', 'entered-in-error']).default('final'),
    _sort: sortBy('date').default('-date'),
    ...paging,
  }),
  ownStatuses,
  errors,
});

export const readObservation = endpoint({
  ...shape,
  id: 'fhir.readObservation',
  path: '/fhir/R4/Observation/{id}',
  summary: 'One Observation; a reading that was taken back has the status entered-in-error',
  access: access.resource({ param: 'id', owner: 'Observation' }),
  params: fhirId,
  query: answerForm,
  errors: ['ticks_unavailable'],
});

export const searchConditions = endpoint({
  ...shape,
  id: 'fhir.searchConditions',
  path: '/fhir/R4/Condition',
  summary: `A member’s conditions from other systems; ${inError}`,
  access: access.readMemberInQuery(...membersNamed),
  query: z.object({
    ...whose,
    code: token.optional(),
    'clinical-status': token.optional(),
    'verification-status': z.enum(['entered-in-error']).optional(),
    'onset-date': date.optional(),
    _sort: sortBy('onset-date').default('-onset-date'),
    ...paging,
  }),
  ownStatuses,
  errors,
});

export const readCondition = endpoint({
  ...shape,
  id: 'fhir.readCondition',
  path: '/fhir/R4/Condition/{id}',
  summary: 'One condition',
  access: access.resource({ param: 'id', owner: 'Condition' }),
  params: fhirId,
  query: answerForm,
});

export const searchProcedures = endpoint({
  ...shape,
  id: 'fhir.searchProcedures',
  path: '/fhir/R4/Procedure',
  summary: `A member’s procedures from other systems; ${inError}`,
  access: access.readMemberInQuery(...membersNamed),
  query: z.object({
    ...whose,
    code: token.optional(),
    status: token.optional(),
    date: date.optional(),
    _sort: sortBy('date').default('-date'),
    ...paging,
  }),
  ownStatuses,
  errors,
});

export const readProcedure = endpoint({
  ...shape,
  id: 'fhir.readProcedure',
  path: '/fhir/R4/Procedure/{id}',
  summary: 'One procedure',
  access: access.resource({ param: 'id', owner: 'Procedure' }),
  params: fhirId,
  query: answerForm,
});

export const searchMedicationRequests = endpoint({
  ...shape,
  id: 'fhir.searchMedicationRequests',
  path: '/fhir/R4/MedicationRequest',
  summary: `What a member was prescribed, from other systems; ${inError}`,
  access: access.readMemberInQuery(...membersNamed),
  query: z.object({
    ...whose,
    code: token.optional(),
    status: token.optional(),
    authoredon: date.optional(),
    _sort: sortBy('authoredon').default('-authoredon'),
    ...paging,
  }),
  ownStatuses,
  errors,
});

export const readMedicationRequest = endpoint({
  ...shape,
  id: 'fhir.readMedicationRequest',
  path: '/fhir/R4/MedicationRequest/{id}',
  summary: 'One prescription',
  access: access.resource({ param: 'id', owner: 'MedicationRequest' }),
  params: fhirId,
  query: answerForm,
});

export const searchMedicationStatements = endpoint({
  ...shape,
  id: 'fhir.searchMedicationStatements',
  path: '/fhir/R4/MedicationStatement',
  summary: `What a member is said to take, from other systems; ${inError}`,
  access: access.readMemberInQuery(...membersNamed),
  query: z.object({
    ...whose,
    code: token.optional(),
    status: token.optional(),
    effective: date.optional(),
    _sort: sortBy('effective').default('-effective'),
    ...paging,
  }),
  ownStatuses,
  errors,
});

export const readMedicationStatement = endpoint({
  ...shape,
  id: 'fhir.readMedicationStatement',
  path: '/fhir/R4/MedicationStatement/{id}',
  summary: 'One statement of what is taken',
  access: access.resource({ param: 'id', owner: 'MedicationStatement' }),
  params: fhirId,
  query: answerForm,
});

export const searchServiceRequests = endpoint({
  ...shape,
  id: 'fhir.searchServiceRequests',
  path: '/fhir/R4/ServiceRequest',
  summary: `What was ordered for a member in other systems; ${inError}`,
  access: access.readMemberInQuery(...membersNamed),
  query: z.object({
    ...whose,
    code: token.optional(),
    status: token.optional(),
    authored: date.optional(),
    _sort: sortBy('authored').default('-authored'),
    ...paging,
  }),
  ownStatuses,
  errors,
});

export const readServiceRequest = endpoint({
  ...shape,
  id: 'fhir.readServiceRequest',
  path: '/fhir/R4/ServiceRequest/{id}',
  summary: 'One order',
  access: access.resource({ param: 'id', owner: 'ServiceRequest' }),
  params: fhirId,
  query: answerForm,
});
