import { catalogue, isMetricId, type Metric, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickSeries } from '#services/ticks-store/index.ts';
import { quoted, refuseTimestamp, refuseValue, timestampBounds, unknownMetric } from './tick-rules.ts';

/** A tick that is not stored, as an answer lists it. */
export interface ListedTick {
  /** Where in what was sent: position in the list, or line of the file. */
  readonly index: number;
  /** As the sender named it; a long name is cut, so that an answer stays small whatever was sent. */
  readonly metric: string | null;
  readonly reason: string;
}

export interface CollectedTicks {
  readonly series: readonly TickSeries[];
  /** Ticks in `series`: what is to be stored. */
  readonly accepted: number;
  /** The first `maxListed` of those that were right and gave way to a later value of the same metric and moment. */
  readonly replaced: readonly ListedTick[];
  readonly replacedTotal: number;
  /** The first `maxListed` refusals. */
  readonly rejected: readonly ListedTick[];
  /** `accepted + replacedTotal + rejectedTotal` is everything that was added. */
  readonly rejectedTotal: number;
  /** How many of them for what. */
  readonly refusedBy: Readonly<Record<RefusalReason, number>>;
}

/** What was wrong: the metric, the moment, the value, or that it was no reading at all. */
export type RefusalReason = 'metric' | 'time' | 'value' | 'form';

const noRefusals: Readonly<Record<RefusalReason, number>> = { metric: 0, time: 0, value: 0, form: 0 };

/** What nothing at all comes to. */
export const nothingCollected: CollectedTicks = {
  series: [],
  accepted: 0,
  replaced: [],
  replacedTotal: 0,
  rejected: [],
  rejectedTotal: 0,
  refusedBy: noRefusals,
};

/** Of collected ticks, what an answer says. */
export function countsOf({ accepted, replaced, replacedTotal, rejected, rejectedTotal }: Omit<CollectedTicks, 'series'>) {
  return { accepted, replaced: [...replaced], replacedTotal, rejected: [...rejected], rejectedTotal };
}

/** How many refusals, and how many replaced ticks, an answer lists; all are counted. */
export const maxListed = 1000;

/**
 * Collects ticks one by one or by columns, keeps what may be kept and says why the rest may not. A timestamp is kept to
 * the millisecond, rounded; of several ticks of one metric for the same millisecond the last one added wins, as it
 * would if they had come in separate batches.
 */
export interface TickCollector {
  /** One reading; true when it was kept. `timestampSeconds` and `value` are checked, whatever they are. */
  add(index: number, metric: string, timestampSeconds: unknown, value: unknown): boolean;
  /** Many readings of one metric at once; index is the position in the column. */
  addColumn(metric: string, timestamps: readonly unknown[], values: readonly unknown[]): void;
  /** Counts something that never became a reading. */
  refuse(index: number, metric: string | null, reason: string, why?: RefusalReason): void;
  /** How many readings have been kept so far, those of one moment each. */
  size(): number;
  /** Hands over what was collected and starts anew. */
  drain(): CollectedTicks;
}

interface Column {
  timestampsMs: Float64Array;
  values: Float64Array;
  /** Where in what was sent each came from. */
  indices: Uint32Array;
  length: number;
}

const firstCapacity = 64;

