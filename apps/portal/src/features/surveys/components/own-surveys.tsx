import Button from '@mui/material/Button';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatePanel } from '#ui/state-panel.tsx';
import { dayWords, inLanguage } from '../survey-texts.ts';
import styles from '../surveys.module.css';
import { AnswerSurvey } from './answer-survey.tsx';
import { EmergencyNote } from './emergency-note.tsx';

interface OwnSurveysProps {
  readonly surveys: readonly UserSurvey[];
  /** The survey at which the list opens, where it is still to be answered. */
  readonly at: string | null;
  readonly zone: string;
  readonly onHold: boolean;
}

/** What a member has to answer and has sent; one of them is open at a time. */
export function OwnSurveys({ surveys, at, zone, onHold }: OwnSurveysProps) {
  const { t, i18n } = useTranslation('surveys');
  // As it was when it was opened: what is kept meanwhile does not move the questions under the hand.
  const [open, setOpen] = useState<UserSurvey | null>(null);
  const [asked, setAsked] = useState(at);
  const waiting = surveys.filter(({ status }) => status === 'delivered' || status === 'opened' || status === 'discarded');
  // Once, and as soon as it is there: what was kept of the list before may not have it yet.
  const askedOne = onHold ? undefined : waiting.find(({ user_survey_id }) => user_survey_id === asked);
  if (askedOne) {
    setAsked(null);
    setOpen(askedOne);
  }
  if (open) return <AnswerSurvey survey={open} onClose={() => setOpen(null)} />;
  const sent = surveys.filter(({ status }) => status === 'completed');
  const day = (seconds: number) => dayWords(i18n.language, seconds, zone);
  return (
    <div className={styles.flow}>
      {onHold && <p className={styles.card}>{t('onHold')}</p>}
      {waiting.length === 0 ? (
        <StatePanel icon="check" title={t('noneOpen')} text={t('noneOpenText')} />
      ) : (
        <section className={styles.card} aria-labelledby="to-answer">
          <h2 id="to-answer">{t('toAnswer')}</h2>
          <ul className={styles.list}>
            {waiting.map((survey) => (
              <li key={survey.user_survey_id} className={styles.item}>
                <span className={styles.itemText}>
                  <strong>{inLanguage(i18n.language, survey.title, survey.titleEs)}</strong>
                  <span className={styles.hint}>
                    {t('questions', { count: survey.questions.length })} · {t('came', { date: day(survey.time_delivered) })}
                  </span>
                </span>
                <Button variant="contained" size="large" disabled={onHold} onClick={() => setOpen(survey)}>
                  {t(survey.status === 'opened' ? 'goOn' : 'start')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sent.length > 0 && (
        <section className={styles.card} aria-labelledby="sent">
          <h2 id="sent">{t('answered')}</h2>
          <ul className={styles.list}>
            {sent.map((survey) => (
              <li key={survey.user_survey_id} className={styles.item}>
                <span className={styles.itemText}>
                  {inLanguage(i18n.language, survey.title, survey.titleEs)}
                  <span className={styles.hint}>{t('sentOn', { date: day(survey.time_completed ?? survey.time_delivered) })}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <EmergencyNote />
    </div>
  );
}
