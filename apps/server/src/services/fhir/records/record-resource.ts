import type { FhirResource } from '../observations/observation-resource.ts';
import type { StoredResource } from './clinical-resource.ts';

/** A stored resource as FHIR R4: what came from elsewhere, under our id and about our member. */
export function recordResource({ changedAt, content, id, origin, resourceType, userId }: StoredResource): FhirResource {
  const source = /^https?:/.test(origin) ? origin : `urn:vigil:origin:${encodeURIComponent(origin)}`;
  return {
    resourceType,
    id,
    meta: { lastUpdated: new Date(changedAt).toISOString(), source },
    ...content,
    subject: { reference: `Patient/${userId}` },
  };
}
