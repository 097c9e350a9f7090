import { careTeamRoles, clinicalStaffRoles } from '@vigil/domain/roles';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { surveyContent, surveyDraft, surveyRevision } from './factuary-surveys.forms.ts';
import { surveyStatuses } from './factuary-surveys.values.ts';
import { id } from './shapes.ts';

/** Unix seconds. */
const seconds = z.number();
const base = { service: 'factuary' } as const;
const path = '/factuary/api';
const person = z.object({ id, firstName: z.string(), lastName: z.string() });

/** A survey as those who write it see it. */
const writtenSurvey = z
  .object({
    id,
    name: z.string(),
    intake: z.boolean(),
    status: z.enum(surveyStatuses),
    revision: z.number().int(),
    /** The version that members are given; null before the first. */
    version: z.number().int().nullable(),
    /** Something was changed since that version. */
    changed: z.boolean(),
    shipped: z.boolean(),
    time_changed: seconds.nullable(),
    changed_by: person.nullable(),
  })
  .meta({ id: 'WrittenSurvey' });
export type WrittenSurvey = z.output<typeof writtenSurvey>;
const wholeSurvey = writtenSurvey.extend({ content: surveyContent });
export type WholeSurvey = z.output<typeof wholeSurvey>;

export const listWrittenSurveys = endpoint({
  ...base,
  id: 'factuarySurveys.listWrittenSurveys',
  method: 'GET',
  path: `${path}/v2/surveys`,
  summary: 'Every survey of the tenant with drafts and those that ship, by name',
  access: access.tenant(...clinicalStaffRoles, 'tenant_admin'),
  response: z.array(writtenSurvey),
});

const authors = access.tenant(...careTeamRoles, 'tenant_admin');

export const getWrittenSurvey = endpoint({
  ...base,
  id: 'factuarySurveys.getWrittenSurvey',
  method: 'GET',
  path: `${path}/v2/surveys/{id}`,
  summary: 'A survey as it is written now',
  access: access.tenant(...clinicalStaffRoles, 'tenant_admin'),
  params: z.object({ id }),
  response: wholeSurvey,
  errors: ['not_found'],
});

export const saveSurvey = endpoint({
  ...base,
  id: 'factuarySurveys.saveSurvey',
  method: 'PUT',
  path: `${path}/v2/surveys`,
  summary: 'Keep a survey as it is being written; members see nothing of it before it is published. An older revision is a conflict',
  access: authors,
  body: surveyDraft,
  bodyLimitBytes: 1024 * 1024,
  response: wholeSurvey,
  errors: ['conflict'],
});

export const publishSurvey = endpoint({
  ...base,
  id: 'factuarySurveys.publishSurvey',
  method: 'POST',
  path: `${path}/v2/surveys/{id}/publish`,
  summary: 'Make what is written the version that members are given from now on; those who were given an earlier one keep it',
  access: authors,
  params: z.object({ id }),
  body: surveyRevision,
  response: wholeSurvey,
  errors: ['not_found', 'conflict'],
});

export const retireSurvey = endpoint({
  ...base,
  id: 'factuarySurveys.retireSurvey',
  method: 'POST',
  path: `${path}/v2/surveys/{id}/retire`,
  summary: 'Give a survey to nobody any more; what members were given stays. Publishing it again brings it back',
  access: authors,
  params: z.object({ id }),
  body: surveyRevision,
  response: wholeSurvey,
  errors: ['not_found', 'conflict'],
});
