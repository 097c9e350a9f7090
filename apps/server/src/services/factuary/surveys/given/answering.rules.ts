import type { FailedAnswer } from '@vigil/contract/factuary-surveys.contract';
import type { SentAnswer } from '@vigil/contract/factuary-surveys.forms';
import { type AnswerFault, answerFaultTexts, checkAnswer } from '@vigil/domain/surveys/answer';
import { withoutHidden } from '@vigil/domain/surveys/display';
import type { SurveyAnswer, SurveyAnswers, SurveyContent } from '@vigil/domain/surveys/survey';

/** Who answers: the member, or the care team beside the member's answers. */
export type Side = 'member' | 'team';

/** An answer as it is kept, with who gave it and when (milliseconds since 1970). */
export interface KeptAnswer extends SurveyAnswer {
  readonly by: string;
  readonly atMs: number;
}

export type KeptAnswers = Readonly<Record<Side, ReadonlyMap<string, KeptAnswer>>>;

export interface AnsweringResult {
  /** What is to be stored: the new answer of each question, null for none. */
  readonly changes: readonly { readonly questionName: string; readonly answer: SurveyAnswer | null }[];
  readonly failed: readonly FailedAnswer[];
  /** The answers of both sides as they are after this. */
  readonly after: Readonly<Record<Side, SurveyAnswers>>;
}

/** What counts: the care team's answer where there is one, the member's otherwise. */
export const counted = <Answer extends SurveyAnswer>(
  answers: Readonly<Record<Side, ReadonlyMap<string, Answer>>>,
): ReadonlyMap<string, Answer> => new Map([...answers.member, ...answers.team]);

/**
 * What becomes of answers that one side sends: those that cannot be are named and the rest is kept, an empty one takes back what was
 * there, and answers of questions that the others hide are dropped, whenever they were given.
 */
export function applyAnswers(
  { questions }: Pick<SurveyContent, 'questions'>,
  before: Readonly<Record<Side, SurveyAnswers>>,
  side: Side,
  sent: readonly SentAnswer[],
): AnsweringResult {
  const named = new Map(questions.map((question) => [question.name, question]));
  const own = new Map<string, SurveyAnswer>(
    [...before[side]].map(([name, { answerIndices, answerText }]) => [name, { answerIndices, answerText }]),
  );
  const failed: FailedAnswer[] = [];
  const fail = (questionName: string, code: AnswerFault) => failed.push({ questionName, code, message: answerFaultTexts[code] });
  for (const { questionName, answerIndices = null, answerText = null } of sent) {
    const question = named.get(questionName);
    if (!question) {
      fail(questionName, 'unknown_question');
      continue;
    }
    const checked = checkAnswer(question, { answerIndices, answerText });
    if ('fault' in checked) fail(questionName, checked.fault);
    else if (checked.kept === null) own.delete(questionName);
    else own.set(questionName, checked.kept);
  }
  const together = side === 'member' ? own : counted({ member: before.member, team: own });
  const visible = withoutHidden(questions, together);
  const kept = new Map([...own].filter(([name]) => visible.has(name)));
  const names = new Set([...before[side].keys(), ...kept.keys()]);
  const changes = [...names]
    .filter((name) => !isSameAnswer(before[side].get(name), kept.get(name)))
    .map((questionName) => ({ questionName, answer: kept.get(questionName) ?? null }));
  return { changes, failed, after: { ...before, [side]: kept } };
}

function isSameAnswer(a: SurveyAnswer | undefined, b: SurveyAnswer | undefined): boolean {
  return a?.answerText === b?.answerText && JSON.stringify(a?.answerIndices) === JSON.stringify(b?.answerIndices);
}
