import { Link } from '@tanstack/react-router';
import type { Alert } from '@vigil/contract/factuary-actions.contract';
import { baselineWords, timeframeWords } from '@vigil/domain/alerts/rule-words';
import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import { displayText, displayUnit } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { readingsAddress } from '#lib/readings-address.ts';
import { useUnits } from '#lib/units.ts';
import { wallOf } from '#lib/wall-time.ts';
import { Icon } from '#ui/icons.tsx';
import styles from './actions.module.css';

interface EvidenceProps {
  readonly memberId: string;
  /** The member's time zone: its day is the one that is looked at. */
  readonly zone: string;
  readonly alert: Alert;
}

/** What a rule saw when it fired: what triggered it, each metric against its baseline, and the way to the charts. */
export function Evidence({ memberId, zone, alert }: EvidenceProps) {
  const { t } = useTranslation('actions');
  const nameOf = (metric: string) => (isMetricId(metric) ? catalogue[metric].label : isScore(metric) ? t(`scores.${metric}`) : metric);
  const told = useTold();
  const [primary] = alert.evidence.filter(({ order }) => order === 'primary');
  const seen =
    primary &&
    readingsAddress({
      metric: primary.metric,
      secondary: alert.evidence.filter(({ order }) => order === 'secondary').map(({ metric }) => metric),
      timeframe: alert.timeframe,
      baseline: alert.baseline,
      day: wallOf(alert.triggered_at * 1000, zone).slice(0, 10),
      at: Math.round(alert.triggered_at),
    });
  return (
    <section className={styles.section} aria-label={t('evidence')}>
      <h4>{t('evidence')}</h4>
      <p>
        {t('triggered')}{' '}
        <strong>
          {alert.triggered_values.map(({ metric, value, unit }) => `${nameOf(metric)} ${told(metric, value, unit)}`).join(', ')}
        </strong>
      </p>
      <dl className={styles.evidence}>
        {alert.evidence.map(({ metric, order, timeframe_average: average, timeframe_baseline: baseline }) => (
          <div key={metric}>
            <dt>
              {nameOf(metric)} <span className={styles.hint}>{t(order)}</span>
            </dt>
            <dd>
              <span className={styles.hint}>{t(!isCount(metric) ? 'average' : order === 'primary' ? 'total' : 'averageOfDay')}</span>{' '}
              {average === null ? t('unknown') : told(metric, average, null)}
              <span className={styles.hint}>
                {' '}
                · {t('baseline')} {baseline === null ? t('unknown') : told(metric, baseline, null)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        {t('over', { timeframe: timeframeWords(alert.timeframe), baseline: beforeIt(alert) })}
        {alert.rule && ` · ${t('rule', { name: alert.rule.name, version: alert.rule.version })}`}
      </p>
      {seen && (
        <Link className={styles.link} to={`/patient/$memberId/${seen.page}`} params={{ memberId }} search={seen.search as never}>
          {t(`seenIn.${seen.page}`)} <Icon name="chevronRight" size={12} />
        </Link>
      )}
    </section>
  );
}

/** A baseline that ended where the timeframe began is the one before it. */
const beforeIt = ({ baseline, timeframe }: Alert) =>
  baselineWords(baseline.endsWith(`S${timeframe}`) ? baseline.slice(0, -1 - timeframe.length) : baseline);

/** What is counted: a rule goes by its sum, and beside another metric it is told by the day. */
const isCount = (metric: string) => isMetricId(metric) && catalogue[metric].kind === 'count';

const scores = ['news2_score', 'anomaly_score', 'survey_score'] as const;
const isScore = (metric: string): metric is (typeof scores)[number] => (scores as readonly string[]).includes(metric);

/** A value in the reader's units, as the catalogue writes it. */
function useTold() {
  const units = useUnits();
  return (metric: string, value: number, unit: string | null) => {
    if (!isMetricId(metric)) return `${value}${unit ? ` ${unit}` : ''}`;
    const entry = catalogue[metric];
    return `${displayText(entry, value, units)} ${displayUnit(entry, units)}`;
  };
}
