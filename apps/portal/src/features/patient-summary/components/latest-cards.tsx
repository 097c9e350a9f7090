import '../messages.ts';
import { useQuery } from '@tanstack/react-query';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayDecimals, displayUnit, displayValue } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { writeNumber } from '#charts/write-value.ts';
import { latestQuery } from '#lib/member-readings.ts';
import { useUnits } from '#lib/units.ts';
import { worstMark } from '#lib/worst-mark.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { MarkedValue } from '#ui/marked-value.tsx';
import { rangeWords } from '#ui/range-words.ts';
import styles from '../summary.module.css';

/** In the order in which one reads them. */
const shown: readonly MetricId[] = [
  'heart_rate',
  'spo2',
  'resp_rate',
  'systolic',
  'rhr',
  'rmssd',
  'skin_temp',
  'body_temp',
  'glucose',
  'weight',
];

interface LatestCardsProps {
  readonly memberId: string;
  /** Unix seconds. */
  readonly now: number;
  /** In a line that scrolls sideways, where there is little height. */
  readonly inOneLine?: boolean;
}

/** The last reading of each metric with its age and source. One that is old is gray and dashed; one out of range says which limit it is beyond. */
export function LatestCards({ memberId, now, inOneLine = false }: LatestCardsProps) {
  const { t, i18n } = useTranslation('patientSummary');
  const { t: ui } = useTranslation('ui');
  const units = useUnits();
  const { data } = useQuery(latestQuery(memberId));
  if (!data) return <div className={styles.latest} data-line={inOneLine || undefined} aria-busy="true" />;
  /** A pressure with its lower value, where both were taken at once. */
  const together = (metric: MetricId): readonly MetricId[] =>
    metric === 'systolic' && data.latest.diastolic?.timestamp === data.latest.systolic?.timestamp ? ['systolic', 'diastolic'] : [metric];
  const markOf = (metric: MetricId) => worstMark(data.latest, together(metric));
  const measured = shown.filter((metric) => data.latest[metric] !== undefined);
  // What is out of range is read first.
  const known = [...measured.filter(markOf), ...measured.filter((metric) => !markOf(metric))];
  if (known.length === 0) return <p className={`${styles.muted} ${styles.never}`}>{t('neverMeasured')}</p>;
  const write = (metric: MetricId, value: number) =>
    writeNumber(displayValue(catalogue[metric], value, units), displayDecimals(catalogue[metric], units), i18n.language);
  const cards = (
    <dl className={styles.latest} data-line={inOneLine || undefined} aria-label={inOneLine ? undefined : t('latest')}>
      {known.map((metric) => {
        const reading = data.latest[metric];
        if (!reading) return null;
        const isPair = together(metric).length > 1;
        const marked = markOf(metric);
        const why = marked && rangeWords(ui, marked.metric, marked.mark, { units, nowSeconds: now });
        const stale = now - reading.timestamp > catalogue[metric].staleAfterSeconds;
        return (
          <div key={metric} className={styles.reading} data-stale={stale}>
            <dt>{isPair ? t('bloodPressure') : catalogue[metric].label}</dt>
            <dd>
              <MarkedValue mark={marked?.mark} said={why && `${why.rule}. ${why.alert}`} className={styles.value}>
                {together(metric)
                  .flatMap((one) => (data.latest[one] ? write(one, data.latest[one].value) : []))
                  .join('/')}
              </MarkedValue>{' '}
              <span className={styles.unit}>{displayUnit(catalogue[metric], units)}</span>
            </dd>
            <dd className={styles.age}>
              {ageInWords(ui, reading.timestamp, now)} · {ui(`source.${reading.source}`)}
            </dd>
            {why && (
              <dd className={styles.limit}>
                {why.limit}
                {why.short && ` · ${why.short}`}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
  if (!inOneLine) return cards;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className={styles.line} aria-label={t('latest')} tabIndex={0}>
      {cards}
    </section>
  );
}
