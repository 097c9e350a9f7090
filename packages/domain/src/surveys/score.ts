import { visibleQuestions } from './display.ts';
import type { ScoreBand, SurveyAnswer, SurveyAnswers, SurveyContent, SurveyQuestion } from './survey.ts';

/** A score, or why there is none. `prorated` says that unanswered questions were counted as the mean of the others. */
export type SurveyScore =
  | { readonly known: true; readonly score: number; readonly band: ScoreBand | null; readonly prorated: boolean }
  | { readonly known: false; readonly because: 'no_score' | 'nothing_scored' | 'unanswered'; readonly unanswered: readonly string[] };

const isScored = ({ options }: SurveyQuestion) => options.some(({ score }) => score !== null);

/**
 * The sum of the scores of what was chosen, over the questions that stand for these answers. Unknown when one of them is
 * unanswered, unless the instrument lets some be missing: their place is then taken by the mean of the others, and the sum rounded
 * half up. A question that is hidden counts for nothing.
 */
export function scoreOf({ questions, scoring }: Pick<SurveyContent, 'questions' | 'scoring'>, answers: SurveyAnswers): SurveyScore {
  if (scoring === null) return { known: false, because: 'no_score', unanswered: [] };
  const scored = visibleQuestions(questions, answers).filter(isScored);
  if (scored.length === 0) return { known: false, because: 'nothing_scored', unanswered: [] };
  const answered = scored.flatMap((question) => {
    const answer = answers.get(question.name);
    return answer ? [scoreOfAnswer(question, answer)] : [];
  });
  const unanswered = scored.filter(({ name }) => !answers.has(name)).map(({ name }) => name);
  if (unanswered.length > scoring.mostUnanswered || answered.length === 0) return { known: false, because: 'unanswered', unanswered };
  const sum = answered.reduce((total, one) => total + one, 0);
  const score = unanswered.length === 0 ? sum : Math.floor((sum / answered.length) * scored.length + 0.5);
  return { known: true, score, band: bandOf(scoring.bands, score), prorated: unanswered.length > 0 };
}

const scoreOfAnswer = ({ options }: SurveyQuestion, { answerIndices }: SurveyAnswer) =>
  options.filter(({ index }) => answerIndices?.includes(index)).reduce((total, { score }) => total + (score ?? 0), 0);

/** The band that holds a score, both ends included; null where none does. */
export function bandOf(bands: readonly ScoreBand[], score: number): ScoreBand | null {
  return bands.find(({ from, to }) => score >= from && score <= to) ?? null;
}

/** The questions whose answer has somebody look at once. */
export function urgentlyAnswered(questions: readonly SurveyQuestion[], answers: SurveyAnswers): readonly SurveyQuestion[] {
  return questions.filter(({ name, urgentAnswers }) => answers.get(name)?.answerIndices?.some((index) => urgentAnswers.includes(index)));
}
