import { catalogue } from '@vigil/domain/metrics/catalogue';
import { axisOfAll, composed } from '#charts/drawing.ts';
import { heartRateBucketBpm } from '#charts/kinds/histogram.ts';
import { bandLine, basicLine, movingAverageLine } from '#charts/kinds/line.ts';
import { axisRuleOf } from '#charts/metric-axis.ts';
import { limitsOf } from '#charts/metric-limits.ts';
import { converterOf } from '#charts/metric-series.ts';
import { usualRange } from '#charts/usual-range.ts';
import { unwornOf } from './band-states.ts';
import { describeLevel } from './describe-level.ts';
import { readingSeries, stepSeries } from './metric-series.ts';
import type { HistogramPanel, LegendEntry, TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';

/** Heart rate with the resting rate and the moving average over 12 hours, on one axis. */
export function heartRatePanel(input: PanelInput): TimePanel {
  const { write, days } = input;
  const title = write('metric.heart_rate');
  const day = days === 1;
  const measured = day
    ? { ...readingSeries('heart_rate', write('series.measured'), input.ticks, input), unworn: unwornOf(input) }
    : stepSeries('heart_rate', 'mean', write('series.mean'), input.facts, input, { range: true });
  const resting = day
    ? readingSeries('rhr', write('series.resting'), input.ticks, input)
    : stepSeries('rhr', 'mean', write('series.resting'), input.facts, input);
  const average = {
    ...stepSeries('heart_rate', 'mean_sma_12h', write('series.average12h'), input.averages, input, {
      granularity: 'HOURLY',
      rolling: true,
    }),
    tone: 'text' as const,
  };
  const usual = usualRange(
    input.before,
    { fact: 'heart_rate_mean', zone: input.zone, byHour: day, convert: converterOf('heart_rate', input.units) },
    input.span,
  );
  const rule = axisRuleOf('heart_rate', input, { usual });
  const dots = !day && measured.points.length <= 60;
  const legend: LegendEntry[] = [{ series: measured, mark: 'line' }];
  if (average.points.length > 0) legend.push({ series: average, mark: 'thick' });
  if (resting.points.length > 0) legend.push({ series: resting, mark: 'dashed' });
  return {
    kind: 'time',
    id: 'heart_rate',
    group: 'heart',
    title,
    unit: measured.unit,
    height: 152,
    sources: day ? ['ticks', 'averages'] : ['facts', 'averages'],
    series: legend.map((entry) => entry.series),
    legend,
    draw: (context) =>
      composed(axisOfAll(rule, [measured, resting, average], context), [
        bandLine(measured, rule, context, { dots }),
        basicLine(resting, rule, context, { dash: [5, 4], width: 1.5 }),
        movingAverageLine(average, rule, context),
      ]),
    backdrop: {
      unworn: unwornOf(input),
      usual,
      limits: limitsOf('heart_rate', input),
      now: input.now,
    },
    describe: describeLevel(title, measured, input),
  };
}

/** How often the heart rate lay where, in buckets of 10 bpm over the whole range. */
export function histogramPanel(input: PanelInput): HistogramPanel {
  const { write, histogram } = input;
  const title = write('metric.histogram');
  const most = histogram.reduce((best, bucket) => (bucket.count > best.count ? bucket : best), {
    from: 0,
    to: heartRateBucketBpm,
    count: 0,
  });
  const total = histogram.reduce((sum, bucket) => sum + bucket.count, 0);
  const filled = histogram.filter((bucket) => bucket.count > 0);
  const fitted = input.axes === 'fit' && filled.length > 0;
  const [low, high] = fitted
    ? [Math.min(...filled.map((bucket) => bucket.from)), Math.max(...filled.map((bucket) => bucket.to))]
    : catalogue.heart_rate.axis;
  return {
    kind: 'histogram',
    id: 'histogram',
    group: 'distribution',
    title,
    unit: catalogue.heart_rate.unit,
    height: 104,
    sources: ['histogram'],
    buckets: histogram,
    tone: 'heart',
    axisEnds: [Math.floor(low / heartRateBucketBpm) * heartRateBucketBpm, high],
    describe: () =>
      total === 0
        ? null
        : {
            figures: [
              { value: `${most.from}–${most.to}`, unit: catalogue.heart_rate.unit, label: '' },
              { value: '', label: write('stat.readings', { count: total }) },
            ],
            summary: write('summary.histogram', { from: most.from, to: most.to }),
          },
  };
}
