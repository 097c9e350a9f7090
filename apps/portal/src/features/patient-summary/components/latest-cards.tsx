import '../messages.ts';
import { useQuery } from '@tanstack/react-query';
import { limitPassed } from '@vigil/domain/attention/limits';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayDecimals, displayUnit, displayValue, readTheSame } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { writeNumber } from '#charts/write-value.ts';
import { useConfiguration } from '#lib/configuration.ts';
import { latestQuery } from '#lib/member-readings.ts';
import { useUnits } from '#lib/units.ts';
import { ageInWords } from '#ui/age-in-words.ts';
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

/** The last reading of each metric with its age and source. One that is old is grey and dashed; one beyond its limits says so. */
export function LatestCards({ memberId, now }: { readonly memberId: string; readonly now: number }) {
  const { t, i18n } = useTranslation('patientSummary');
  const { t: ui } = useTranslation('ui');
  const units = useUnits();
  const { normalRanges } = useConfiguration();
  const { data } = useQuery(latestQuery(memberId));
  if (!data) return <div className={styles.latest} aria-busy="true" />;
  const known = shown.filter((metric) => data.latest[metric] !== undefined);
  if (known.length === 0) return <p className={`${styles.muted} ${styles.never}`}>{t('neverMeasured')}</p>;
  const write = (metric: MetricId, value: number) =>
    writeNumber(displayValue(catalogue[metric], value, units), displayDecimals(catalogue[metric], units), i18n.language);
  /** In words; null within its limits. */
  const beyond = (metric: MetricId, value: number): string | null => {
    const passed = limitPassed(metric, value, normalRanges);
    if (passed === null || !readTheSame(catalogue[metric], value, passed.limit, units)) return passed && t('beyondLimits');
    return t(passed.side === 'above' ? 'justAboveLimit' : 'justBelowLimit', {
      limit: `${write(metric, passed.limit)} ${displayUnit(catalogue[metric], units)}`,
    });
  };
  return (
    <dl className={styles.latest} aria-label={t('latest')}>
      {known.map((metric) => {
        const reading = data.latest[metric];
        if (!reading) return null;
        const { diastolic } = data.latest;
        const lower = metric === 'systolic' && diastolic?.timestamp === reading.timestamp ? diastolic.value : null;
        const pair = lower === null ? '' : `/${write('diastolic', lower)}`;
        const stale = now - reading.timestamp > catalogue[metric].staleAfterSeconds;
        const said = stale ? null : (beyond(metric, reading.value) ?? (lower === null ? null : beyond('diastolic', lower)));
        return (
          <div key={metric} className={styles.reading} data-stale={stale} data-beyond={said !== null}>
            <dt>{pair === '' ? catalogue[metric].label : t('bloodPressure')}</dt>
            <dd>
              <span className={styles.value}>
                {write(metric, reading.value)}
                {pair}
                {said && <span className="v-unseen">{`, ${said}`}</span>}
              </span>{' '}
              <span className={styles.unit}>{displayUnit(catalogue[metric], units)}</span>
            </dd>
            <dd className={styles.age}>
              {ageInWords(ui, reading.timestamp, now)} · {ui(`source.${reading.source}`)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
