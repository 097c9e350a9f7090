import { median, robustDeviation } from '@vigil/domain/statistics/robust';
import { secondsOfDay, startOfStep } from '@vigil/domain/timeframe/zone';
import { groupedBy } from './grouped-by.ts';
import type { UsualStretch } from './kinds/backdrop.ts';
import { isDrawn, type TickLike } from './readings.ts';
import type { TimeSpan } from './series.ts';

/** Fewer days than this say nothing about what is usual. */
const fewestUsualDays = 7;

/** Two robust deviations to either side hold about 95 of 100 usual values. */
const deviations = 2;

interface UsualAsked {
  /** The mean of a metric, as in `heart_rate_mean`. */
  readonly fact: string;
  readonly zone: string;
  /** Usual by hour of day (for a single day) or over all hours. */
  readonly byHour: boolean;
  readonly convert: (value: number) => number;
}

/**
 * Where a member's own values usually lie: median ± 2 robust standard deviations (1.4826 × MAD) of the means given,
 * per hour of day or as one band over the span. Empty without values of at least seven days.
 */
export function usualRange(before: readonly TickLike[], asked: UsualAsked, span: TimeSpan): readonly UsualStretch[] {
  const values = usualValues(before, asked);
  if (!asked.byHour) {
    const band = bandOf(values);
    return band === null ? [] : [{ ...span, ...band }];
  }
  const bands = new Map([...groupedBy(values, ({ hour }) => hour)].map(([hour, ofHour]) => [hour, bandOf(ofHour)]));
  const stretches: UsualStretch[] = [];
  for (let from = startOfStep(span.from, 'HOURLY', asked.zone); from < span.to; from += 3600) {
    const band = bands.get(hourOf(from, asked.zone));
    if (band) stretches.push({ from, to: from + 3600, ...band });
  }
  return stretches;
}

/** How far a reading is from the middle of what is usual, and whether it lies beyond the band of usual values. */
export interface Departure {
  readonly by: number;
  readonly side: 'above' | 'below' | 'within';
}

/**
 * Of a reading in the unit on screen; null where too little is known to say what is usual. A reading less than `noticeable`
 * from the middle is within: the band of somebody whose values hardly vary is narrower than a change that means anything.
 */
export function departureOf(
  before: readonly TickLike[],
  asked: Omit<UsualAsked, 'byHour'>,
  value: number,
  noticeable: number,
): Departure | null {
  const band = bandOf(usualValues(before, asked));
  if (band === null) return null;
  const by = value - (band.low + band.high) / 2;
  const beyond = Math.abs(by) >= noticeable && (value > band.high || value < band.low);
  return { by, side: beyond ? (by > 0 ? 'above' : 'below') : 'within' };
}

interface LocalTime {
  readonly hour: number;
  /** Start of the local day, Unix seconds. */
  readonly day: number;
}

interface Usual extends LocalTime {
  readonly value: number;
}

function usualValues(before: readonly TickLike[], asked: Omit<UsualAsked, 'byHour'>): readonly Usual[] {
  const times = localTimes(before, asked.zone);
  return before.flatMap((step, index): Usual[] => {
    const value = step.data[asked.fact];
    const time = times[index];
    return time !== undefined && isDrawn(value, false) ? [{ ...time, value: asked.convert(value) }] : [];
  });
}

const known = new WeakMap<readonly TickLike[], { readonly zone: string; readonly times: readonly LocalTime[] }>();

/** Hour and day of each step by the clock on the wall: the same for every metric, and slow to work out. */
function localTimes(steps: readonly TickLike[], zone: string): readonly LocalTime[] {
  const found = known.get(steps);
  if (found?.zone === zone) return found.times;
  const times = steps.map(({ timestamp }) => ({ hour: hourOf(timestamp, zone), day: startOfStep(timestamp, 'DAILY', zone) }));
  known.set(steps, { zone, times });
  return times;
}

function hourOf(seconds: number, zone: string): number {
  return Math.floor(secondsOfDay(seconds, zone) / 3600);
}

function bandOf(values: readonly Usual[]): { low: number; high: number } | null {
  if (new Set(values.map(({ day }) => day)).size < fewestUsualDays) return null;
  const all = values.map(({ value }) => value);
  const center = median(all);
  const spread = deviations * robustDeviation(all, center);
  return { low: center - spread, high: center + spread };
}
