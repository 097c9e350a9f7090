import { VigilError } from '@vigil/contract/errors';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { uncoveredSpans } from '@vigil/domain/sources/preferred-sources';
import { roundTo } from '@vigil/domain/units/rounding';
import { maxCountedRecords } from '../../limits.ts';
import type { Reading } from '../format.ts';

/** What was counted over spans of time, kept in columns until all sources are known: 29 bytes a record. */
export interface CountedRecords {
  add(place: number, startMs: number, endMs: number, value: number, source: number): void;
  /** What no preferred source has counted as well. */
  resolve(metric: MetricId, ranks: Uint8Array): Resolved;
}

interface Resolved {
  /** In order of time, one a moment. */
  readonly readings: CountedReadings;
  /** Records that preferred sources cover wholly. */
  readonly covered: number;
  /** Records that a later one of the same moment took the place of. */
  readonly repeated: number;
}

/** Readings in columns. */
export interface CountedReadings {
  readonly metric: MetricId;
  readonly places: Uint32Array;
  readonly timestampsMs: Float64Array;
  readonly values: Float64Array;
}

const firstCapacity = 1024;
/** A share of a count is rounded to whole steps, and of others to what conversions of units are rounded to. */
const shareDecimals = 6;

export function createCountedRecords(): CountedRecords {
  let startMs = new Float64Array(firstCapacity);
  let endMs = new Float64Array(firstCapacity);
  let values = new Float64Array(firstCapacity);
  let places = new Uint32Array(firstCapacity);
  let sources = new Uint8Array(firstCapacity);
  let length = 0;

  function grow(): void {
    const capacity = Math.ceil(length * 1.5);
    const grown = <T extends Float64Array | Uint32Array | Uint8Array>(column: T, into: T): T => {
      into.set(column);
      return into;
    };
    startMs = grown(startMs, new Float64Array(capacity));
    endMs = grown(endMs, new Float64Array(capacity));
    values = grown(values, new Float64Array(capacity));
    places = grown(places, new Uint32Array(capacity));
    sources = grown(sources, new Uint8Array(capacity));
  }

  return {
    add(place, start, end, value, source) {
      if (length === maxCountedRecords)
        throw new VigilError(
          'body_too_large',
          `The export has more than the ${maxCountedRecords.toLocaleString('en')} records of one kind that can be weighed against each other; send it in parts`,
        );
      if (length === startMs.length) grow();
      startMs[length] = start;
      endMs[length] = end;
      values[length] = value;
      places[length] = place;
      sources[length] = source;
      length += 1;
    },
    resolve(metric, ranks) {
      const rank = sources.subarray(0, length).map((source) => ranks[source] as number);
      const { share, fromMs } = uncoveredSpans({ startMs: startMs.subarray(0, length), endMs: endMs.subarray(0, length), rank });
      const decimals = metric === 'steps' ? 0 : shareDecimals;
      const counts = Uint32Array.from(share.keys()).filter((index) => {
        const part = share[index] as number;
        if (part < 1) values[index] = roundTo((values[index] as number) * part, decimals);
        return part === 1 || values[index] !== 0;
      });
      counts.sort((a, b) => (fromMs[a] as number) - (fromMs[b] as number) || (places[a] as number) - (places[b] as number));
      const kept = counts.filter((index, at) => fromMs[index] !== fromMs[counts[at + 1] ?? -1]);
      const readings = {
        metric,
        places: kept.map((index) => places[index] as number),
        timestampsMs: Float64Array.from(kept, (index) => fromMs[index] as number),
        values: Float64Array.from(kept, (index) => values[index] as number),
      };
      return { readings, covered: length - counts.length, repeated: counts.length - kept.length };
    },
  };
}

/**
 * Adds the second to the first where both have a reading of one moment: the energy that somebody burns by moving and by being
 * alive. Answers how many were added; those of the second that had no counterpart are left, the others are NaN.
 */
export function addTogether(first: CountedReadings, second: CountedReadings): number {
  let added = 0;
  for (let own = 0, other = 0; other < second.values.length; other += 1) {
    const moment = second.timestampsMs[other] as number;
    while (own < first.values.length && (first.timestampsMs[own] as number) < moment) own += 1;
    if (first.timestampsMs[own] !== moment) continue;
    first.values[own] = roundTo((first.values[own] as number) + (second.values[other] as number), shareDecimals);
    second.values[other] = Number.NaN;
    added += 1;
  }
  return added;
}

const pieceReadings = 10_000;

export function* inPieces({ metric, places, timestampsMs, values }: CountedReadings): Generator<readonly Reading[]> {
  let piece: Reading[] = [];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as number;
    if (Number.isNaN(value)) continue;
    piece.push({ place: places[index] as number, metric, timestampMs: timestampsMs[index] as number, value });
    if (piece.length < pieceReadings) continue;
    yield piece;
    piece = [];
  }
  yield piece;
}
