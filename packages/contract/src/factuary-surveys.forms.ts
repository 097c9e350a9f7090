import { timeOfDay24 } from '@vigil/domain/activities/time-of-day';
import { longestLongTextAnswer } from '@vigil/domain/surveys/answer';
import { scheduleKinds } from '@vigil/domain/surveys/schedule';
import { questionTypes, textInputs } from '@vigil/domain/surveys/survey';
import * as z from 'zod/mini';
import {
  answeringStatuses,
  longestSurveyName,
  longestSurveyText,
  mostQuestionOptions,
  mostSurveyQuestions,
} from './factuary-surveys.values.ts';
import { storable, typed, typedLine } from './readable-text.forms.ts';

const id = z.uuid().check(z.toLowerCase());
const text = typed(0, longestSurveyText);
const orNull = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null);
const listOf = <T extends z.ZodMiniType>(item: T, most: number) => z.array(item).check(z.maxLength(most));
const name = z
  .string()
  .check(z.regex(/^[A-Za-z0-9/][A-Za-z0-9_./-]{0,99}$/, 'Has letters, digits, points, slashes, underscores and hyphens'));
const whole = z.int().check(z.minimum(0), z.maximum(1_000_000));
const number = z.number().check(z.minimum(-1_000_000_000), z.maximum(1_000_000_000));
const loinc = orNull(z.string().check(z.regex(/^[A-Z0-9]{1,10}-[0-9]$/, 'Not a code of LOINC')));

/** A code of a terminology, as LOINC has for answers. */
const coding = z.object({ system: typed(1, 200), code: typed(1, 100) });

const option = z.object({ index: whole, position: whole, text, textEs: orNull(text), score: orNull(number), coding: orNull(coding) });

const textInput = z.object({
  kind: z.enum(textInputs),
  min: orNull(number),
  max: orNull(number),
  unit: orNull(typed(1, 40)),
  is24Hr: orNull(z.boolean()),
});

/** A question of a survey. A draft may be unfinished: what is missing is named when it is published. */
export const surveyQuestion = z.object({
  name,
  position: whole,
  text,
  textEs: orNull(text),
  type: z.enum(questionTypes),
  input: orNull(textInput),
  options: z._default(listOf(option, mostQuestionOptions), []),
  displayConditions: z._default(listOf(z.object({ questionName: name, answerIndices: listOf(whole, mostQuestionOptions) }), 30), []),
  displayWhen: z._default(z.enum(['all', 'any']), 'all'),
  loinc,
  urgentAnswers: z._default(listOf(whole, mostQuestionOptions), []),
});

const band = z.object({ from: number, to: number, label: typed(1, 100), labelEs: orNull(typed(1, 100)) });

/** Everything that a version of a survey asks. */
export const surveyContent = z.object({
  title: typed(0, 200),
  titleEs: orNull(typed(0, 200)),
  intro: orNull(text),
  introEs: orNull(text),
  questions: listOf(surveyQuestion, mostSurveyQuestions),
  scoring: orNull(z.object({ mostUnanswered: whole, bands: listOf(band, 20), source: orNull(text) })),
  loinc,
});
export type SentSurveyContent = z.input<typeof surveyContent>;

/**
 * A survey as it is written: kept at every pause of the typing. The sender makes its `id`. `revision` is the one that the change
 * was made on, 0 for a new survey; an older one than is stored is a conflict, and the answer of a look at it holds the newer.
 */
export const surveyDraft = z.object({
  id,
  revision: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  name: typedLine(1, longestSurveyName),
  /** New members are given it when they arrive. */
  intake: z.boolean(),
  content: surveyContent,
});
export type SurveyDraft = z.output<typeof surveyDraft>;

/** Which draft is meant: one that was changed meanwhile is not published unread. */
export const surveyRevision = z.object({ revision: z.int().check(z.minimum(0), z.maximum(1_000_000)) });

/** An answer to one question: options, a text, or neither to take back what was answered. */
const sentAnswer = z.object({
  questionName: z.string().check(z.minLength(1), z.maxLength(100)),
  answerIndices: z.optional(z.nullable(listOf(whole, mostQuestionOptions))),
  answerText: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2 * longestLongTextAnswer), storable))),
});
export type SentAnswer = z.output<typeof sentAnswer>;

const answering = {
  answers: listOf(sentAnswer, mostSurveyQuestions),
  /** Unix seconds: when they were given. */
  time_answered: z.number().check(z.minimum(0), z.maximum(99_999_999_999)),
  /** The care team answers for the member, beside what the member answered. Follows from who calls. */
  as_ctm: z.optional(z.boolean()),
  status: z._default(z.enum(answeringStatuses), 'answered'),
};

/** Answers to a survey that a member was given. */
export const userSurveyAnswers = z.object(answering);
export type UserSurveyAnswers = z.output<typeof userSurveyAnswers>;

/** Answers of a member to a survey of the tenant, whether it was given to them or not. */
export const surveyAnswers = z.object({ ...answering, user_id: id, tenant_id: id });

const date = z.iso.date();
const schedule = z.object({
  kind: z.enum(scheduleKinds),
  every: z._default(z.int().check(z.minimum(1), z.maximum(366)), 1),
  at: z._default(z.string().check(z.refine((time) => timeOfDay24(time) === time, 'A time of day as 09:00')), '09:00'),
  from: date,
  until: orNull(date),
});

/** A survey for a member: at once, or by a schedule in the member's own zone. The sender makes the id. */
export const givenSurvey = z.object({ id, survey_id: id, schedule: z._default(z.nullable(schedule), null) });
export type GivenSurvey = z.output<typeof givenSurvey>;
