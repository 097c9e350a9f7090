import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { schedulesQuery, useEndSchedule } from '../api/surveys.ts';
import styles from '../staff-surveys.module.css';
import { dateWords, timeWords } from '../survey-texts.ts';

/** By which schedules the member is given surveys; one that has ended is left out. */
export function SurveySchedules({ memberId, canWrite }: { readonly memberId: string; readonly canWrite: boolean }) {
  const { t, i18n } = useTranslation('surveys');
  const titleId = useId();
  const running = (useQuery(schedulesQuery(memberId)).data ?? []).filter(({ ended }) => !ended);
  const end = useEndSchedule();
  if (running.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('staff.schedules')}</h2>
      <ul className={styles.rows}>
        {running.map(({ id, name, schedule }) => (
          <li key={id} className={styles.scheduled}>
            <span>
              <strong>{name}</strong>{' '}
              <span className={styles.muted}>
                {t(`staff.every.${schedule.kind}`, {
                  ...{ count: schedule.every, from: dateWords(i18n.language, schedule.from), at: timeWords(i18n.language, schedule.at) },
                })}
              </span>
            </span>
            {canWrite && (
              <Button
                size="small"
                color="inherit"
                disabled={end.isPending}
                onClick={() => end.mutate({ params: { id: memberId, scheduleId: id } })}
              >
                {t('staff.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="alert" className={styles.error}>
        {end.error?.message}
      </p>
    </section>
  );
}
