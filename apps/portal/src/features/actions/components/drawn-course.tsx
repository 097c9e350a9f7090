import { useQuery } from '@tanstack/react-query';
import type { Alert } from '@vigil/contract/factuary-actions.contract';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { ruleWords } from '@vigil/domain/alerts/rule-words';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { parseTimeframe } from '@vigil/domain/timeframe/timeframe';
import { displayValue, type Units } from '@vigil/domain/units/unit-system';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '#charts/chart.tsx';
import type { ChartState } from '#charts/chart-props.ts';
import { type Limits, levelsOf } from '#charts/limits.ts';
import { axisRuleOf } from '#charts/metric-axis.ts';
import { readingSeries } from '#charts/metric-series.ts';
import { ticksQuery } from '#lib/member-readings.ts';
import { useNow } from '#lib/now.ts';
import { useUnits } from '#lib/units.ts';
import { memberRulesQuery } from '../api/ask-actions.ts';
import styles from './actions.module.css';

export interface DrawnCourseProps {
  readonly memberId: string;
  /** The member's time zone. */
  readonly zone: string;
  readonly alert: Alert;
  readonly metric: MetricId;
  /** In the metric's own unit; null: not known. */
  readonly baseline: number | null;
}

const daySeconds = 86_400;
/** Of the end of what is shown: a chart that asked anew each second would never stand still. Seconds. */
const stepSeconds = 300;
/** Pixels of the plot. */
const height = 132;

/** Each reading of the metric in the last day and in what the rule looked at, with the limit that holds for the member. */
export function DrawnCourse({ memberId, zone, alert, metric, baseline }: DrawnCourseProps) {
  const { t } = useTranslation('actions');
  const units = useUnits();
  const to = Math.ceil(useNow() / 1000 / stepSeconds) * stepSeconds;
  const { triggered_at: firedAt, timeframe } = alert;
  const windowFrom = firedAt - (parseTimeframe(timeframe)?.lengthSeconds ?? 0);
  const from = Math.floor(Math.min(to - daySeconds, windowFrom) / stepSeconds) * stepSeconds;
  const span = useMemo(() => ({ from, to }), [from, to]);
  const readings = useQuery({ ...ticksQuery(memberId, [metric], span), placeholderData: (before: unknown) => before as never });
  const rules = useQuery(memberRulesQuery(memberId));
  const rule = rules.data?.find(({ ruleId }) => ruleId === alert.rule?.id)?.rule;
  const limits = useMemo(() => limitsOf(rule, metric, baseline, units), [rule, metric, baseline, units]);
  const series = useMemo(
    () => [readingSeries(metric, readings.data ?? [], { units, limitsOfRule: true, ...(limits && { limits }) })],
    [metric, readings.data, units, limits],
  );
  const axis = useMemo(
    () => axisRuleOf(metric, { units, normalRanges: {}, axes: 'fit' }, limits ? { limits: levelsOf(limits) } : {}),
    [metric, units, limits],
  );
  const frame = useMemo(() => ({ span, zone, now: to }), [span, zone, to]);
  const annotations = useMemo(
    () => [{ at: firedAt, kind: 'alert' as const, label: alert.rule?.name ?? t('fired') }],
    [firedAt, alert.rule, t],
  );
  const window = useMemo(() => ({ from: windowFrom, to: firedAt }), [windowFrom, firedAt]);
  const state: ChartState =
    readings.data !== undefined ? 'ready' : readings.isError ? { failed: '', onRetry: () => void readings.refetch() } : 'loading';
  return (
    <>
      <Chart kind="basic-line" title={catalogue[metric].label} {...{ series, axis, frame, state, annotations, window, height }} level={4} />
      {rule && <p className={styles.hint}>{t('limitDrawn', { rule: ruleWords(rule, { units }) })}</p>}
    </>
  );
}

/** The level of a rule as a limit of the chart; undefined where it is about a change from a baseline that is not known. */
function limitsOf(rule: AlertRule | undefined, metric: MetricId, baseline: number | null, units: Units): Limits | undefined {
  if (!rule) return undefined;
  const level = levelInUnit(rule, baseline);
  if (level === null) return undefined;
  const shown = displayValue(catalogue[metric], level, units);
  return rule.direction === 'at_least' ? { high: shown } : { low: shown };
}

function levelInUnit({ against, level }: AlertRule, baseline: number | null): number | null {
  if (against === 'value') return level;
  if (baseline === null) return null;
  return against === 'difference' ? baseline + level : baseline * (1 + level / 100);
}
