const secondsOfUnit = {
  h: 3_600,
  d: 86_400,
  w: 7 * 86_400,
  // The specification's conversion: a month is 30 days and a year 365, whatever the calendar says.
  m: 30 * 86_400,
  y: 365 * 86_400,
} as const;
type Unit = keyof typeof secondsOfUnit;

/** A stretch of time that ends `shiftSeconds` before a moment. */
export interface Timeframe {
  readonly lengthSeconds: number;
  readonly shiftSeconds: number;
}

/** What a rule looks at when it does not say, and what it compares with (specification, validation rules). */
export const defaultTimeframe = '24h';
export const defaultBaseline = '7d';

const form = /^(\d{1,5})([hdwmy])(?:S(\d{1,5})([hdwmy]))?$/;

/**
 * Reads a timeframe string: a number and a unit (h, d, w, m = 30 days, y = 365 days), optionally followed by `S` and a
 * shift of the same form: `7dS1d` is the seven days that ended a day ago. Null for anything else, and for a length of zero.
 */
export function parseTimeframe(text: string): Timeframe | null {
  const match = form.exec(text);
  if (!match) return null;
  const [, count, unit, shiftCount, shiftUnit] = match;
  const lengthSeconds = Number(count) * secondsOfUnit[unit as Unit];
  if (lengthSeconds === 0) return null;
  return { lengthSeconds, shiftSeconds: shiftCount ? Number(shiftCount) * secondsOfUnit[shiftUnit as Unit] : 0 };
}

/** The interval [from, to) that a timeframe means at a moment. Unix seconds. */
export function timeframeAt(timeframe: Timeframe, atSeconds: number): { readonly fromSeconds: number; readonly toSeconds: number } {
  const toSeconds = atSeconds - timeframe.shiftSeconds;
  return { fromSeconds: toSeconds - timeframe.lengthSeconds, toSeconds };
}

/**
 * The interval [from, to) of the baseline that a timeframe is compared with. A baseline with a shift of its own is meant
 * literally; one without ends where the timeframe begins, so that nothing is compared with itself. Unix seconds.
 */
export function baselineAt(
  baseline: Timeframe,
  timeframe: Timeframe,
  atSeconds: number,
): { readonly fromSeconds: number; readonly toSeconds: number } {
  return timeframeAt(baseline, baseline.shiftSeconds > 0 ? atSeconds : timeframeAt(timeframe, atSeconds).fromSeconds);
}

/** Evidence of an alert: hourly up to a day, daily up to a week; longer timeframes too are shown by the day (specification, constants). */
export function evidenceGranularity(timeframe: Timeframe): 'HOURLY' | 'DAILY' {
  return timeframe.lengthSeconds <= secondsOfUnit.d ? 'HOURLY' : 'DAILY';
}
