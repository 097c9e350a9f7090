import Button from '@mui/material/Button';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from '../staff-surveys.module.css';
import { dayWords } from '../survey-texts.ts';
import { GiveSurvey } from './give-survey.tsx';
import { ScoreHistory } from './score-history.tsx';
import { SurveyAnswers } from './survey-answers.tsx';
import { SurveySchedules } from './survey-schedules.tsx';

interface StaffSurveysProps {
  readonly memberId: string;
  readonly surveys: readonly UserSurvey[];
  /** The survey at which the list opens. */
  readonly at: string | null;
  /** The question of that survey whose answer is marked: it called for an action. */
  readonly marked: string | null;
  readonly zone: string;
  readonly canWrite: boolean;
}

/** A member's surveys for the care team: a row each, the scores of each instrument over time, and what was answered. */
export function StaffSurveys({ memberId, surveys, at, marked, zone, canWrite }: StaffSurveysProps) {
  const { t, i18n } = useTranslation('surveys');
  const [openId, setOpenId] = useState<string | null>(at);
  const [giving, setGiving] = useState(false);
  const open = surveys.find(({ user_survey_id }) => user_survey_id === openId);
  const day = (seconds: number) => dayWords(i18n.language, seconds, zone);
  const answered = surveys.filter(({ status }) => status === 'completed');
  const instruments = new Set(answered.filter(({ score }) => score.known).map(({ survey_id }) => survey_id));
  return (
    <div className={styles.staff}>
      <div className={styles.head}>
        <p className={styles.lead}>{t(canWrite ? 'staff.lead' : 'staff.readOnly')}</p>
        {canWrite && (
          <Button variant="contained" onClick={() => setGiving(true)}>
            {t('staff.give')}
          </Button>
        )}
      </div>
      {surveys.length === 0 && <StatePanel icon="note" title={t('staff.none')} text={t('staff.noneText')} />}
      {surveys.length > 0 && (
        <div className={styles.columns}>
          <ul className={styles.rows} aria-label={t('staffTitle')}>
            {surveys.map((survey) => (
              <li key={survey.user_survey_id}>
                <button
                  type="button"
                  className={styles.row}
                  aria-pressed={survey.user_survey_id === openId}
                  onClick={() => setOpenId(survey.user_survey_id === openId ? null : survey.user_survey_id)}
                >
                  <span className={styles.name}>
                    <strong>{survey.name}</strong>
                    <span className={styles.muted}>
                      {day(survey.time_completed ?? survey.time_delivered)} · {t(`staff.status.${survey.status}`)}
                      {survey.editor && ` · ${t('staff.edited', { name: `${survey.editor.firstName} ${survey.editor.lastName}` })}`}
                    </span>
                  </span>
                  <ScoreWords survey={survey} />
                </button>
              </li>
            ))}
          </ul>
          <div className={styles.beside} data-open={open !== undefined}>
            {open ? (
              <SurveyAnswers
                key={open.user_survey_id}
                {...{ survey: open, zone, canWrite }}
                marked={open.user_survey_id === at ? marked : null}
                onClose={() => setOpenId(null)}
              />
            ) : (
              [...instruments].map((surveyId) => (
                <ScoreHistory
                  key={surveyId}
                  surveys={answered.filter((one) => one.survey_id === surveyId)}
                  zone={zone}
                  canWrite={canWrite}
                />
              ))
            )}
            {!open && <SurveySchedules memberId={memberId} canWrite={canWrite} />}
          </div>
        </div>
      )}
      {giving && <GiveSurvey memberId={memberId} zone={zone} onClose={() => setGiving(false)} />}
    </div>
  );
}

/** The score with its band; what is not known says so. */
function ScoreWords({ survey: { score, status } }: { readonly survey: UserSurvey }) {
  const { t } = useTranslation('surveys');
  if (status !== 'completed' || (!score.known && score.because !== 'unanswered')) return null;
  return (
    <span className={styles.score}>
      {score.known ? (
        <>
          <strong>{score.score}</strong> <span className={styles.muted}>{score.band?.label}</span>
        </>
      ) : (
        <span className={styles.unknown}>{t('staff.unknown')}</span>
      )}
    </span>
  );
}
