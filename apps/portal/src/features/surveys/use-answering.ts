import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { type AnswerFault, checkAnswer } from '@vigil/domain/surveys/answer';
import { visibleQuestions } from '@vigil/domain/surveys/display';
import type { SurveyAnswer, SurveyQuestion } from '@vigil/domain/surveys/survey';
import { useState } from 'react';
import { useDrafts } from '#lib/drafts.ts';
import { answerDrafts } from './answer-drafts.ts';
import { nowSeconds, useAnswerSurvey } from './api/surveys.ts';

export type Trouble = { readonly kind: 'fault'; readonly fault: AnswerFault } | { readonly kind: 'unreachable' | 'other' | 'over' };

/** A survey on its way through its questions: what stands, what was answered, and what became of keeping it. */
export function useAnswering(survey: UserSurvey) {
  const id = survey.user_survey_id;
  const drafts = useDrafts(answerDrafts, id);
  const { mutate, isPending } = useAnswerSurvey();
  const [kept, setKept] = useState<ReadonlyMap<string, SurveyAnswer>>(() => answersIn(survey));
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const sentTo = { id: survey.user_id, surveyId: id };
  const answerTo = (name: string): SurveyAnswer | null => drafts.find((draft) => draft.id === name) ?? kept.get(name) ?? null;
  const onError = ({ status, code }: { readonly status: number; readonly code: string }) =>
    setTrouble({ kind: status === 409 || status === 404 ? 'over' : code === 'unreachable' ? 'unreachable' : 'other' });

  /** Keeps the answer of a question, then goes on with the questions that stand now. What is wrong with it is said instead. */
  function keep(question: SurveyQuestion, onKept: (questions: readonly SurveyQuestion[]) => void): void {
    const draft = drafts.find((one) => one.id === question.name);
    const checked = checkAnswer(question, draft ?? { answerIndices: null, answerText: null });
    setTrouble(null);
    if (!draft) {
      onKept(visibleQuestions(survey.questions, kept));
      return;
    }
    if ('fault' in checked) {
      setTrouble({ kind: 'fault', fault: checked.fault });
      return;
    }
    const { answerIndices = null, answerText = null } = checked.kept ?? {};
    const answers = [{ questionName: question.name, answerIndices: answerIndices && [...answerIndices], answerText }];
    mutate(
      { params: sentTo, body: { answers, time_answered: nowSeconds(), status: 'opened' } },
      {
        onSuccess: ({ survey: after, failed: [failure] }) => {
          if (failure) {
            setTrouble({ kind: 'fault', fault: failure.code });
            return;
          }
          answerDrafts.remove(id, question.name);
          const now = answersIn(after);
          setKept(now);
          onKept(visibleQuestions(survey.questions, now));
        },
        onError,
      },
    );
  }

  function send(onSent: () => void): void {
    setTrouble(null);
    const body = { answers: [], time_answered: nowSeconds(), status: 'answered' as const };
    mutate({ params: sentTo, body }, { onSuccess: onSent, onError });
  }

  return {
    ...{ keep, send, kept, answerTo, trouble, isPending },
    questions: visibleQuestions(survey.questions, kept),
    change: (name: string, value: SurveyAnswer) => {
      setTrouble(null);
      answerDrafts.put(id, { id: name, ...value });
    },
    forgetTrouble: () => setTrouble(null),
  };
}

/** The member's own answers, by question. */
function answersIn({ questions }: Pick<UserSurvey, 'questions'>): ReadonlyMap<string, SurveyAnswer> {
  return new Map(questions.flatMap(({ name, answer_selected }) => (answer_selected ? [[name, answer_selected]] : [])));
}
