import { basicBar } from '#charts/kinds/bar.ts';
import { axisRuleOf } from '#charts/metric-axis.ts';
import { summarize } from '#charts/summary.ts';
import { writeValue } from '#charts/write-value.ts';
import { daysWithData } from './days-with-data.ts';
import { metricLabel, stepSeries } from './metric-series.ts';
import type { TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';

/** What is counted (steps, calories): a bar per hour, day, week or month. */
export function countPanel(metric: 'steps' | 'calories', input: PanelInput): TimePanel {
  const { write, locale } = input;
  const title = metricLabel(metric, write);
  const series = stepSeries(metric, 'sum', title, input.facts, input);
  const rule = axisRuleOf(metric, input);
  return {
    kind: 'time',
    id: metric,
    group: 'activity',
    title,
    unit: series.unit,
    height: 68,
    sources: ['facts'],
    series: [series],
    legend: [{ series, mark: 'bar' }],
    draw: (context) => basicBar(series, rule, context),
    backdrop: { now: input.now },
    describe: (span) => {
      const summary = summarize(series, span);
      if (summary === null) return null;
      const total = writeValue(series, summary.total, locale);
      const days = daysWithData(input, `${metric}_days`, span);
      const perDay = { value: writeValue(series, summary.total / Math.max(days, 1 / 24), locale), unit: '', label: write('stat.perDay') };
      return {
        figures: [{ value: total, unit: series.unit, label: write('stat.total') }, ...(days > 1.5 ? [perDay] : [])],
        summary: write('summary.total', { title, total, unit: series.unit, high: writeValue(series, summary.high, locale) }),
      };
    },
  };
}
