import type { Caller } from '#http/route.ts';
import { createTurns } from '#platform/turns.ts';
import type { TickGroup } from '../delivery.ts';
import type { Provenance } from '../provenance.ts';
import { createTickCollector, type TickCollector } from '../tick-collector.ts';
import { timestampOf } from './effective.ts';
import type { ReadObservation } from './read-observation.ts';

/** An Observation whose member the caller may act for, with the zone of that member. */
export interface AdmittedObservation {
  /** Where it stood in what was sent. */
  readonly index: number;
  /** The member. */
  readonly userId: string;
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

export interface GroupedObservations {
  readonly groups: readonly TickGroup[];
  /** How many ticks the groups have. */
  readonly accepted: number;
  /** Readings that gave way to a later one of the same moment: how many, and the Observations (their `index`) of the first. */
  readonly replacedTotal: number;
  readonly replacedIn: ReadonlySet<number>;
}

/** The readings of many Observations, by member and source, in the order they were sent: of two for one moment the later wins. */
export async function groupByMember(
  caller: Caller,
  observations: readonly AdmittedObservation[],
  nowMs: number,
): Promise<GroupedObservations> {
  const turn = createTurns();
  const collectors = new Map<string, { readonly group: Omit<TickGroup, 'series'>; readonly collector: TickCollector }>();
  for (const { read, userId, index, timeZone } of observations) {
    const provenance = provenanceOfObservation(caller, read);
    const key = `${userId} ${provenance.source}`;
    const entry = collectors.get(key) ?? { group: { ...provenance, userId }, collector: createTickCollector(nowMs) };
    collectors.set(key, entry);
    const start = timestampOf(read.effective, timeZone);
    for (const { metric, value, offsetSeconds } of read.readings) entry.collector.add(index, metric, start + offsetSeconds, value);
    await turn();
  }
  const replacedIn = new Set<number>();
  let accepted = 0;
  let replacedTotal = 0;
  const groups = [...collectors.values()].map(({ group, collector }) => {
    const collected = collector.drain();
    // Their Observations have been accepted: what is refused only now would be lost without a word.
    if (collected.rejectedTotal > 0) throw new Error(`${collected.rejectedTotal} readings of accepted Observations cannot be kept`);
    for (const { index } of collected.replaced) replacedIn.add(index);
    accepted += collected.accepted;
    replacedTotal += collected.replacedTotal;
    return { ...group, series: collected.series };
  });
  return { groups, accepted, replacedTotal, replacedIn };
}
