import { factuaryPrograms, factuarySurveys, factuarySurveysAuthoring } from '@vigil/contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** The surveys that a member was given, the last first. Whoever asks shows the failure. */
export const userSurveysQuery = (userId: string) =>
  endpointQuery(factuarySurveys.listUserSurveys, { params: { id: userId }, query: {} }, { quiet: true });

export const liveSurveysQuery = () => endpointQuery(factuarySurveys.listSurveys, { query: {} }, { quiet: true });

/** A survey as it is written. What is being written is not taken from under the hand: it is read anew only where somebody asks. */
export const writtenSurveyQuery = (id: string) => ({
  ...endpointQuery(factuarySurveysAuthoring.getWrittenSurvey, { params: { id } }, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

export const schedulesQuery = (userId: string) =>
  endpointQuery(factuarySurveys.listSurveySchedules, { params: { id: userId } }, { quiet: true });

export const baselineQuery = (userSurveyId: string) =>
  endpointQuery(factuarySurveys.getBaseline, { params: { surveyId: userSurveyId } }, { quiet: true });

/** Answers, kept at once; sent again they are kept once. */
export const useAnswerSurvey = () =>
  useEndpointMutation(factuarySurveys.postUserSurveyAnswers, {
    // A survey of a program ends its step.
    touches: [
      ...[factuarySurveys.listUserSurveys, factuarySurveys.getBaseline],
      ...[factuaryPrograms.getUserPrograms, factuaryPrograms.getUserProgramAggregations],
    ],
    quiet: true,
  });

export const useGiveSurvey = () =>
  useEndpointMutation(factuarySurveys.giveSurvey, {
    touches: [factuarySurveys.listUserSurveys, factuarySurveys.listSurveySchedules],
    quiet: true,
  });

export const useEndSchedule = () =>
  useEndpointMutation(factuarySurveys.endSurveySchedule, { touches: [factuarySurveys.listSurveySchedules], quiet: true });

export const useSetBaseline = () =>
  useEndpointMutation(factuarySurveys.setBaseline, { touches: [factuarySurveys.getBaseline], quiet: true });

/** Unix seconds. */
export const nowSeconds = () => Math.floor(Date.now() / 1000);
