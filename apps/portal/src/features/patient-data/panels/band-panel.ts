import { bandStateCodes } from '@vigil/domain/status/band-state';
import type { DrawContext } from '#charts/drawing.ts';
import { type BarPart, composedBar } from '#charts/kinds/bar.ts';
import { stateStrip } from '#charts/kinds/state-strip.ts';
import { stepAtOf } from '#charts/metric-series.ts';
import { markedSoFar, stepsOf } from '#charts/readings.ts';
import { pointsWithin, type Series, type SeriesPoint, stepPoint, type TimeSpan } from '#charts/series.ts';
import { bandStretches } from './band-states.ts';
import { daysWithData } from './days-with-data.ts';
import type { PanelFigures, TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';
import { writeDuration } from './write-duration.ts';

/** Band status: a strip of states on one day, the time in each state stacked beyond, as specified. */
export function bandPanel(input: PanelInput): TimePanel {
  return input.days === 1 ? stripPanel(input) : timesPanel(input);
}

const base = (input: PanelInput) =>
  ({
    kind: 'time',
    id: 'band_removed',
    group: 'band',
    title: input.write('metric.band_removed'),
    unit: '',
    backdrop: { now: input.now },
  }) as const;

/** On the wrist, off it and charging, from the strongest tone to the weakest; unknown stays empty. */
const strength = { wearing: 0.9, charging: 0.55, removed: 0.25 } as const;

function stripPanel(input: PanelInput): TimePanel {
  const { write } = input;
  const stretches = bandStretches(input);
  const states = ['wearing', 'removed', 'charging'] as const;
  const series: Series = {
    key: 'band_removed',
    label: write('metric.band_removed'),
    unit: '',
    decimals: 0,
    tone: 'device',
    words: new Map(states.map((state) => [bandStateCodes[state], write(`band.${state}`)])),
    points: stretches
      .filter((stretch) => stretch.to > input.span.from && stretch.from < input.span.to)
      .map(({ from, to, code }) => stepPoint(from, to, code)),
  };
  const colorOf = ({ theme }: DrawContext, state: (typeof states)[number]) =>
    state === 'wearing' ? theme.tones.movement : theme.tones.device;
  return {
    ...base(input),
    height: 36,
    sources: ['bandTicks'],
    series: [series],
    legend: [{ series, mark: 'block' }],
    draw: (context) =>
      stateStrip(
        'band_removed',
        stretches.map(({ from, to, state }) => ({ from, to, color: colorOf(context, state), opacity: strength[state] })),
        context,
      ),
    describe: (span) =>
      worn(
        stretches.filter((stretch) => stretch.state === 'wearing'),
        series,
        span,
        input,
      ),
  };
}

function worn(stretches: readonly TimeSpan[], series: Series, span: TimeSpan, input: PanelInput): PanelFigures | null {
  if (pointsWithin(series.points, span).length === 0) return null;
  const seconds = stretches.reduce(
    (sum, stretch) => sum + Math.max(0, Math.min(stretch.to, span.to) - Math.max(stretch.from, span.from)),
    0,
  );
  return wornFigures(seconds, input, input.write('stat.worn'));
}

function wornFigures(seconds: number, { write }: PanelInput, label: string): PanelFigures {
  const value = writeDuration(seconds, write);
  return { figures: [{ value, label }], summary: write('summary.band', { worn: value }) };
}

const times = [
  { fact: 'wearing_time', text: 'metric.band_wearing_time', state: 'wearing' },
  { fact: 'charge_time', text: 'metric.band_charge_time', state: 'charging' },
  { fact: 'removed_time', text: 'metric.band_removed_time', state: 'removed' },
] as const;

/**
 * The axis goes to a day (specification). Weeks and months are shown per day that has data, so that it holds for them too. A day is
 * what was measured of it so far, and so is a week or month that has less than a day of data: as "so far", nine hours must not
 * stand as the whole day that they would come to.
 */
function timesPanel(input: PanelInput): TimePanel {
  const { write } = input;
  const stepAt = stepAtOf(input.granularity, input.zone);
  const daysAt = new Map(input.facts.map(({ timestamp, data }) => [timestamp, data.band_days]));
  const isLong = input.granularity !== 'HOURLY' && input.granularity !== 'DAILY';
  const daysOf = (step: SeriesPoint) => (isLong ? Math.max(daysAt.get(step.from) ?? 1, 1) : 1);
  const series = times.map(({ fact, text }): Series => {
    const points = markedSoFar(stepsOf(input.facts, { value: `band_${fact}` }, true, stepAt), input.now).map((point) => {
      return { ...point, value: point.value / daysOf(point) / 3600 };
    });
    return { key: `band_${fact}`, label: write(text), unit: 'h', decimals: 1, tone: 'device', points };
  });
  const height = input.granularity === 'HOURLY' ? 1 : 24;
  return {
    ...base(input),
    unit: 'h',
    height: 72,
    sources: ['facts'],
    series,
    legend: series.map((one, index) => ({
      series: one,
      mark: 'bar',
      color: index === 0 ? 'var(--v-metric-movement)' : `color-mix(in srgb, var(--v-metric-device) ${index === 1 ? 65 : 30}%, transparent)`,
    })),
    together: ([wearing]) =>
      typeof wearing === 'number' ? { value: writeDuration(wearing * 3600, write), label: write('stat.worn') } : null,
    draw: (context) => {
      const parts = times.map(
        ({ state }, index): BarPart => ({
          series: series[index] as Series,
          color: state === 'wearing' ? context.theme.tones.movement : context.theme.tones.device,
          opacity: strength[state],
        }),
      );
      const drawing = composedBar('band_removed', parts, { kind: 'specified', low: 0, high: height }, context);
      const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * height);
      return { ...drawing, axis: { ...drawing.axis, ticks } };
    },
    describe: (span) => {
      const shown = pointsWithin(series[0]?.points ?? [], span);
      if (series.every((one) => pointsWithin(one.points, span).length === 0)) return null;
      const worn = shown.reduce((sum, point) => sum + point.value * daysOf(point), 0);
      const known = input.facts.filter(
        (fact) => fact.data.band_days !== undefined && fact.timestamp >= span.from && fact.timestamp < span.to,
      );
      const days = input.granularity === 'HOURLY' ? known.length : daysWithData(input, 'band_days', span);
      const mean = worn / Math.max(days, 1);
      return wornFigures(
        mean * 3600,
        input,
        `${write('stat.worn')} ${write(input.granularity === 'HOURLY' ? 'stat.perHour' : 'stat.perDay')}`,
      );
    },
  };
}
