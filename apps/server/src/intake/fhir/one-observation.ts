import { checkObservations, type FhirReading, readResource, refusedBy } from './check-observations.ts';
import { groupByMember } from './group-by-member.ts';
import type { MemberLookup } from './member-lookup.ts';
import { fault, type Issue, operationOutcome, refusedCondition } from './outcome.ts';
import { subjectRule } from './subjects.ts';

type Resource = FhirReading['resource'];

/** An Observation sent by itself: answered with itself and its id, or with what is wrong with it. */
export async function readOneObservation(lookup: MemberLookup, json: Resource): Promise<FhirReading> {
  if (json.resourceType !== 'Observation')
    return refusedWith(400, [
      fault('invalid', 'Observation.resourceType', 'This call takes an Observation; send Bundles to the base address'),
    ]);
  const [checked] = await checkObservations(lookup, [readResource(json, lookup.nowMs, subjectRule(lookup.hosts))]);
  if (!checked) throw new Error('An Observation was not checked');
  if (!checked.ok) return refusedWith(Number.parseInt(checked.status, 10), checked.issues);
  const { groups, accepted, replacedTotal } = await groupByMember(lookup.caller, [checked], lookup.nowMs);
  return {
    status: 201,
    resource: { ...json, id: checked.id },
    location: `/fhir/R4/Observation/${checked.id}`,
    groups,
    counts: { accepted, replacedTotal, refusedBy: {} },
  };
}

/** The answer to an Observation that was to be created only where none like it exists (FHIR R4, 3.1.0.8.1). */
export function refusedConditionalCreate(): FhirReading {
  return refusedWith(412, [refusedCondition('If-None-Exist')]);
}

function refusedWith(status: number, issues: readonly Issue[]): FhirReading {
  const counts = { accepted: 0, replacedTotal: 0, refusedBy: refusedBy([{ issues }]) };
  return { status, resource: operationOutcome(issues), groups: [], counts };
}
