/** Kinds of questions (specification, entities: intake survey). */
export const questionTypes = ['text', 'long-text', 'single-choice', 'multi-choice'] as const;
export type QuestionType = (typeof questionTypes)[number];

/** How the answer of a `text` question is given (specification, entities: text input kinds). */
export const textInputs = ['text', 'keypad', 'picker', 'time', 'date', 'default'] as const;
export type TextInputKind = (typeof textInputs)[number];

/** What an answer of an unknown kind of question reads (specification, error catalogue). */
export const unexpectedQuestionType = 'Unexpected question type';

/** One answer that can be chosen. `index` names it for good; `position` is its place on the screen, and may change. */
export interface SurveyOption {
  readonly index: number;
  readonly position: number;
  readonly text: string;
  /** The same in Spanish; null where nobody has translated it. */
  readonly textEs: string | null;
  /** Null where it counts for no score. */
  readonly score: number | null;
  /** What it is in a terminology, as an answer of LOINC; null where it has no code there. */
  readonly coding: { readonly system: string; readonly code: string } | null;
}

/** How a `text` question takes its answer. A keypad gives a number, a picker a whole one; both ends are included. */
export interface TextInput {
  readonly kind: TextInputKind;
  readonly min: number | null;
  readonly max: number | null;
  readonly unit: string | null;
  /** How a time is shown while it is chosen; it is kept as 24-hour HH:mm either way. */
  readonly is24Hr: boolean | null;
}

/** The question stands while one of these options of an earlier question is chosen. */
export interface DisplayCondition {
  readonly questionName: string;
  readonly answerIndices: readonly number[];
}

export interface SurveyQuestion {
  /** Names the question for good, within its survey. */
  readonly name: string;
  readonly position: number;
  readonly text: string;
  readonly textEs: string | null;
  readonly type: QuestionType;
  /** Of `text` questions; null for all others. */
  readonly input: TextInput | null;
  readonly options: readonly SurveyOption[];
  readonly displayConditions: readonly DisplayCondition[];
  /** Whether every condition has to hold, or one of them. */
  readonly displayWhen: 'all' | 'any';
  /** What the question is in LOINC. */
  readonly loinc: string | null;
  /** Options after which somebody of the care team has to look at once: each opens a CRITICAL action. */
  readonly urgentAnswers: readonly number[];
}

/** A stretch of scores with a name, both ends included. */
export interface ScoreBand {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly labelEs: string | null;
}

/** How answers become a score: the sum of the scores of what was chosen. */
export interface SurveyScoring {
  /** Visible scored questions that may stay unanswered; their place is taken by the mean of the others. 0: then it is unknown. */
  readonly mostUnanswered: number;
  readonly bands: readonly ScoreBand[];
  /** Where bands and scores are from. */
  readonly source: string | null;
}

/** What a version of a survey asks: frozen once it is published. */
export interface SurveyContent {
  readonly title: string;
  readonly titleEs: string | null;
  /** Stands before the first question. */
  readonly intro: string | null;
  readonly introEs: string | null;
  readonly questions: readonly SurveyQuestion[];
  /** Null where it has no score. */
  readonly scoring: SurveyScoring | null;
  readonly loinc: string | null;
}

/** What somebody answered: the options of a choice, or a text. */
export interface SurveyAnswer {
  readonly answerIndices: readonly number[] | null;
  readonly answerText: string | null;
}

/** Answers by the names of their questions. */
export type SurveyAnswers = ReadonlyMap<string, SurveyAnswer>;

/** Questions in the order in which they are asked. */
export const inOrder = <T extends { readonly position: number }>(parts: readonly T[]): readonly T[] =>
  parts.toSorted((a, b) => a.position - b.position);
