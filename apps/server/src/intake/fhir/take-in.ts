import { VigilError } from '@vigil/contract/errors';
import { type RequestContext, tenantOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { Delivery } from '../delivery.ts';
import type { MembersStore } from '../members.store.ts';
import { timestampOf } from './effective.ts';
import { observationId } from './observation-id.ts';
import { fault, type Issue } from './outcome.ts';
import { type ObservationResult, type ReadObservation, readObservation } from './read-observation.ts';
import { type AdmittedObservation, provenanceOfObservation, sortIntoParcels } from './sort-parcels.ts';

export interface FhirDependencies {
  readonly delivery: Delivery;
  readonly members: MembersStore;
  readonly clock: Clock;
}

/** What became of one Observation: it may be stored and has an id, or it is refused with an HTTP status. */
export type Judged =
  | { readonly ok: true; readonly read: ReadObservation; readonly id: string; readonly timeZone: string }
  | { readonly ok: false; readonly status: Refusal; readonly issues: readonly Issue[] };

/** HTTP statuses of refusals, as a Bundle's entries word them. */
export type Refusal = '400 Bad Request' | '403 Forbidden' | '404 Not Found' | '405 Method Not Allowed' | '422 Unprocessable Entity';

/** Judges the Observations of one call; members and zones are looked up once each. */
export function createJudge({ members, clock }: FhirDependencies, context: RequestContext) {
  const tenantId = tenantOf(context).id;
  const nowMs = clock.now();
  const refusals = new Map<string, Promise<Judged | null>>();
  const zones = new Map<string, Promise<string>>();

  async function refusalOf(userId: string): Promise<Judged | null> {
    try {
      await context.requireMember(userId);
      return null;
    } catch (error) {
      if (!(error instanceof VigilError)) throw error;
      if (error.code === 'not_found') return refused('404 Not Found', fault('not-found', 'Observation.subject.reference', error.message));
      if (error.status === 403) return refused('403 Forbidden', fault('forbidden', 'Observation.subject.reference', error.message));
      throw error;
    }
  }

  /** Only a day without a time needs the member's zone. */
  async function zoneOf({ effective, userId }: ReadObservation): Promise<string> {
    return effective.kind === 'day' ? remembered(zones, userId, () => members.timeZoneOf(tenantId, userId)) : 'UTC';
  }

  return async function judge(json: unknown): Promise<Judged> {
    const read: ObservationResult = readObservation(json, nowMs);
    if (!read.ok) return { ok: false, status: '422 Unprocessable Entity', issues: read.issues };
    const refusal = await remembered(refusals, read.userId, () => refusalOf(read.userId));
    if (refusal) return refusal;
    const timeZone = await zoneOf(read);
    const { source } = provenanceOfObservation(context.caller, read);
    return { ok: true, read, timeZone, id: observationId(read, source, timestampOf(read.effective, timeZone)) };
  };
}

/** Stores what was judged fit; resolves once all of it is durable. */
export async function takeIn(
  { delivery, clock }: FhirDependencies,
  context: RequestContext,
  admitted: readonly AdmittedObservation[],
): Promise<void> {
  await delivery.deliver(tenantOf(context).id, context.caller, await sortIntoParcels(context.caller, admitted, clock.now()));
}

export function refused(status: Refusal, ...issues: readonly Issue[]): Judged {
  return { ok: false, status, issues };
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}
