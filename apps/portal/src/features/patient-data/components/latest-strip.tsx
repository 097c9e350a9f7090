import type { eventsProcessor } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayUnit, displayValue, type UnitSystem } from '@vigil/domain/units/unit-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { writeNumber } from '#charts/write-value.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { BandStatusLabel } from '#ui/chips.tsx';
import { metricLabel, unitText } from '../panels/metric-series.ts';
import styles from './latest-strip.module.css';

export type Latest = ReceivedOf<typeof eventsProcessor.getLatest>;

/** Always shown, also when unknown: a missing vital sign is itself news. */
const always: readonly MetricId[] = ['heart_rate', 'spo2', 'resp_rate'];
/** Shown once the member has ever had one. */
const whenKnown: readonly MetricId[] = ['skin_temp', 'body_temp', 'rhr', 'rmssd', 'glucose', 'weight'];

interface LatestStripProps {
  readonly latest: Latest | undefined;
  readonly units: UnitSystem;
  readonly locale: string;
  /** Unix seconds. */
  readonly now: number;
}

/** The member's last readings, each with its age and source. Unknown and old ones are grey, dashed and say so. */
export function LatestStrip({ latest, units, locale, now }: LatestStripProps): ReactNode {
  const { t } = useTranslation('patientData');
  if (latest === undefined) return <div className={styles.strip} aria-busy="true" data-loading="true" />;
  const values = latest.latest;
  const known = whenKnown.filter((metric) => values[metric] !== undefined);
  const [systolic, diastolic] = [values.systolic, values.diastolic];
  const write = (metric: MetricId, value: number) =>
    writeNumber(displayValue(catalogue[metric], value, units), catalogue[metric].decimals, locale);
  const item = (metric: MetricId) => {
    const value = values[metric];
    const shown =
      value === undefined ? null : { ...value, text: write(metric, value.value), unit: unitText(displayUnit(catalogue[metric], units), t) };
    return <Reading key={metric} label={metricLabel(metric, t)} metric={metric} shown={shown} now={now} />;
  };
  const paired = systolic !== undefined && diastolic !== undefined && systolic.timestamp === diastolic.timestamp;
  return (
    <dl className={styles.strip} aria-label={t('latest.title')}>
      {always.map(item)}
      {paired && (
        <Reading
          label={t('metric.blood_pressure')}
          metric="systolic"
          shown={{ ...systolic, text: `${write('systolic', systolic.value)}/${write('diastolic', diastolic.value)}`, unit: 'mmHg' }}
          now={now}
        />
      )}
      {known.map(item)}
      <div className={styles.item} data-state={latest.band.status === 'unknown' ? 'unknown' : 'fresh'}>
        <dt>{t('metric.band_removed')}</dt>
        <dd className={styles.band}>
          <BandStatusLabel band={latest.band} nowSeconds={now} />
        </dd>
        <dd className={styles.age}>
          <Age at={latest.band.lastSync} now={now} />
        </dd>
      </div>
    </dl>
  );
}

interface Shown {
  readonly text: string;
  readonly unit: string;
  readonly timestamp: number;
  readonly source: 'device' | 'manual' | 'imported';
}

function Reading({ label, metric, shown, now }: { label: string; metric: MetricId; shown: Shown | null; now: number }): ReactNode {
  const { t } = useTranslation('patientData');
  const ui = useTranslation('ui').t;
  const state = shown === null ? 'unknown' : now - shown.timestamp > catalogue[metric].staleAfterSeconds ? 'stale' : 'fresh';
  return (
    <div className={styles.item} data-state={state}>
      <dt>{label}</dt>
      {shown === null ? (
        <dd className={styles.none}>{t('latest.never')}</dd>
      ) : (
        <>
          <dd>
            <span className={styles.value}>{shown.text}</span> <span className={styles.unit}>{shown.unit}</span>
          </dd>
          <dd className={styles.age}>
            <Age at={shown.timestamp} now={now} /> <span className={styles.source}>· {ui(`source.${shown.source}`)}</span>
          </dd>
        </>
      )}
    </div>
  );
}

function Age({ at, now }: { at: number | null; now: number }): ReactNode {
  const { t } = useTranslation('ui');
  if (at === null) return t('never');
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={new Date(at * 1000).toLocaleString()}>
      {ageInWords(t, at, now)}
    </time>
  );
}
