import { bloodPressure, pressurePairs } from '#charts/kinds/blood-pressure.ts';
import { occasionalDots } from '#charts/kinds/occasional-dots.ts';
import { beyond, levelsOf } from '#charts/limits.ts';
import { axisRuleOf } from '#charts/metric-axis.ts';
import { limitRangeOf, limitsOf } from '#charts/metric-limits.ts';
import { converterOf } from '#charts/metric-series.ts';
import { extremesOf, pointsWithin } from '#charts/series.ts';
import { usualRange } from '#charts/usual-range.ts';
import { writeNumber } from '#charts/write-value.ts';
import { describeLevel } from './describe-level.ts';
import { readingSeries } from './metric-series.ts';
import type { TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';

export function weightPanel(input: PanelInput): TimePanel {
  const title = input.write('metric.weight');
  const series = readingSeries('weight', title, input.bodyTicks, input);
  const convert = converterOf('weight', input.units);
  const usual = usualRange(input.before, { fact: 'weight_mean', zone: input.zone, byHour: false, convert }, input.span);
  const rule = axisRuleOf('weight', input, { usual });
  return {
    kind: 'time',
    id: 'weight',
    group: 'body',
    title,
    unit: series.unit,
    height: 80,
    sources: ['bodyTicks'],
    series: [series],
    legend: [{ series, mark: 'dot' }],
    draw: (context) => occasionalDots(series, rule, {}, context),
    backdrop: { usual, now: input.now },
    describe: describeLevel(title, series, input),
  };
}

/** Blood pressure: every reading as its range from diastolic to systolic. */
export function pressurePanel(input: PanelInput): TimePanel {
  const { write, locale } = input;
  const title = write('metric.blood_pressure');
  const systolic = readingSeries('systolic', write('metric.systolic'), input.bodyTicks, input);
  const diastolic = readingSeries('diastolic', write('metric.diastolic'), input.bodyTicks, input);
  const limits = { systolic: limitRangeOf('systolic', input), diastolic: limitRangeOf('diastolic', input) };
  // The line that most readings come near; the lower ones lie among the diastolic values anyway.
  const rule = axisRuleOf('systolic', input, { limits: levelsOf({ high: limits.systolic.high ?? 0 }) });
  const pairs = pressurePairs(systolic, diastolic);
  return {
    kind: 'time',
    id: 'blood_pressure',
    group: 'body',
    title,
    unit: systolic.unit,
    height: 104,
    sources: ['bodyTicks'],
    series: [systolic, diastolic],
    legend: [
      { series: systolic, mark: 'dot' },
      { series: diastolic, mark: 'ring' },
    ],
    together: ([upper, lower]) =>
      typeof upper === 'number' && typeof lower === 'number'
        ? { value: `${writeNumber(upper, 0, locale)}/${writeNumber(lower, 0, locale)}`, unit: systolic.unit, label: '' }
        : null,
    draw: (context) => bloodPressure(systolic, diastolic, limits, rule, context),
    backdrop: { limits: limitsOf('systolic', input), now: input.now },
    describe: (span) => {
      const shown = pairs.filter((pair) => pair.at >= span.from && pair.at < span.to);
      const [upper, lower] = [systolic, diastolic].map((series) => extremesOf(pointsWithin(series.points, span)));
      if (shown.length === 0 || !upper || !lower) return null;
      const mean = (values: readonly number[]) => writeNumber(values.reduce((sum, value) => sum + value, 0) / values.length, 0, locale);
      const outside = shown.filter(
        (pair) => beyond(limits.systolic, pair.systolic) !== null || beyond(limits.diastolic, pair.diastolic) !== null,
      ).length;
      const said = write('summary.pressure', {
        count: shown.length,
        systolicLow: writeNumber(upper.low, 0, locale),
        systolicHigh: writeNumber(upper.high, 0, locale),
        diastolicLow: writeNumber(lower.low, 0, locale),
        diastolicHigh: writeNumber(lower.high, 0, locale),
      });
      const value = `${mean(shown.map((pair) => pair.systolic))}/${mean(shown.map((pair) => pair.diastolic))}`;
      return {
        figures: [
          { value, unit: systolic.unit, label: shown.length === 1 ? '' : write('stat.mean') },
          { value: '', label: write('stat.readings', { count: shown.length }) },
          ...(outside === 0 ? [] : [{ value: '', label: write('stat.beyond', { count: outside }) }]),
        ],
        summary: `${said}${outside === 0 ? '' : `, ${write('stat.beyond', { count: outside })}`}`,
      };
    },
  };
}
