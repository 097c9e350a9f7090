import { answerFaults } from '@vigil/domain/surveys/answer';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { givenSurvey, surveyAnswers, surveyContent, surveyQuestion, userSurveyAnswers } from './factuary-surveys.forms.ts';
import { mostBaselineAnswers, mostSurveysOnPage, surveyOrigins, userSurveyStatuses } from './factuary-surveys.values.ts';
import { id, pageNumber } from './shapes.ts';

/** Unix seconds. */
const seconds = z.number();
const base = { service: 'factuary' } as const;
const path = '/factuary/api';

const answer = z.object({ answerIndices: z.array(z.number()).nullable(), answerText: z.string().nullable() });

/** An answer that was not taken; the others are stored. */
export const failedAnswer = z
  .object({ questionName: z.string(), code: z.enum(answerFaults), message: z.string() })
  .meta({ id: 'FailedAnswer' });
export type FailedAnswer = z.output<typeof failedAnswer>;

const band = z.object({ from: z.number(), to: z.number(), label: z.string(), labelEs: z.string().nullable() });
const score = z
  .discriminatedUnion('known', [
    z.object({ known: z.literal(true), score: z.number(), band: band.nullable(), prorated: z.boolean() }),
    z.object({ known: z.literal(false), because: z.enum(['no_score', 'nothing_scored', 'unanswered']), unanswered: z.array(z.string()) }),
  ])
  .meta({ id: 'SurveyScore' });

const person = z.object({ id, firstName: z.string(), lastName: z.string() });

/** A question of a survey that a member was given, with what the member answered and what the care team says beside it. */
const answeredQuestion = z.object({
  ...surveyQuestion.shape,
  answer_selected: answer.nullable(),
  answer_time: seconds.nullable(),
  ctm_answer_selected: answer.nullable(),
  /** Who of the care team answered. */
  ctm_uuid: id.nullable(),
  ctm_name: z.string().nullable(),
  ctm_answer_time: seconds.nullable(),
});

/** A survey that a member was given. */
export const userSurvey = z
  .object({
    user_survey_id: id,
    survey_id: id,
    user_id: id,
    version: z.number().int(),
    content_type: z.literal('survey'),
    name: z.string(),
    title: z.string(),
    titleEs: z.string().nullable(),
    intro: z.string().nullable(),
    introEs: z.string().nullable(),
    status: z.enum(userSurveyStatuses),
    origin: z.enum(surveyOrigins),
    time_created: seconds,
    time_delivered: seconds,
    time_opened: seconds.nullable(),
    time_completed: seconds.nullable(),
    questions: z.array(answeredQuestion),
    /** The care team has answered beside the member. */
    isEdited: z.boolean(),
    editor: person.nullable(),
    /** With the care team's answers where there are any. */
    score,
    /** By the member's own answers alone. */
    member_score: score,
    scoreSource: z.string().nullable(),
  })
  .meta({ id: 'UserSurvey' });
export type UserSurvey = z.output<typeof userSurvey>;
export type AnsweredQuestion = UserSurvey['questions'][number];

/** A survey that can be given. */
const liveSurvey = z
  .object({
    id,
    name: z.string(),
    tenantId: id,
    intake: z.boolean(),
    version: z.number().int(),
    shipped: z.boolean(),
    ...surveyContent.shape,
  })
  .meta({ id: 'Survey' });
export type LiveSurvey = z.output<typeof liveSurvey>;

export const listSurveys = endpoint({
  ...base,
  id: 'factuarySurveys.listSurveys',
  method: 'GET',
  path: `${path}/v1/surveys`,
  summary: 'The surveys that members can be given; with intake=true those that new members are given when they arrive',
  access: access.clinicalStaff(),
  query: z.object({ intake: z.enum(['true', 'false']).optional() }),
  response: z.array(liveSurvey),
});

export const postSurveyAnswers = endpoint({
  ...base,
  id: 'factuarySurveys.postSurveyAnswers',
  method: 'POST',
  path: `${path}/v1/surveys/{id}/answers`,
  summary: 'Answer a survey for a member, the member or as_ctm the care team: what could not be taken is answered, the rest is kept',
  access: access.answerForMemberInBody({ at: ['user_id'] }),
  params: z.object({ id }),
  body: surveyAnswers,
  bodyLimitBytes: 512 * 1024,
  response: z.array(failedAnswer),
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});

export const listUserSurveys = endpoint({
  ...base,
  id: 'factuarySurveys.listUserSurveys',
  method: 'GET',
  path: `${path}/v1/users/{id}/surveys`,
  summary: 'The surveys that a member was given, the last first, with both answers to each question and the scores',
  access: access.readMember('id'),
  params: z.object({ id }),
  query: z.object({
    status: z.enum(userSurveyStatuses).optional(),
    /** Counted from 0. */
    page: pageNumber,
    per_page: z.coerce.number().int().min(1).max(mostSurveysOnPage).default(mostSurveysOnPage),
  }),
  response: z.object({ content: z.array(userSurvey), totalElements: z.number().int(), page: z.number().int(), per_page: z.number().int() }),
});

