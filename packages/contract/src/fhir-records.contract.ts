import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { id, pageNumber } from './shapes.ts';

/** A date as its source wrote it: a year, a month, a day or a moment with its zone. Nothing is made up that it does not say. */
const fhirDate = z.string();
const coding = z.object({ system: z.string().nullable(), code: z.string().nullable(), display: z.string().nullable() });

/** What all parts of a member's record from elsewhere have. */
const recorded = {
  id,
  /** What it is, in words: the source's own, else those of its first coding. */
  name: z.string(),
  codes: z.array(coding),
  status: z.string().nullable(),
  /** Where it comes from: the address of a FHIR server, or the name given to a file. */
  origin: z.string(),
  notes: z.array(z.string()),
};

export const condition = z
  .object({
    ...recorded,
    /** confirmed, provisional, differential, unconfirmed, refuted; null where nobody has said. */
    verification: z.string().nullable(),
    severity: z.string().nullable(),
    onset: fhirDate.nullable(),
    /** Where the onset is no date: an age, a stretch of years. */
    onsetText: z.string().nullable(),
    abated: fhirDate.nullable(),
    recorded: fhirDate.nullable(),
  })
  .meta({ id: 'Condition' });
export type Condition = z.output<typeof condition>;

export const procedure = z
  .object({ ...recorded, performedFrom: fhirDate.nullable(), performedTo: fhirDate.nullable(), reason: z.string().nullable() })
  .meta({ id: 'Procedure' });
export type Procedure = z.output<typeof procedure>;

export const prescription = z
  .object({
    ...recorded,
    /** Prescribed by somebody, or said to be taken. */
    kind: z.enum(['prescribed', 'stated']),
    /** The prescription says that it must not be taken. */
    doNotTake: z.boolean(),
    from: fhirDate.nullable(),
    to: fhirDate.nullable(),
    dosage: z.array(z.string()),
    asNeeded: z.boolean().nullable(),
    prescriber: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Prescription' });
export type Prescription = z.output<typeof prescription>;

export const order = z
  .object({
    ...recorded,
    intent: z.string().nullable(),
    priority: z.string().nullable(),
    /** The order says that it must not be done. */
    doNotPerform: z.boolean(),
    authored: fhirDate.nullable(),
    plannedFrom: fhirDate.nullable(),
    plannedTo: fhirDate.nullable(),
    requester: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Order' });
export type Order = z.output<typeof order>;

/** Rows of a page; a record has some hundred procedures. */
const mostOnPage = 500;
const paging = z.object({ page: pageNumber, size: z.coerce.number().int().min(1).max(mostOnPage).default(100) });
const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ content: z.array(item), totalElements: z.number().int(), page: z.number().int(), size: z.number().int() });
const member = z.object({ id });
const newestFirst = 'newest first, those without a date last; what its source has declared an error is left out';

export const listConditions = endpoint({
  id: 'fhirservice.listConditions',
  service: 'fhirservice',
  method: 'GET',
  path: '/fhirservice/api/v1.0/patients/{id}/conditions',
  summary: `A member’s conditions from other systems, ${newestFirst}`,
  access: access.readMember('id'),
  params: member,
  query: paging,
  response: pageOf(condition),
});

export const listProcedures = endpoint({
  id: 'fhirservice.listProcedures',
  service: 'fhirservice',
  method: 'GET',
  path: '/fhirservice/api/v1.0/patients/{id}/procedures',
  summary: `A member’s procedures from other systems, ${newestFirst}`,
  access: access.readMember('id'),
  params: member,
  query: paging,
  response: pageOf(procedure),
});

export const listPrescriptions = endpoint({
  id: 'fhirservice.listPrescriptions',
  service: 'fhirservice',
  method: 'GET',
  path: '/fhirservice/api/v1.0/patients/{id}/prescriptions',
  summary: `What a member was prescribed or is said to take, from other systems, ${newestFirst}`,
  access: access.readMember('id'),
  params: member,
  query: paging,
  response: pageOf(prescription),
});

export const listOrders = endpoint({
  id: 'fhirservice.listOrders',
  service: 'fhirservice',
  method: 'GET',
  path: '/fhirservice/api/v1.0/users/{id}/orders',
  summary: `What was ordered for a member in other systems, ${newestFirst}`,
  access: access.readMember('id'),
  params: member,
  query: paging,
  response: pageOf(order),
});

export const getPatientRecord = endpoint({
  id: 'fhirservice.getPatientRecord',
  service: 'fhirservice',
  method: 'GET',
  path: '/fhirservice/api/v1.0/patients/{id}',
  summary: 'The number under which a member is known in the clinic’s own record system (MRN); null where none was given',
  access: access.readMember('id'),
  params: member,
  response: z.object({ id, externalRecordIdentifier: z.string().nullable() }),
});
