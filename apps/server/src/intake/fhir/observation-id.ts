import { createHash } from 'node:crypto';
import type { TickSource } from '#services/ticks-store/index.ts';
import type { ReadObservation } from './read-observation.ts';

/**
 * The id of an Observation, made of what makes its ticks the same ticks: member, source, metrics and moments, but not the
 * values. Sending it again, or a corrected one, gives the same id.
 */
export function observationId(userId: string, { readings }: ReadObservation, source: TickSource, startSeconds: number): string {
  const ticks = readings.map(({ metric, offsetSeconds }) => `${metric}@${Math.round((startSeconds + offsetSeconds) * 1000)}`).sort();
  return createHash('sha256')
    .update([userId, source, ...ticks].join('\n'))
    .digest('hex')
    .slice(0, 40);
}
