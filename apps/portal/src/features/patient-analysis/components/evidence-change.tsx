import type { UseQueryResult } from '@tanstack/react-query';
import type { eventsProcessorFacts } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayDecimals, displayUnit } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import type { ChartedId } from '#charts/member/charted.ts';
import { writeNumber } from '#charts/write-value.ts';
import { useUnits } from '#lib/units.ts';
import { Icon } from '#ui/icons.tsx';
import { changeShown } from '../change-shown.ts';
import { metricOf } from '../metric-of.ts';
import styles from './analysis.module.css';

interface EvidenceChangeProps {
  readonly id: ChartedId;
  readonly found: UseQueryResult<ReceivedOf<typeof eventsProcessorFacts.getEvidence>, Error>;
}

/** The average of the timeframe, that of the baseline, and how far they are apart. */
export function EvidenceChange({ id, found }: EvidenceChangeProps) {
  const { t, i18n } = useTranslation('patientAnalysis');
  const { t: charts } = useTranslation('memberCharts');
  const units = useUnits();
  const metric = metricOf(id);
  const one = found.data?.evidence.find((evidence) => evidence.metric === metric);
  if (found.data === undefined)
    return (
      <p className={styles.change} aria-busy={found.isPending}>
        {found.isError ? t('change.failed') : ''}
      </p>
    );
  const { timeframe_average: average = null, timeframe_baseline: before = null, deviations = null } = one ?? {};
  if (average === null || before === null) return <p className={styles.change}>{t('change.unknown')}</p>;
  const shown = changeShown(metric, { average, baseline: before }, units);
  const decimals = displayDecimals(catalogue[metric], units);
  const number = (value: number) => writeNumber(value, decimals, i18n.language);
  const unit = `${displayUnit(catalogue[metric], units)}${id === 'steps' ? ` ${t('change.perDay')}` : ''}`;
  const { by, percent } = shown;
  const sign = by > 0 ? '+' : by < 0 ? '−' : '±';
  return (
    <dl className={styles.change} aria-label={t('change.heading', { metric: charts(`metric.${id}`) })}>
      <div>
        <dt>{t('change.timeframe')}</dt>
        <dd>
          <strong>{number(shown.average)}</strong> <small>{unit}</small>
        </dd>
      </div>
      <div>
        <dt>{t('change.baseline')}</dt>
        <dd>
          {number(shown.baseline)} <small>{unit}</small>
        </dd>
      </div>
      <div>
        <dt>{t('change.by')}</dt>
        <dd>
          {by !== 0 && <Icon name={by > 0 ? 'arrowUp' : 'arrowDown'} size={12} />} {sign}
          {number(Math.abs(by))}{' '}
          {percent !== null && by !== 0 && <small>{`${sign}${writeNumber(Math.abs(percent), 0, i18n.language)} %`}</small>}{' '}
          {deviations !== null && (
            <small>
              · {t(deviations < 0 ? 'change.below' : 'change.above', { deviations: writeNumber(Math.abs(deviations), 1, i18n.language) })}
            </small>
          )}
        </dd>
      </div>
    </dl>
  );
}
