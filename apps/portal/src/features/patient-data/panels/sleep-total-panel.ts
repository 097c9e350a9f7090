import { composedBar } from '#charts/kinds/bar.ts';
import { stepAtOf } from '#charts/metric-series.ts';
import { markedSoFar, stepsOf } from '#charts/readings.ts';
import { pointsWithin, type Series } from '#charts/series.ts';
import type { TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';
import { writeDuration } from './write-duration.ts';

const stages = [
  { fact: 'deep', depth: 4 },
  { fact: 'rem', depth: 3 },
  { fact: 'light', depth: 2 },
] as const;

/** How long the member slept, by stage: all sleeps of a day together, the mean sleep of a week or month. Hours. */
export function sleepTotalPanel(input: PanelInput): TimePanel {
  const { write } = input;
  const reduction = input.granularity === 'DAILY' || input.granularity === 'HOURLY' ? 'sum' : 'mean';
  const stepAt = stepAtOf(input.granularity, input.zone);
  const series = stages.map(({ fact, depth }): Series => {
    const points = stepsOf(input.facts, { value: `sleep_${fact}_${reduction}` }, false, stepAt, (seconds) => seconds / 3600);
    return {
      key: `sleep_${fact}`,
      label: write(`stage.${depth}`),
      unit: 'h',
      decimals: 1,
      tone: 'sleep',
      points: markedSoFar(points, input.now),
    };
  });
  const colors = ['deep', 'rem', 'light'].map((stage) => `var(--v-sleep-${stage})`);
  return {
    kind: 'time',
    id: 'sleep_total',
    group: 'sleep',
    title: write('metric.sleep_total'),
    unit: 'h',
    height: 92,
    sources: ['facts'],
    series,
    legend: series.map((one, index) => ({ series: one, mark: 'bar', color: colors[index] ?? '' })),
    together: (values) => {
      const known = values.filter((value) => value !== null);
      return known.length === 0 ? null : { value: writeDuration(known.reduce((sum, value) => sum + value, 0) * 3600, write), label: '' };
    },
    draw: (context) => {
      const parts = series.map((one, index) => ({ series: one, color: context.theme.sleep[stages[index]?.depth ?? 2] }));
      return composedBar('sleep_total', parts, { kind: 'from-zero' }, context);
    },
    backdrop: { now: input.now },
    describe: (span) => {
      const shown = series.map((one) => pointsWithin(one.points, span));
      const nights = new Set(shown.flat().map((point) => point.from)).size;
      if (nights === 0) return null;
      const asleep = writeDuration((shown.flat().reduce((sum, point) => sum + point.value, 0) / nights) * 3600, write);
      return { figures: [{ value: asleep, label: write('stat.perNight') }], summary: write('summary.sleepTotal', { asleep }) };
    },
  };
}