export const postUserSurveyAnswers = endpoint({
  ...base,
  id: 'factuarySurveys.postUserSurveyAnswers',
  method: 'POST',
  path: `${path}/v1/users/{id}/surveys/{surveyId}/answers`,
  summary: 'Answer a survey that a member was given, so far or all of it; what could not be taken is named, the rest is kept',
  access: access.logForMember('id'),
  params: z.object({ id, surveyId: id }),
  body: userSurveyAnswers,
  bodyLimitBytes: 512 * 1024,
  response: z.object({ survey: userSurvey, failed: z.array(failedAnswer) }),
  errors: ['not_found', 'conflict'],
});

export const giveSurvey = endpoint({
  ...base,
  id: 'factuarySurveys.giveSurvey',
  method: 'POST',
  path: `${path}/v1/users/{id}/surveys`,
  summary: 'Give a member a survey, at once or by a schedule in the member’s own time zone; sent again it is given once',
  access: access.writeAboutMember('id'),
  params: z.object({ id }),
  body: givenSurvey,
  response: z.object({ id }),
  errors: ['not_found', 'conflict'],
});

const surveySchedule = z
  .object({
    id,
    survey_id: id,
    name: z.string(),
    schedule: z.object({
      kind: z.enum(['once', 'daily', 'weekly', 'monthly']),
      every: z.number(),
      at: z.string(),
      from: z.string(),
      until: z.string().nullable(),
    }),
    time_created: seconds,
    ended: z.boolean(),
  })
  .meta({ id: 'UserSurveySchedule' });

export const listSurveySchedules = endpoint({
  ...base,
  id: 'factuarySurveys.listSurveySchedules',
  method: 'GET',
  path: `${path}/v1/users/{id}/survey-schedules`,
  summary: 'By which schedules a member is given surveys',
  access: access.readMember('id'),
  params: z.object({ id }),
  response: z.array(surveySchedule),
});

export const endSurveySchedule = endpoint({
  ...base,
  id: 'factuarySurveys.endSurveySchedule',
  method: 'DELETE',
  path: `${path}/v1/users/{id}/survey-schedules/{scheduleId}`,
  summary: 'End a schedule: what was delivered stays, nothing more is',
  access: access.writeAboutMember('id'),
  params: z.object({ id, scheduleId: id }),
  response: z.object({ id }),
  errors: ['not_found'],
});

export const screen = endpoint({
  ...base,
  id: 'factuarySurveys.screen',
  method: 'GET',
  path: `${path}/v1/screener/{id}/screen`,
  summary: 'What a member has answered, in words; deduplicate=true gives the last answer to each question',
  access: access.readMember('id'),
  params: z.object({ id }),
  query: z.object({ deduplicate: z.enum(['true', 'false']).default('false') }),
  response: z.array(
    z.object({
      user_survey_id: id,
      survey_id: id,
      survey_name: z.string(),
      question_name: z.string(),
      question_text: z.string(),
      answer_text: z.string(),
      time_answered: seconds,
      as_ctm: z.boolean(),
    }),
  ),
});

/** The answer that called for an action, in words. */
export const urgentAnswer = z
  .object({
    user_survey_id: id,
    survey_name: z.string(),
    question_name: z.string(),
    question_text: z.string(),
    /** Null where it has been taken back since. */
    answer_text: z.string().nullable(),
    time_answered: seconds,
  })
  .meta({ id: 'UrgentSurveyAnswer' });

export const getUrgentAnswer = endpoint({
  ...base,
  id: 'factuarySurveys.getUrgentAnswer',
  method: 'GET',
  path: `${path}/v1/users/{id}/actions/{actionId}/answer`,
  summary: 'Which answer to a survey called for an action about a member: the member’s, as it was given then',
  access: access.clinicalStaffReadMember('id'),
  params: z.object({ id, actionId: id }),
  response: urgentAnswer,
  errors: ['not_found'],
});

const baselineFigures = z.object({ score: z.number().nullable(), sleep_score: z.number().nullable(), steps: z.number().nullable() });

const baseline = z
  .object({
    survey_id: id,
    user_survey_id: id,
    /** Answers that make the baseline; null while there is none. */
    number_answers: z.number().int().nullable(),
    base_line_data: baselineFigures,
    report_data: baselineFigures,
    /** Completed answers, the first ones first. */
    history: z.array(z.object({ user_survey_id: id, time_completed: seconds, in_base_line: z.boolean(), score: z.number().nullable() })),
  })
  .meta({ id: 'SurveyBaseline' });

export const getBaseline = endpoint({
  ...base,
  id: 'factuarySurveys.getBaseline',
  method: 'GET',
  path: `${path}/v2/baseline/{surveyId}`,
  summary:
    'A survey that a member was given (by its user_survey_id) against the baseline: score, sleep score and steps of the 7 days before',
  access: access.resource({ param: 'surveyId', owner: 'userSurvey' }),
  params: z.object({ surveyId: id }),
  response: baseline,
  errors: ['ticks_unavailable'],
});

export const setBaseline = endpoint({
  ...base,
  id: 'factuarySurveys.setBaseline',
  method: 'POST',
  path: `${path}/v2/baseline/{surveyId}/{numberAnswers}`,
  summary: 'Make the first completed answers of a member to a survey (by a user_survey_id of it) the baseline',
  access: access.resource({ param: 'surveyId', owner: 'userSurvey', write: true }),
  params: z.object({ surveyId: id, numberAnswers: z.coerce.number().int().min(1).max(mostBaselineAnswers) }),
  response: baseline,
  errors: ['conflict', 'ticks_unavailable'],
});
