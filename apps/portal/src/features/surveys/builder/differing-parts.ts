import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { Question } from './draft.ts';

type Written = Pick<SurveyDraft, 'name' | 'intake' | 'content'>;

/** A part of a survey that two have written otherwise, in words; null where it is not there. */
export interface DifferingPart {
  readonly part: 'name' | 'title' | 'intro' | 'intake' | 'scoring' | 'order' | 'question';
  /** Names the question. */
  readonly question?: string;
  readonly mine: string | null;
  readonly theirs: string | null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const lines = (...texts: readonly (string | null)[]) => texts.filter(Boolean).join(' · ') || null;

/** What differs between two versions of a survey: its parts in their order on the page, then the questions. */
export function differingParts(mine: Written, theirs: Written): DifferingPart[] {
  const part = (name: DifferingPart['part'], of: (one: Written) => unknown, words: (one: Written) => string | null): DifferingPart[] =>
    isSame(of(mine), of(theirs)) ? [] : [{ part: name, mine: words(mine), theirs: words(theirs) }];
  const names = ({ content }: Written) => content.questions.map(({ name }) => name);
  const all = [...new Set([...names(mine), ...names(theirs)])];
  const questionOf = ({ content }: Written, name: string) => content.questions.find((one) => one.name === name);
  const titles = ({ content: { title, titleEs } }: Written) => lines(title, titleEs);
  const intros = ({ content: { intro, introEs } }: Written) => lines(intro, introEs);
  const texts = ({ content }: Written) => lines(...content.questions.map(({ text }) => text));
  const hasSameQuestions = isSame(names(mine).toSorted(), names(theirs).toSorted());
  return [
    ...part(
      'name',
      ({ name }) => name,
      ({ name }) => name,
    ),
    ...part('title', titles, titles),
    ...part('intro', intros, intros),
    ...part(
      'intake',
      ({ intake }) => intake,
      ({ intake }) => (intake ? '✓' : null),
    ),
    ...part('scoring', ({ content }) => content.scoring, scoringWords),
    ...(hasSameQuestions ? part('order', names, texts) : []),
    ...all.flatMap((name): DifferingPart[] => {
      const [own, other] = [questionOf(mine, name), questionOf(theirs, name)];
      if (isSame(contentOf(own), contentOf(other))) return [];
      return [{ part: 'question', question: name, mine: questionWords(own), theirs: questionWords(other) }];
    }),
  ];
}

/** Without its place, which is the order's. */
const contentOf = (question: Question | undefined) => question && { ...question, position: null };

function scoringWords({ content: { scoring } }: Written): string | null {
  if (!scoring) return null;
  const bands = scoring.bands.map(({ from, to, label }) => `${from}–${to} ${label}`);
  return lines(`≤ ${scoring.mostUnanswered} ?`, ...bands);
}

/** Its words, its kind and limits, and each answer with its score and what it means. */
function questionWords(question: Question | undefined): string | null {
  if (!question) return null;
  const { text, textEs, type, input, options, displayConditions, urgentAnswers } = question;
  const limits = input && `${input.kind} ${[input.min, input.max].map((end) => end ?? '').join('–')} ${input.unit ?? ''}`.trim();
  const answers = options.map(({ index, text: words, textEs: wordsEs, score }) => {
    const told = wordsEs ? `${words} / ${wordsEs}` : words;
    return `${told}${score === null ? '' : ` (${score})`}${urgentAnswers.includes(index) ? ' !' : ''}`;
  });
  const conditions = displayConditions.map(({ questionName, answerIndices }) => `← ${questionName} ${answerIndices.join(', ')}`);
  return lines(text, textEs, type, limits, ...answers, ...conditions);
}