export function createTickCollector(nowMs: number): TickCollector {
  const [earliest, latest] = timestampBounds(nowMs);
  let columns = new Map<MetricId, Column>();
  let rejected: ListedTick[] = [];
  let rejectedTotal = 0;
  let refusedBy = { ...noRefusals };
  let accepted = 0;

  function refuse(index: number, metric: string | null, reason: string, why: RefusalReason = 'form'): void {
    rejectedTotal += 1;
    refusedBy[why] += 1;
    if (rejected.length < maxListed) rejected.push({ index, metric: metric === null ? null : quoted(metric), reason });
  }

  /** Says what is wrong, where something is. */
  function isRight(index: number, name: string, metric: Metric, timestampSeconds: unknown, value: unknown): boolean {
    const badTime = refuseTimestamp(timestampSeconds, nowMs);
    const reason = badTime ?? refuseValue(metric, value);
    if (reason !== null) refuse(index, name, reason, badTime === null ? 'value' : 'time');
    return reason === null;
  }

  /** The metric's column with room for `more` readings. */
  function columnOf(metric: MetricId, more: number): Column {
    let column = columns.get(metric);
    if (!column) {
      const capacity = Math.max(firstCapacity, more);
      column = {
        timestampsMs: new Float64Array(capacity),
        values: new Float64Array(capacity),
        indices: new Uint32Array(capacity),
        length: 0,
      };
      columns.set(metric, column);
    }
    if (column.length + more > column.values.length) grow(column, more);
    return column;
  }

  return {
    refuse,
    size: () => accepted,

    add(index, name, timestampSeconds, value) {
      if (!isMetricId(name)) {
        refuse(index, name, unknownMetric(name), 'metric');
        return false;
      }
      const metric: Metric = catalogue[name];
      if (!isRight(index, name, metric, timestampSeconds, value)) return false;
      const column = columnOf(name, 1);
      column.timestampsMs[column.length] = Math.round((timestampSeconds as number) * 1000);
      column.values[column.length] = value as number;
      column.indices[column.length] = index;
      column.length += 1;
      accepted += 1;
      return true;
    },

    addColumn(name, timestamps, values) {
      if (!isMetricId(name)) {
        const reason = unknownMetric(name);
        for (let index = 0; index < Math.max(1, timestamps.length, values.length); index += 1) refuse(index, name, reason, 'metric');
        return;
      }
      const metric: Metric = catalogue[name];
      const [low, high] = metric.plausible;
      const isState = metric.kind === 'state';
      const column = columnOf(name, timestamps.length);
      const { timestampsMs, values: kept, indices } = column;
      let length = column.length;
      for (let index = 0; index < timestamps.length; index += 1) {
        const timestamp = timestamps[index];
        const value = values[index];
        // The comparisons are false for NaN, so the common case costs six of them and the reasons cost nothing.
        if (
          typeof timestamp === 'number' &&
          typeof value === 'number' &&
          timestamp >= earliest &&
          timestamp <= latest &&
          value >= low &&
          value <= high &&
          !(isState && !Number.isInteger(value))
        ) {
          timestampsMs[length] = Math.round(timestamp * 1000);
          kept[length] = value;
          indices[length] = index;
          length += 1;
        } else isRight(index, name, metric, timestamp, value);
      }
      accepted += length - column.length;
      column.length = length;
    },

    drain() {
      const series: TickSeries[] = [];
      const replaced: ListedTick[] = [];
      let stored = 0;
      for (const [metric, column] of columns) {
        if (column.length === 0) continue;
        const kept = lastOfEachMoment(column, (index) => {
          if (replaced.length < maxListed) replaced.push({ index, metric, reason: cameAgain });
        });
        stored += kept.values.length;
        series.push({ metric, ...kept });
      }
      const collected = { series, accepted: stored, replaced, replacedTotal: accepted - stored, rejected, rejectedTotal, refusedBy };
      columns = new Map();
      rejected = [];
      rejectedTotal = 0;
      refusedBy = { ...noRefusals };
      accepted = 0;
      return collected;
    },
  };
}

/** Why a right tick is not stored. */
const cameAgain = 'The same moment came again further down; the last value of a moment is the one that is stored';

function grow(column: Column, more: number): void {
  const capacity = Math.max(column.values.length * 2, column.length + more);
  const timestampsMs = new Float64Array(capacity);
  const values = new Float64Array(capacity);
  const indices = new Uint32Array(capacity);
  indices.set(column.indices.subarray(0, column.length));
  timestampsMs.set(column.timestampsMs.subarray(0, column.length));
  values.set(column.values.subarray(0, column.length));
  column.timestampsMs = timestampsMs;
  column.values = values;
  column.indices = indices;
}

/** Devices send in order, so one look at the neighbours usually shows that no moment comes twice. */
function lastOfEachMoment(column: Column, onReplaced: (index: number) => void): { timestampsMs: Float64Array; values: Float64Array } {
  const timestampsMs = column.timestampsMs.subarray(0, column.length);
  const values = column.values.subarray(0, column.length);
  if (strictlyRising(timestampsMs)) return { timestampsMs, values };
  const lastAt = new Map<number, number>();
  for (let index = 0; index < timestampsMs.length; index += 1) lastAt.set(timestampsMs[index] as number, index);
  if (lastAt.size === timestampsMs.length) return { timestampsMs, values };
  for (let index = 0; index < timestampsMs.length; index += 1)
    if (lastAt.get(timestampsMs[index] as number) !== index) onReplaced(column.indices[index] as number);
  const kept = [...lastAt.values()].sort((a, b) => a - b);
  return {
    timestampsMs: Float64Array.from(kept, (index) => timestampsMs[index] as number),
    values: Float64Array.from(kept, (index) => values[index] as number),
  };
}

function strictlyRising(timestampsMs: Float64Array): boolean {
  for (let index = 1; index < timestampsMs.length; index += 1)
    if ((timestampsMs[index] as number) <= (timestampsMs[index - 1] as number)) return false;
  return true;
}
