import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Icon } from '#ui/icons.tsx';
import { urgentAnswerQuery } from '../api/ask-actions.ts';
import type { Telling } from '../telling.ts';
import styles from './actions.module.css';

interface AnswerBehindProps {
  readonly memberId: string;
  readonly actionId: string;
  readonly telling: Telling;
}

/** The answer to a survey that called for an action: question, answer and when it was given, and the way to the whole survey. */
export function AnswerBehind({ memberId, actionId, telling }: AnswerBehindProps) {
  const { t } = useTranslation('actions');
  const { t: ui } = useTranslation('ui');
  const now = useNow() / 1000;
  const { data, error } = useQuery(urgentAnswerQuery(memberId, actionId));
  // An action that somebody opened by hand has no answer behind it.
  if (error) return error.status === 404 ? null : <p className={styles.hint}>{t('answerFailed')}</p>;
  if (!data) return <p className={styles.hint}>{t('answerLoading')}</p>;
  const at = data.time_answered;
  return (
    <section className={styles.answer} aria-label={t('answer')}>
      <p className={styles.hint}>{data.question_text}</p>
      <p>
        <strong>{data.answer_text ?? t('answerTakenBack')}</strong>
      </p>
      <p className={styles.hint}>
        {t('answered', { when: telling.when(at * 1000), age: ageInWords(ui, at, now) })}{' '}
        <Link
          className={styles.link}
          to="/patient/$memberId/surveys"
          params={{ memberId }}
          search={{ survey: data.user_survey_id, question: data.question_name } as never}
        >
          {t('seenIn.surveys')} <Icon name="chevronRight" size={12} />
        </Link>
      </p>
    </section>
  );
}
