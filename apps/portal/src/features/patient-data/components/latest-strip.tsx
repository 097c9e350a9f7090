import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayUnit, displayValue } from '@vigil/domain/units/unit-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { converterOf } from '#charts/metric-series.ts';
import { type Departure, departureOf } from '#charts/usual-range.ts';
import { writeNumber } from '#charts/write-value.ts';
import { useStore } from '#lib/store.ts';
import { unitSystem } from '#lib/unit-system.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { BandStatusLabel } from '#ui/chips.tsx';
import { Icon } from '#ui/icons.tsx';
import { metricLabel, unitText } from '../panels/metric-series.ts';
import { noticeableStep } from '../panels/noticeable-step.ts';
import type { DataPageModel } from '../use-data-page.ts';
import styles from './latest-strip.module.css';

/** Always shown, also when unknown: a missing vital sign is itself news. */
const always: readonly MetricId[] = ['heart_rate', 'spo2', 'resp_rate'];
/** Shown once the member has ever had one. */
const whenKnown: readonly MetricId[] = ['skin_temp', 'body_temp', 'rhr', 'rmssd', 'glucose', 'weight'];

/** The member's last readings in one row, each with its age, source and distance from what is usual. Unknown and old ones are grey, dashed and say so. */
export function LatestStrip({ page }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  const units = useStore(unitSystem);
  const { latest, locale, clock: now, data, zone, window, view } = page;
  if (latest === undefined)
    return (
      <div className={styles.frame}>
        <div className={styles.strip} aria-busy="true" data-loading="true" />
      </div>
    );
  const values = latest.latest;
  const [systolic, diastolic] = [values.systolic, values.diastolic];
  const number = (metric: MetricId, value: number) => writeNumber(value, catalogue[metric].decimals, locale);
  const write = (metric: MetricId, value: number) => number(metric, displayValue(catalogue[metric], value, units));
  /** What is usual is known of the days before the range, so it says something of the last reading only while the range ends now. */
  const departure = (metric: MetricId, value: number, at: number): Shown['departure'] => {
    const convert = converterOf(metric, units);
    const asked = { fact: `${metric}_mean`, zone, byHour: view.range.days === 1 && metric !== 'weight', convert };
    const found =
      window.live && !page.outdated
        ? departureOf(data.answers.before, asked, convert(value), at, noticeableStep(metric, value, convert))
        : null;
    if (found === null) return null;
    const text = number(metric, Math.abs(found.by));
    return text === number(metric, 0) ? null : { ...found, text };
  };
  const item = (metric: MetricId) => {
    const value = values[metric];
    const shown =
      value === undefined
        ? null
        : {
            ...value,
            text: write(metric, value.value),
            unit: unitText(displayUnit(catalogue[metric], units), t),
            departure: departure(metric, value.value, value.timestamp),
          };
    return <Reading key={metric} label={metricLabel(metric, t)} metric={metric} shown={shown} now={now} />;
  };
  const paired = systolic !== undefined && diastolic !== undefined && systolic.timestamp === diastolic.timestamp;
  return (
    <div className={styles.frame}>
      <dl className={styles.strip} aria-label={t('latest.title')}>
        {always.map(item)}
        {paired && (
          <Reading
            label={t('metric.blood_pressure')}
            metric="systolic"
            shown={{
              ...systolic,
              text: `${write('systolic', systolic.value)}/${write('diastolic', diastolic.value)}`,
              unit: 'mmHg',
              departure: null,
            }}
            now={now}
          />
        )}
        {whenKnown.filter((metric) => values[metric] !== undefined).map(item)}
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
    </div>
  );
}

interface Shown {
  readonly text: string;
  readonly unit: string;
  readonly timestamp: number;
  readonly source: 'device' | 'manual' | 'imported';
  readonly departure: (Departure & { readonly text: string }) | null;
}

function Reading({ label, metric, shown, now }: { label: string; metric: MetricId; shown: Shown | null; now: number }): ReactNode {
  const { t } = useTranslation('patientData');
  const ui = useTranslation('ui').t;
  const state = shown === null ? 'unknown' : now - shown.timestamp > catalogue[metric].staleAfterSeconds ? 'stale' : 'fresh';
  return (
    <div className={styles.item} data-state={state} data-metric={catalogue[metric].family}>
      <dt title={label}>{label}</dt>
      {shown === null ? (
        <dd className={styles.none}>{t('latest.never')}</dd>
      ) : (
        <>
          <dd>
            <span className={styles.value}>{shown.text}</span> <span className={styles.unit}>{shown.unit}</span>
            {state === 'fresh' && <FromUsual departure={shown.departure} />}
          </dd>
          <dd className={styles.age} title={ui(`source.${shown.source}`)}>
            <Age at={shown.timestamp} now={now} /> <span className={styles.source}>· {ui(`source.${shown.source}`)}</span>
          </dd>
        </>
      )}
    </div>
  );
}

/** How far the reading is from the middle of what is usual: signed, and coloured only beyond the usual band. */
function FromUsual({ departure }: { readonly departure: Shown['departure'] }): ReactNode {
  const { t } = useTranslation('patientData');
  if (departure === null) return null;
  const { by, side, text } = departure;
  const said = side === 'within' ? t('latest.within') : t(`latest.${side}`, { delta: text });
  return (
    <span className={styles.delta} data-side={side} title={said}>
      <span aria-hidden="true">
        {side !== 'within' && <Icon name={side === 'above' ? 'arrowUp' : 'arrowDown'} size={11} />}
        {`${by < 0 ? '−' : '+'}${text}`}
      </span>
      <span className="v-unseen">{`, ${said}`}</span>
    </span>
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
