import { type FhirReading, judge, readResource } from './judge.ts';
import type { MemberDesk } from './member-desk.ts';
import { fault, operationOutcome } from './outcome.ts';
import { sortIntoParcels } from './sort-parcels.ts';

type Resource = FhirReading['resource'];

/** An Observation sent by itself: answered with itself and its id, or with what is wrong with it. */
export async function readOneObservation(desk: MemberDesk, json: Resource): Promise<FhirReading> {
  if (json.resourceType !== 'Observation')
    return refusedWith(
      400,
      operationOutcome([fault('invalid', 'Observation.resourceType', 'This call takes an Observation; send Bundles to the base address')]),
    );
  const [judged] = await judge(desk, [readResource(json, desk.nowMs)]);
  if (!judged) throw new Error('An Observation was not judged');
  if (!judged.ok) return refusedWith(Number.parseInt(judged.status, 10), operationOutcome(judged.issues));
  return {
    status: 201,
    resource: { ...json, id: judged.id },
    location: `/fhir/R4/Observation/${judged.id}`,
    parcels: await sortIntoParcels(desk.caller, [judged], desk.nowMs),
  };
}

function refusedWith(status: number, resource: Resource): FhirReading {
  return { status, resource, parcels: [] };
}
