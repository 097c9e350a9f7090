import type { Units } from '@vigil/domain/units/unit-system';
import type { ChartProps } from '../chart-props.ts';
import type { ChartKindName } from '../kinds/kinds.ts';
import type { TimeSpan } from '../series.ts';
import { bandDay, bandHours, logs, meals, night, steps } from './sample-days.ts';
import { type Maker, now, type SampleState } from './sample-frame.ts';
import { heartDay, lines, pressure, temperatureBand, weight, withAverage } from './sample-readings.ts';

export interface Sample {
  readonly chart: Omit<ChartProps, 'kind' | 'frame'>;
  readonly span: TimeSpan;
  readonly now: number;
}

const makers: Readonly<Record<ChartKindName, Maker>> = {
  'basic-bar': steps,
  'composed-bar': bandHours,
  'basic-line': heartDay,
  'moving-average-line': withAverage,
  'composed-line': lines,
  'one-point-line': (state, units) => heartDay(state === 'full' || state === 'dense' || state === 'narrow' ? 'one' : state, units),
  'band-line': temperatureBand,
  'blood-pressure': pressure,
  'meal-dots': meals,
  'log-dots': logs,
  'reading-dots': weight,
  'sleep-depth': night,
  'band-states': bandDay,
};

/** A chart of a kind in a state, of synthetic readings that are the same every time. */
export function sampleOf(kind: ChartKindName, state: SampleState, units: Units): Sample {
  return { ...makers[kind](state, units), now };
}
