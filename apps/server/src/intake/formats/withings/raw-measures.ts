import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { momentOf, notAMoment } from '../moments.ts';
import { keepStage, type RecordedStage, readingsOfStages } from '../sleep-stages.ts';
import { type LineReader, type OpenedTable, type Table, zeroIsNothing } from '../tables/table.ts';

/** A raw file: `start`, how many seconds each value lasts, and the values, as `[60,60]` and `[12,5]`. */
export interface RawMeasure {
  readonly id: string;
  /** As the zip names it. */
  readonly file: string;
  readonly words: string;
  readonly metric: MetricId;
}

export const rawMeasures: readonly RawMeasure[] = [
  { id: 'withings-heart-rate', file: 'raw_hr_hr.csv', words: 'heart rate', metric: 'heart_rate' },
  { id: 'withings-steps', file: 'raw_tracker_steps.csv', words: 'steps', metric: 'steps' },
  { id: 'withings-distance', file: 'raw_tracker_distance.csv', words: 'distance', metric: 'distance' },
  { id: 'withings-spo2', file: 'raw_spo2_auto_spo2.csv', words: 'oxygen saturation', metric: 'spo2' },
  { id: 'withings-sleep-state', file: 'raw_tracker_sleep-state.csv', words: 'stages of sleep', metric: 'sleep_depth' },
];

/** Withings' states of sleep (Withings developer documentation, Sleep v2: 0 awake, 1 light, 2 deep, 3 REM) as depths. */
const withingsSleepStates: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [1, 2],
  [2, 4],
  [3, 3],
]);

const longestStateMs = 86_400_000;
/** Values of one line; a band hands on some hours at a time. */
const mostValues = 10_000;
const mostCharacters = 100_000;

export function rawTable(measure: RawMeasure): Table {
  return {
    name: measure.file,
    headings: ['start', 'duration', 'value'],
    canHold: (_lines, headings) => headings.length === 3,
    open: (opened) => rawReader(measure, opened),
  };
}

interface Span {
  readonly place: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly value: number;
}

function rawReader({ metric }: RawMeasure, opened: OpenedTable): LineReader {
  const spansOf = spanReader(metric, opened);
  const { context } = opened;
  if (metric !== 'sleep_depth')
    return {
      read(record, place, readings) {
        for (const { startMs, value } of spansOf(record, place)) {
          const nothing = metric === 'heart_rate' || metric === 'spo2' ? zeroIsNothing(value) : null;
          if (nothing === null) readings.push({ place, metric, timestampMs: startMs, value });
          else context.skip(nothing);
        }
      },
    };
  const stages: RecordedStage[] = [];
  return {
    read(record, place) {
      for (const { startMs, endMs, value } of spansOf(record, place)) {
        const depth = withingsSleepStates.get(value);
        if (endMs - startMs > longestStateMs) context.refuse(place, metric, 'A state of sleep of more than a day', 'value');
        else if (depth === undefined) context.refuse(place, metric, 'A state of sleep that Withings is not known to have', 'value');
        else keepStage(stages, { place, startMs, endMs, depth });
      }
    },
    end(readings) {
      for (const reading of readingsOfStages(stages)) readings.push(reading);
    },
  };
}

/** The values of a line, each from its start to its end. */
function spanReader(metric: MetricId, { context, headings }: OpenedTable): (record: readonly string[], place: number) => readonly Span[] {
  const clock = context.wallClock();
  const at = (record: readonly string[], heading: string) => record[headings.indexOf(heading)] ?? '';
  return (record, place) => {
    const start = momentOf(at(record, 'start'), clock);
    const [durations, values] = [numbersIn(at(record, 'duration')), numbersIn(at(record, 'value'))];
    if (start === null) context.refuse(place, metric, notAMoment, 'time');
    else if (!durations || !values || durations.length !== values.length || durations.some((seconds) => seconds < 0))
      context.refuse(place, metric, 'The values do not fit their durations');
    else {
      let startMs = start;
      return values.map((value, index) => {
        const endMs = startMs + (durations[index] ?? 0) * 1000;
        const span = { place, startMs, endMs, value };
        startMs = endMs;
        return span;
      });
    }
    return [];
  };
}

/** `[60,60]` or a number alone; null for anything else. */
function numbersIn(cell: string): readonly number[] | null {
  if (cell.length > mostCharacters) return null;
  const text = cell.trim();
  const inside = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const parts = inside.split(',', mostValues + 1);
  const numbers = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return numbers.length <= mostValues && numbers.every(Number.isFinite) ? numbers : null;
}
