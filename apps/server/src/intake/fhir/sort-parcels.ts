import type { Caller } from '#http/route.ts';
import { createTurns } from '#platform/turns.ts';
import type { Parcel } from '../delivery.ts';
import type { Provenance } from '../provenance.ts';
import { createTickSieve, type TickSieve } from '../tick-sieve.ts';
import { timestampOf } from './effective.ts';
import type { ReadObservation } from './read-observation.ts';

/** An Observation whose member the caller may act for, with the zone of that member. */
export interface AdmittedObservation {
  readonly read: ReadObservation;
  readonly timeZone: string;
}

/**
 * Where an Observation's readings come from: sent with a device's credentials, the device; the member named as performer
 * and no device, measured by hand; anything else was measured and kept elsewhere, and is imported.
 */
export function provenanceOfObservation(caller: Caller, { byHand }: ReadObservation): Provenance {
  if (caller.kind === 'device') return { source: 'device', deviceId: caller.deviceId };
  return { source: byHand ? 'manual' : 'imported', deviceId: null };
}

/** The readings of many Observations, by member and source, in the order they were sent: of two for one moment the later wins. */
export async function sortIntoParcels(
  caller: Caller,
  observations: readonly AdmittedObservation[],
  nowMs: number,
): Promise<readonly Parcel[]> {
  const turn = createTurns();
  const sieves = new Map<string, { readonly parcel: Omit<Parcel, 'series'>; readonly sieve: TickSieve }>();
  for (const { read, timeZone } of observations) {
    const provenance = provenanceOfObservation(caller, read);
    const key = `${read.userId} ${provenance.source}`;
    const entry = sieves.get(key) ?? { parcel: { ...provenance, userId: read.userId }, sieve: createTickSieve(nowMs) };
    sieves.set(key, entry);
    const start = timestampOf(read.effective, timeZone);
    for (const [index, { metric, value, offsetSeconds }] of read.readings.entries())
      entry.sieve.offer(index, metric, start + offsetSeconds, value);
    await turn();
  }
  return [...sieves.values()].map(({ parcel, sieve }) => {
    const { series, rejectedTotal } = sieve.take();
    // Their Observations have been accepted: what is refused only now would be lost without a word.
    if (rejectedTotal > 0) throw new Error(`${rejectedTotal} readings of accepted Observations cannot be kept`);
    return { ...parcel, series };
  });
}
