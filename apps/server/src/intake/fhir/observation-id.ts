import { createHash } from 'node:crypto';
import { bloodPressure, observationIdOf } from '#services/fhir/index.ts';
import type { TickSource } from '#services/ticks-store/index.ts';
import type { ReadObservation } from './read-observation.ts';

/**
 * The id of an Observation, made of what makes its ticks the same ticks: member, source, metrics and moments, but not the
 * values. Sending it again, or a corrected one, gives the same id. One reading, and both pressures of a moment, can be read back under
 * it; several readings leave as Observations of their own, or as samples by the hour, and their id only tells them apart.
 */
export function observationId(userId: string, { readings }: ReadObservation, source: TickSource, startSeconds: number): string {
  const ticks = readings.map(({ metric, offsetSeconds }) => ({ metric, timestampMs: Math.round((startSeconds + offsetSeconds) * 1000) }));
  const [first] = ticks;
  const isPressure = ticks.every(({ metric }) => metric === 'systolic' || metric === 'diastolic');
  const isOneMoment = ticks.every(({ timestampMs }) => timestampMs === first?.timestampMs);
  if (first && isOneMoment && (ticks.length === 1 || isPressure)) {
    const thing = isPressure ? bloodPressure : first.metric;
    return observationIdOf({ userId, thing, source, kind: 'reading', timestampMs: first.timestampMs });
  }
  const named = ticks.map(({ metric, timestampMs }) => `${metric}@${timestampMs}`).sort();
  return createHash('sha256')
    .update([userId, source, ...named].join('\n'))
    .digest('hex')
    .slice(0, 40);
}
