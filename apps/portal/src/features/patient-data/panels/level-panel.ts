import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { isOccasional } from '#charts/gaps.ts';
import { bandLine, basicLine } from '#charts/kinds/line.ts';
import { occasionalDots } from '#charts/kinds/occasional-dots.ts';
import { levelsOf } from '#charts/limits.ts';
import { axisRuleOf } from '#charts/metric-axis.ts';
import { limitRangeOf } from '#charts/metric-limits.ts';
import { converterOf } from '#charts/metric-series.ts';
import { usualRange } from '#charts/usual-range.ts';
import { unwornOf } from './band-states.ts';
import { describeLevel } from './describe-level.ts';
import { metricLabel, readingSeries, stepSeries } from './metric-series.ts';
import type { GroupId, TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';

interface LevelPanelShape {
  readonly metric: Extract<MetricId, 'rmssd' | 'rhr' | 'resp_rate' | 'spo2' | 'skin_temp' | 'body_temp' | 'gsr' | 'glucose' | 'battery'>;
  readonly group: GroupId;
  readonly height: number;
  /** Longer ranges have only the mean of it, no lowest and highest. */
  readonly meanOnly?: boolean;
}

/** A vital sign: its readings, those of the band broken where it was off or charging, on one day, its mean between lowest and highest beyond. */
export function levelPanel(shape: LevelPanelShape, input: PanelInput): TimePanel {
  const { metric } = shape;
  const title = metricLabel(metric, input.write);
  const series =
    input.days === 1
      ? { ...readingSeries(metric, title, input.ticks, input), ...(metric !== 'glucose' && { unworn: unwornOf(input) }) }
      : stepSeries(metric, 'mean', title, input.facts, input, { range: shape.meanOnly !== true });
  const usual = usualRange(
    input.before,
    { fact: `${metric}_mean`, zone: input.zone, byHour: input.days === 1, convert: converterOf(metric, input.units) },
    input.span,
  );
  const rule = axisRuleOf(metric, input, { usual });
  const limits = limitRangeOf(metric, input);
  const occasional = isOccasional(series.points);
  const draw = shape.meanOnly === true ? basicLine : bandLine;
  const dots = input.days !== 1 && series.points.length <= 60;
  return {
    kind: 'time',
    id: metric,
    group: shape.group,
    title,
    unit: series.unit,
    height: shape.height,
    sources: [input.days === 1 ? 'ticks' : 'facts'],
    series: [series],
    legend: [{ series, mark: occasional ? 'dot' : 'line' }],
    draw: (context) => (occasional ? occasionalDots(series, rule, limits, context) : draw(series, rule, context, { dots })),
    backdrop: {
      unworn: unwornOf(input),
      usual,
      limits: levelsOf(limits),
      now: input.now,
    },
    describe: describeLevel(title, series, input, occasional ? limits : {}),
  };
}
