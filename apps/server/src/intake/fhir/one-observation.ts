import { checkObservations, type FhirReading, readResource } from './check-observations.ts';
import { groupByMember } from './group-by-member.ts';
import type { MemberLookup } from './member-lookup.ts';
import { fault, operationOutcome } from './outcome.ts';
import { subjectRule } from './subjects.ts';

type Resource = FhirReading['resource'];

/** An Observation sent by itself: answered with itself and its id, or with what is wrong with it. */
export async function readOneObservation(lookup: MemberLookup, json: Resource): Promise<FhirReading> {
  if (json.resourceType !== 'Observation')
    return refusedWith(
      400,
      operationOutcome([fault('invalid', 'Observation.resourceType', 'This call takes an Observation; send Bundles to the base address')]),
    );
  const [checked] = await checkObservations(lookup, [readResource(json, lookup.nowMs, subjectRule(lookup.hosts))]);
  if (!checked) throw new Error('An Observation was not checked');
  if (!checked.ok) return refusedWith(Number.parseInt(checked.status, 10), operationOutcome(checked.issues));
  const { groups } = await groupByMember(lookup.caller, [checked], lookup.nowMs);
  return {
    status: 201,
    resource: { ...json, id: checked.id },
    location: `/fhir/R4/Observation/${checked.id}`,
    groups,
  };
}

function refusedWith(status: number, resource: Resource): FhirReading {
  return { status, resource, groups: [] };
}
