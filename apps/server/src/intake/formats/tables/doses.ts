import type { FormatContext, Reading } from '../format.ts';

/** Doses held back at once; somebody who injects ten times a day gives as many in 27 years. */
const mostMoments = 100_000;

/** Doses of insulin of a file. Two of one moment, a meal's and the night's among them, are one reading of both together. */
export interface Doses {
  add(place: number, timestampMs: number, units: number): void;
  /** Hands on what was added; to be called at the end of the file. */
  flush(readings: Reading[]): void;
}

const together = 'Added to another dose of the same moment';

export function createDoses(context: Pick<FormatContext, 'skip' | 'refuse'>): Doses {
  const byMoment = new Map<number, Reading>();
  return {
    add(place, timestampMs, units) {
      const other = byMoment.get(timestampMs);
      if (other) {
        context.skip(together);
        byMoment.set(timestampMs, { ...other, value: other.value + units });
      } else if (byMoment.size === mostMoments)
        context.refuse(place, 'insulin', `The file has more than ${mostMoments.toLocaleString('en')} doses; send it in parts`);
      else byMoment.set(timestampMs, { place, metric: 'insulin', timestampMs, value: units });
    },
    flush(readings) {
      for (const reading of byMoment.values()) readings.push(reading);
      byMoment.clear();
    },
  };
}
