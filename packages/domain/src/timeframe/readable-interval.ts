import { earliestTimestampSeconds } from '../metrics/catalogue.ts';

/** More than any step of time is long, so that a step with readings is never cut. Seconds. */
const marginSeconds = 62 * 86_400;

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of [from, to) that can hold readings: none is older than `earliestTimestampSeconds` or lies in the future. To look at centuries
 * in which nothing can be takes long, and stores know no days before 1970. An interval in which nothing can be
 * becomes the second next to it. Unix seconds.
 */
export function readableInterval({ from, to }: Interval, nowSeconds: number): Interval {
  const [first, last] = [earliestTimestampSeconds - marginSeconds, nowSeconds + marginSeconds];
  const begin = Math.min(Math.max(from, first), last);
  return { from: begin, to: Math.max(Math.min(to, last), begin + 1) };
}
