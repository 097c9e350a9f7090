import type { Tick } from '@vigil/contract/ticks-store.contract';
import { bloodPressure, pressurePairs } from '#charts/kinds/blood-pressure.ts';
import { basicLine } from '#charts/kinds/line.ts';
import { extremesOf, pointsWithin } from '#charts/series.ts';
import { writeNumber } from '#charts/write-value.ts';
import { axisRuleOf } from './axis-rule.ts';
import { describeLevel } from './describe-level.ts';
import { readingSeries } from './metric-series.ts';
import type { TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';
import { limitsOf } from './reference-limits.ts';

/** A scale's reading counts only from this paired confidence on (specification, constants). Percent. */
const leastWeightConfidence = 80;

/**
 * Weight readings that count: those whose confidence of the same moment is at least 80. A reading without a confidence
 * comes from no scale that rates itself (typed in by hand, or from a clinic's record) and counts too.
 */
export function countedWeights(ticks: readonly Tick[]): readonly Tick[] {
  return ticks.filter(
    (tick) => tick.data.weight !== undefined && (tick.data.weight_conf ?? leastWeightConfidence) >= leastWeightConfidence,
  );
}

export function weightPanel(input: PanelInput): TimePanel {
  const title = input.write('metric.weight');
  const series = readingSeries('weight', title, countedWeights(input.bodyTicks), input);
  const rule = axisRuleOf('weight', input);
  return {
    kind: 'time',
    id: 'weight',
    group: 'body',
    title,
    unit: series.unit,
    height: 124,
    sources: ['bodyTicks'],
    series: [series],
    legend: [{ series, mark: 'line' }],
    draw: (context) => basicLine(series, rule, context, { dots: series.points.length <= 60 }),
    backdrop: { now: input.now },
    describe: describeLevel(title, series, input),
  };
}

/** Blood pressure: every reading as its range from diastolic to systolic. */
export function pressurePanel(input: PanelInput): TimePanel {
  const { write, locale } = input;
  const title = write('metric.blood_pressure');
  const systolic = readingSeries('systolic', write('metric.systolic'), input.bodyTicks, input);
  const diastolic = readingSeries('diastolic', write('metric.diastolic'), input.bodyTicks, input);
  const rule = axisRuleOf('systolic', input);
  const pairs = pressurePairs(systolic, diastolic);
  return {
    kind: 'time',
    id: 'blood_pressure',
    group: 'body',
    title,
    unit: systolic.unit,
    height: 148,
    sources: ['bodyTicks'],
    series: [systolic, diastolic],
    legend: [
      { series: systolic, mark: 'range' },
      { series: diastolic, mark: 'range' },
    ],
    draw: (context) => bloodPressure(systolic, diastolic, rule, context),
    backdrop: { limits: limitsOf('systolic', input), now: input.now },
    describe: (span) => {
      const shown = pairs.filter((pair) => pair.at >= span.from && pair.at < span.to);
      const [upper, lower] = [systolic, diastolic].map((series) => extremesOf(pointsWithin(series.points, span)));
      if (shown.length === 0 || !upper || !lower) return null;
      const mean = (values: readonly number[]) => writeNumber(values.reduce((sum, value) => sum + value, 0) / values.length, 0, locale);
      const value = `${mean(shown.map((pair) => pair.systolic))}/${mean(shown.map((pair) => pair.diastolic))}`;
      return {
        figures: [
          { value, unit: systolic.unit, label: shown.length === 1 ? '' : write('stat.mean') },
          { value: '', label: write('stat.readings', { count: shown.length }) },
        ],
        summary: write('summary.pressure', {
          count: shown.length,
          systolicLow: upper.low,
          systolicHigh: upper.high,
          diastolicLow: lower.low,
          diastolicHigh: lower.high,
        }),
      };
    },
  };
}
