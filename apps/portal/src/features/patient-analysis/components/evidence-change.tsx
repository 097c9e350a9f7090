import { useQueries } from '@tanstack/react-query';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayUnit } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { type ChartedId, isLevel, levels } from '#charts/member/charted.ts';
import { converterOf } from '#charts/metric-series.ts';
import type { TimeSpan } from '#charts/series.ts';
import { writeNumber } from '#charts/write-value.ts';
import { factsQuery } from '#lib/member-readings.ts';
import { useStore } from '#lib/store.ts';
import { unitSystem } from '#lib/unit-system.ts';
import { Icon } from '#ui/icons.tsx';
import { averageOf, changeOf, factsOfAverage } from '../evidence-change.ts';
import type { EvidenceSpans } from '../spans.ts';
import styles from './analysis.module.css';

interface EvidenceChangeProps {
  readonly memberId: string;
  readonly zone: string;
  readonly id: ChartedId;
  readonly spans: EvidenceSpans;
}

/** The average of the timeframe, that of the baseline, and how far they are apart. */
export function EvidenceChange({ memberId, zone, id, spans }: EvidenceChangeProps) {
  const { t, i18n } = useTranslation('patientAnalysis');
  const { t: charts } = useTranslation('memberCharts');
  const units = useStore(unitSystem);
  // Hours fit the ends of a timeframe; a night has no hours.
  const asked = { facts: factsOfAverage(id), granularity: id === 'sleep' ? ('DAILY' as const) : ('HOURLY' as const), zone };
  const query = (span: TimeSpan) => factsQuery(memberId, asked, span);
  const [timeframe, baseline] = useQueries({ queries: [query(spans.timeframe), query(spans.baseline)] });
  const title = charts(`metric.${id}`);
  if (timeframe.data === undefined || baseline.data === undefined)
    return (
      <p className={styles.change} aria-busy={!timeframe.isError && !baseline.isError}>
        {timeframe.isError || baseline.isError ? t('change.failed') : ''}
      </p>
    );
  const change = changeOf(averageOf(id, timeframe.data), averageOf(id, baseline.data));
  if (change === null) return <p className={styles.change}>{t('change.unknown')}</p>;
  const metric: MetricId = isLevel(id) ? levels[id] : id === 'steps' ? 'steps' : 'sleep_efficiency';
  const convert = converterOf(metric, units);
  const { decimals } = catalogue[metric];
  const number = (value: number) => writeNumber(value, decimals, i18n.language);
  const unit = `${displayUnit(catalogue[metric], units)}${id === 'steps' ? ` ${t('change.perDay')}` : ''}`;
  const by = convert(change.average) - convert(change.baseline);
  const sign = by > 0 ? '+' : by < 0 ? '−' : '±';
  return (
    <dl className={styles.change} aria-label={t('change.heading', { metric: title })}>
      <div>
        <dt>{t('change.timeframe')}</dt>
        <dd>
          <strong>{number(convert(change.average))}</strong> <small>{unit}</small>
        </dd>
      </div>
      <div>
        <dt>{t('change.baseline')}</dt>
        <dd>
          {number(convert(change.baseline))} <small>{unit}</small>
        </dd>
      </div>
      <div>
        <dt>{t('change.by')}</dt>
        <dd>
          {by !== 0 && <Icon name={by > 0 ? 'arrowUp' : 'arrowDown'} size={12} />} {sign}
          {number(Math.abs(by))} {change.percent !== null && <small>{`${sign}${Math.abs(change.percent).toFixed(0)} %`}</small>}
        </dd>
      </div>
    </dl>
  );
}
