import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayUnit } from '@vigil/domain/units/unit-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { useUnits } from '#lib/units.ts';
import { type MarkedMetric, worstMark } from '#lib/worst-mark.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { BandStatusLabel } from '#ui/chips.tsx';
import { MarkedValue } from '#ui/marked-value.tsx';
import { rangeWords } from '#ui/range-words.ts';
import { usualQuery } from '../api/ask-usual.ts';
import { type LatestShown, latestShown, pressureShown } from '../latest-shown.ts';
import { metricLabel, unitText } from '../panels/metric-series.ts';
import type { DataPageModel } from '../use-data-page.ts';
import styles from './latest-strip.module.css';

/** Always shown, also when unknown: a missing vital sign is itself news. */
const always: readonly MetricId[] = ['heart_rate', 'spo2', 'resp_rate'];
/** Shown once the member has ever had one. */
const whenKnown: readonly MetricId[] = ['skin_temp', 'body_temp', 'rhr', 'rmssd', 'glucose', 'weight'];

/**
 * The member's last readings in one row, each with its age, its source and its distance from what is usual, and marked where it is
 * out of range: the same whatever range is open. Unknown and old ones are grey, dashed and say so.
 */
export function LatestStrip({ page }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  const units = useUnits();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const { memberId, latest, locale, clock, now, zone } = page;
  const own = useSession().userId === memberId;
  const { data: usual = noDays } = useQuery(usualQuery(memberId, zone, now));
  if (latest === undefined)
    return (
      <div className={styles.frame}>
        <div className={styles.strip} aria-busy="true" data-loading="true" />
      </div>
    );
  const values = latest.latest;
  const [systolic, diastolic] = [values.systolic, values.diastolic];
  const readAs = { usual, zone, units, locale };
  const item = (metric: MetricId) => {
    const value = values[metric];
    const shown =
      value === undefined
        ? null
        : {
            ...value,
            ...latestShown(metric, value.value, readAs),
            marked: worstMark(values, [metric]),
            unit: unitText(displayUnit(catalogue[metric], units), t),
          };
    return <Reading key={metric} label={metricLabel(metric, t)} metric={metric} shown={shown} now={clock} own={own} />;
  };
  const paired = systolic !== undefined && diastolic !== undefined && systolic.timestamp === diastolic.timestamp;
  return (
    // A phone scrolls it, so it takes the focus: a keyboard scrolls it as well.
    <Box className={styles.frame} {...(isPhone && { role: 'region', tabIndex: 0, 'aria-label': t('latest.title') })}>
      <dl className={styles.strip} aria-label={t('latest.title')}>
        {always.map(item)}
        {paired && (
          <Reading
            label={t('metric.blood_pressure')}
            metric="systolic"
            shown={{
              ...{ ...systolic, ...pressureShown(systolic.value, diastolic.value, readAs), unit: 'mmHg' },
              marked: worstMark(values, ['systolic', 'diastolic']),
            }}
            now={clock}
            own={own}
          />
        )}
        {whenKnown.filter((metric) => values[metric] !== undefined).map(item)}
        <div className={styles.item} data-state={latest.band.status === 'unknown' ? 'unknown' : 'fresh'}>
          <dt>{t('metric.band_removed')}</dt>
          <dd className={styles.band}>
            <BandStatusLabel band={latest.band} nowSeconds={clock} />
          </dd>
          <dd className={styles.age}>
            <Age at={latest.band.lastSync} now={clock} />
          </dd>
        </div>
      </dl>
    </Box>
  );
}

const noDays: readonly never[] = [];

interface Shown extends LatestShown {
  readonly unit: string;
  readonly timestamp: number;
  readonly source: 'device' | 'manual' | 'imported';
  readonly marked: MarkedMetric | undefined;
}

interface ReadingProps {
  readonly label: string;
  readonly metric: MetricId;
  readonly shown: Shown | null;
  readonly now: number;
  /** The reader's own: what becomes of it is the care team's. */
  readonly own: boolean;
}

function Reading({ label, metric, shown, now, own }: ReadingProps): ReactNode {
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
            <Value shown={shown} now={now} own={own} /> <span className={styles.unit}>{shown.unit}</span>
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

/** The figure, marked where it is out of range. */
function Value({ shown: { text, marked }, now, own }: { shown: Shown; now: number; own: boolean }): ReactNode {
  const { t } = useTranslation('ui');
  const units = useUnits();
  const words = marked && rangeWords(t, marked.metric, marked.mark, { units, nowSeconds: now });
  return (
    <MarkedValue mark={marked?.mark} said={words && (own ? words.limit : `${words.rule}. ${words.alert}`)} className={styles.value}>
      {text}
    </MarkedValue>
  );
}

/** How far the reading is from the middle of what is usual: signed, and coloured only beyond the usual band. */
function FromUsual({ departure }: Pick<Shown, 'departure'>): ReactNode {
  const { t } = useTranslation('patientData');
  if (departure === null) return null;
  const { side, text } = departure;
  const said = side === 'within' ? t('latest.within') : t(`latest.${side}`, { delta: text });
  return (
    <span className={styles.delta} data-side={side} title={said}>
      <span aria-hidden="true">{text}</span>
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
