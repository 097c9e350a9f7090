/** What becomes of a survey: written, asked, asked no more. What members have been given stays with them. */
export const surveyStatuses = ['draft', 'live', 'retired'] as const;
export type SurveyStatus = (typeof surveyStatuses)[number];

/** What becomes of a survey that a member was given. `expired`: a later delivery of the same schedule took its place. */
export const userSurveyStatuses = ['delivered', 'opened', 'completed', 'discarded', 'expired'] as const;
export type UserSurveyStatus = (typeof userSurveyStatuses)[number];

/**
 * What the sender of answers means by them: so far (`opened`), all of them (`answered`), or that what was answered is to be cleared
 * (`discarded`).
 */
export const answeringStatuses = ['opened', 'answered', 'discarded'] as const;
export type AnsweringStatus = (typeof answeringStatuses)[number];

/** How a survey came to a member. */
export const surveyOrigins = ['assigned', 'schedule', 'intake', 'program', 'imported'] as const;
export type SurveyOrigin = (typeof surveyOrigins)[number];

export const mostSurveyQuestions = 100;
export const mostQuestionOptions = 50;
/** Longest text of a question, an option or an introduction, in characters. */
export const longestSurveyText = 1_000;
export const longestSurveyName = 120;
/** Surveys on a page of a member's (specification: content lists 200 per page). */
export const mostSurveysOnPage = 200;
/** Completed answers that can be made a baseline. */
export const mostBaselineAnswers = 50;
/** Days before an answer over which sleep and steps stand beside its score. */
export const daysBesideScore = 7;
/** Surveys of a tenant that nobody has retired. */
export const mostSurveys = 500;
/** Deliveries that one look at a member's surveys makes up for, of each schedule. */
export const mostDeliveriesAtOnce = 60;
