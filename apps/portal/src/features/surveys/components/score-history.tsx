import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { roundTo } from '@vigil/domain/units/rounding';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '#ui/sparkline.tsx';
import { baselineQuery, useSetBaseline } from '../api/surveys.ts';
import styles from '../staff-surveys.module.css';
import { dayWords } from '../survey-texts.ts';

interface ScoreHistoryProps {
  /** Those of one instrument that were answered, the last first; at least one of them with a score. */
  readonly surveys: readonly UserSurvey[];
  readonly zone: string;
  readonly canWrite: boolean;
}

/** The scores of one instrument over time, against the baseline, with sleep and steps of the days before. */
export function ScoreHistory({ surveys, zone, canWrite }: ScoreHistoryProps) {
  const { t, i18n } = useTranslation('surveys');
  const titleId = useId();
  const scored = surveys.filter(({ score }) => score.known);
  const [last] = scored;
  const baseline = useQuery({ ...baselineQuery(last?.user_survey_id ?? ''), enabled: last !== undefined });
  const setBaseline = useSetBaseline();
  const [count, setCount] = useState(1);
  const figure = (value: number | null | undefined, digits = 1) =>
    value === null || value === undefined ? t('staff.not') : new Intl.NumberFormat(i18n.language).format(roundTo(value, digits));
  const base = baseline.data?.base_line_data.score ?? null;
  const inBaseline = new Set(baseline.data?.history.filter((one) => one.in_base_line).map((one) => one.user_survey_id));
  const scoreOf = ({ score }: UserSurvey) => (score.known ? score.score : null);
  const against = (survey: UserSurvey) => {
    const score = scoreOf(survey);
    if (inBaseline.has(survey.user_survey_id)) return t('staff.inBaseline');
    return base === null || score === null ? '' : signed(roundTo(score - base, 1));
  };
  if (!last) return null;
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{t('staff.history', { name: last.name })}</h2>
        <Sparkline values={surveys.map(scoreOf).reverse()} {...(base !== null && { reference: base, worse: 'high' as const })} />
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('staff.when')}</th>
            <th scope="col" className={styles.number}>
              {t('staff.score')}
            </th>
            <th scope="col">
              <span className="v-unseen">{t('staff.score')}</span>
            </th>
            <th scope="col" className={styles.number}>
              {base !== null && t('staff.change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {surveys.map((survey) => (
            <tr key={survey.user_survey_id}>
              <td>{dayWords(i18n.language, survey.time_completed ?? 0, zone)}</td>
              <td className={styles.number}>{survey.score.known && figure(survey.score.score)}</td>
              <td>{survey.score.known ? survey.score.band?.label : <span className={styles.unknown}>{t('staff.unknown')}</span>}</td>
              <td className={styles.number}>{against(survey)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {baseline.data?.number_answers && (
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col" className={styles.number}>
                {t('staff.baseline')}
              </th>
              <th scope="col" className={styles.number}>
                {t('staff.latest')}
              </th>
            </tr>
          </thead>
          <tbody>
            {(['score', 'sleep_score', 'steps'] as const).map((name) => (
              <tr key={name}>
                <th scope="row">{t(name === 'score' ? 'staff.score' : name === 'steps' ? 'staff.steps' : 'staff.sleep')}</th>
                <td className={styles.number}>{figure(baseline.data.base_line_data[name], name === 'steps' ? 0 : 1)}</td>
                <td className={styles.number}>{figure(baseline.data.report_data[name], name === 'steps' ? 0 : 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {canWrite && (
        <form
          className={styles.buttons}
          onSubmit={(event) => {
            event.preventDefault();
            setBaseline.mutate({ params: { surveyId: last.user_survey_id, numberAnswers: String(count) as never } });
          }}
        >
          <label>
            {t('staff.setBaseline')}{' '}
            <select className={styles.select} value={count} onChange={({ target }) => setCount(Number(target.value))}>
              {Array.from({ length: Math.min(scored.length, 10) }, (_, index) => index + 1).map((number) => (
                <option key={number} value={number}>
                  {t('staff.baselineCount', { count: number })}
                </option>
              ))}
            </select>
          </label>
          <Button type="submit" variant="outlined" size="small" disabled={setBaseline.isPending}>
            {t('staff.baselineSet')}
          </Button>
          {setBaseline.isError && (
            <span role="alert" className={styles.error}>
              {setBaseline.error.message}
            </span>
          )}
        </form>
      )}
      {last.scoreSource && <p className={styles.source}>{t('staff.source', { source: last.scoreSource })}</p>}
    </section>
  );
}

const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value)}`;
