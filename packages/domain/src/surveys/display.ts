import { inOrder, type SurveyAnswers, type SurveyQuestion } from './survey.ts';

/**
 * The questions that stand on the screen for these answers, in order. A condition holds while its question stands itself and one
 * of the named options is chosen; so what hangs on a hidden question is hidden with it (specification, displayConditions).
 */
export function visibleQuestions(questions: readonly SurveyQuestion[], answers: SurveyAnswers): readonly SurveyQuestion[] {
  const shown = new Set<string>();
  return inOrder(questions).filter(({ name, displayConditions, displayWhen }) => {
    const holds = ({ questionName, answerIndices }: SurveyQuestion['displayConditions'][number]) =>
      shown.has(questionName) && answerIndices.some((index) => answers.get(questionName)?.answerIndices?.includes(index));
    const stands =
      displayConditions.length === 0 || (displayWhen === 'any' ? displayConditions.some(holds) : displayConditions.every(holds));
    if (stands) shown.add(name);
    return stands;
  });
}

/** The answers without those of questions that are hidden by the others. */
export function withoutHidden(questions: readonly SurveyQuestion[], answers: SurveyAnswers): SurveyAnswers {
  const visible = new Set(visibleQuestions(questions, answers).map(({ name }) => name));
  return new Map([...answers].filter(([name]) => visible.has(name)));
}
