import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataRange } from '@vigil/domain/timeframe/ranges';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaitingSurveys } from '#lib/waiting-surveys.ts';
import { sourcesOf } from '../data/sources.ts';
import { ownSentences } from '../own-day.ts';
import { windowOf } from '../time-window.ts';
import styles from './own-summary.module.css';

interface OwnSummaryProps {
  readonly memberId: string;
  readonly zone: string;
  /** Unix seconds. */
  readonly now: number;
}

/** What the member reads first: the last 24 hours in three sentences, whatever range the charts below show. */
export function OwnSummary({ memberId, zone, now }: OwnSummaryProps): ReactNode {
  const { t, i18n } = useTranslation('patientData');
  const range = dataRange(1);
  if (range === undefined) throw new Error('no range of one day');
  const { span } = windowOf({ range, end: null, detail: null }, now, zone);
  // The calls of the 1-day charts: asked once for both.
  const sources = sourcesOf(memberId, { range, detail: null }, { span }, zone);
  const [ticks, facts, sleeps] = useQueries({ queries: [sources.ticks.query, sources.facts.query, sources.sleeps.query] });
  const failed = [ticks, facts, sleeps].some((asked) => asked.isError && asked.data === undefined);
  const answered = ticks.data !== undefined && facts.data !== undefined && sleeps.data !== undefined;
  const sentences = answered
    ? ownSentences({ span, ticks: ticks.data, facts: facts.data, sleeps: sleeps.data }, t, i18n.language)
    : [t(failed ? 'own.failed' : 'own.waiting')];
  const waiting = useWaitingSurveys(memberId);
  return (
    <section className={styles.summary} aria-labelledby="own-summary" aria-busy={!answered && !failed}>
      <h2 id="own-summary" className={styles.title}>
        {t('own.title')}
      </h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className={styles.after}>
        {waiting > 0 && (
          <Link to="/patient/$memberId/surveys" params={{ memberId }}>
            {t('own.surveys', { count: waiting })}
          </Link>
        )}
      </p>
    </section>
  );
}
