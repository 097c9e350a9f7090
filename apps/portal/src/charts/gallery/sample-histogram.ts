import type { Bucket } from '../kinds/histogram.ts';
import type { SampleState } from './sample-frame.ts';

/** Buckets of 10 bpm of a day. */
export function sampleHistogram(state: SampleState): readonly Bucket[] {
  if (state === 'empty' || state === 'loading' || state === 'error') return [];
  const counts = state === 'one' ? [0, 0, 1] : state === 'gaps' ? [0, 80, 310, 0, 0, 40, 12] : [4, 96, 410, 380, 210, 120, 60, 25, 9, 3];
  return counts.map((count, index) => ({ from: 40 + index * 10, to: 50 + index * 10, count: state === 'dense' ? count * 360 : count }));
}
