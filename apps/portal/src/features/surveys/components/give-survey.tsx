import Dialog from '@mui/material/Dialog';
import { useQuery } from '@tanstack/react-query';
import { dateOfDay } from '@vigil/domain/compliance/windows';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { liveSurveysQuery, useGiveSurvey } from '../api/surveys.ts';
import styles from '../staff-surveys.module.css';

interface GiveSurveyProps {
  readonly memberId: string;
  readonly zone: string;
  readonly onClose: () => void;
}

const kinds = ['now', 'daily', 'weekly', 'monthly'] as const;

/** Gives a member a survey: at once, or again and again by the member’s own clock. */
export function GiveSurvey({ memberId, zone, onClose }: GiveSurveyProps) {
  const { t } = useTranslation('surveys');
  const surveys = useQuery(liveSurveysQuery());
  const give = useGiveSurvey();
  // Made once, so that sending it again gives it once.
  const [id] = useState(() => crypto.randomUUID());
  const [surveyId, setSurveyId] = useState('');
  const [kind, setKind] = useState<(typeof kinds)[number]>('now');
  const [from, setFrom] = useState(() => dateOfDay(calendarDay(Date.now() / 1000, zone)));
  const [at, setAt] = useState('09:00');
  const chosen = surveyId || (surveys.data?.[0]?.id ?? '');
  return (
    <Dialog open onClose={onClose} aria-labelledby="give-title" slotProps={{ paper: { className: styles.dialog ?? '' } }}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const schedule = kind === 'now' ? null : { kind, every: 1, at, from, until: null };
          give.mutate({ params: { id: memberId }, body: { id, survey_id: chosen, schedule } }, { onSuccess: onClose });
        }}
      >
        <h2 id="give-title">{t('give.title')}</h2>
        <Field label={t('give.survey')} error={surveys.isError ? surveys.error.message : undefined}>
          {(field) => (
            <select {...field} value={chosen} onChange={({ target }) => setSurveyId(target.value)}>
              {(surveys.data ?? []).map((survey) => (
                <option key={survey.id} value={survey.id}>
                  {survey.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('give.when')} error={undefined}>
          {(field) => (
            <select {...field} value={kind} onChange={({ target }) => setKind(target.value as typeof kind)}>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {t(`give.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {kind !== 'now' && (
          <>
            <Field label={t('give.from')} error={undefined}>
              {(field) => <input {...field} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />}
            </Field>
            <Field label={t('give.at')} error={undefined}>
              {(field) => <input {...field} type="time" value={at} onChange={({ target }) => setAt(target.value)} />}
            </Field>
          </>
        )}
        <FormEnd
          failure={give.error?.message}
          save={t('give.submit')}
          isSaving={give.isPending}
          cannotSave={chosen === ''}
          cancel={t('staff.close')}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
