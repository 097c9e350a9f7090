import { careTeamRoles } from '@vigil/domain/roles';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { answerForm, fhirResource } from './fhir.contract.ts';
import { id } from './shapes.ts';

const shape = { service: 'fhir', response: fhirResource } as const;
const sent = { body: fhirResource, bodyKind: 'fhir', bodyLimitBytes: 1024 * 1024 } as const;
const refusals = { 400: 'The resource holds something that cannot be kept; the issues name the elements, and nothing was stored' } as const;
const count = z.coerce.number().int().min(1).max(200).default(50);
const cursor = z.string().min(1).max(500).meta({ description: 'Of a next link; made by the server' }).optional();
const token = z.string().min(1).max(1_000);

export const searchQuestionnaires = endpoint({
  ...shape,
  id: 'fhir.searchQuestionnaires',
  method: 'GET',
  path: '/fhir/R4/Questionnaire',
  summary: 'The surveys that members can be given, as FHIR R4 Questionnaires',
  access: access.clinicalStaff(),
  query: z.object({ title: token.optional(), _count: count, _cursor: cursor, ...answerForm.shape }),
});

export const readQuestionnaire = endpoint({
  ...shape,
  id: 'fhir.readQuestionnaire',
  method: 'GET',
  path: '/fhir/R4/Questionnaire/{id}',
  summary: 'A survey as it is written, as a FHIR R4 Questionnaire: enableWhen, ordinalValue, units and limits',
  access: access.clinicalStaff(),
  params: z.object({ id }),
  query: answerForm,
  errors: ['not_found'],
});

export const putQuestionnaire = endpoint({
  ...shape,
  ...sent,
  id: 'fhir.putQuestionnaire',
  method: 'PUT',
  path: '/fhir/R4/Questionnaire/{id}',
  summary: 'Take in a FHIR R4 Questionnaire as a survey, published where it is active; what could not be kept whole is refused by element',
  access: access.tenant(...careTeamRoles, 'tenant_admin'),
  params: z.object({ id }),
  query: answerForm,
  ownStatuses: refusals,
  errors: ['conflict'],
});

export const searchQuestionnaireResponses = endpoint({
  ...shape,
  id: 'fhir.searchQuestionnaireResponses',
  method: 'GET',
  path: '/fhir/R4/QuestionnaireResponse',
  summary: 'The surveys that a member was given and what was answered, as FHIR R4 QuestionnaireResponses, the last first',
  access: access.readMemberInQuery('patient', 'subject'),
  query: z.object({ patient: token.optional(), subject: token.optional(), _count: count, _cursor: cursor, ...answerForm.shape }),
  errors: ['not_found', 'no_access_to_user'],
});

export const readQuestionnaireResponse = endpoint({
  ...shape,
  id: 'fhir.readQuestionnaireResponse',
  method: 'GET',
  path: '/fhir/R4/QuestionnaireResponse/{id}',
  summary: 'A survey that a member was given and what was answered, as a FHIR R4 QuestionnaireResponse',
  access: access.resource({ param: 'id', owner: 'userSurvey' }),
  params: z.object({ id }),
  query: answerForm,
});

export const putQuestionnaireResponse = endpoint({
  ...shape,
  ...sent,
  id: 'fhir.putQuestionnaireResponse',
  method: 'PUT',
  path: '/fhir/R4/QuestionnaireResponse/{id}',
  summary: 'Take in a completed FHIR R4 QuestionnaireResponse to a survey that is live here; the same again is stored once',
  access: access.answerForMemberInBody({ at: ['subject.reference'] }),
  params: z.object({ id }),
  query: answerForm,
  ownStatuses: refusals,
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});
