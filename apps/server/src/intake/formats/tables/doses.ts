import type { FormatContext, Reading } from '../format.ts';
import { createMomentSums } from './moment-sums.ts';

/** Doses held back at once; somebody who injects ten times a day gives as many in 27 years. */
const mostMoments = 100_000;

/** Doses of insulin of a file. Two of one moment, a meal's and the night's among them, are one reading of both together. */
export interface Doses {
  add(place: number, timestampMs: number, units: number): void;
  /** Hands on what was added; to be called at the end of the file. */
  flush(readings: Reading[]): void;
}

export function createDoses(context: Pick<FormatContext, 'skip' | 'refuse'>): Doses {
  const sums = createMomentSums(context, 'Added to another dose of the same moment');
  return {
    add(place, timestampMs, value) {
      if (sums.size() < mostMoments) sums.add({ place, metric: 'insulin', timestampMs, value });
      else context.refuse(place, 'insulin', `The file has more than ${mostMoments.toLocaleString('en')} doses; send it in parts`);
    },
    flush: (readings) => sums.flush(readings),
  };
}
