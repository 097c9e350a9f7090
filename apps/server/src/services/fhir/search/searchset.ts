import type { RequestContext } from '#http/route.ts';
import type { FhirResource } from '../observations/observation-resource.ts';

export interface SearchPage {
  readonly resources: readonly FhirResource[];
  /** Of all pages; absent where it is not counted. */
  readonly total?: number;
  /** Where the next page begins; null on the last. */
  readonly next: string | null;
}

/** A page as a FHIR R4 Bundle of type searchset. Its links repeat what was asked; the way on is opaque. */
export function searchset({ resources, total, next }: SearchPage, { request }: RequestContext): FhirResource {
  const base = `${request.protocol}://${request.host}`;
  const asked = new URL(request.url, base);
  const link = [{ relation: 'self', url: asked.href }];
  if (next !== null) {
    const onward = new URL(asked);
    onward.searchParams.set('_cursor', next);
    link.push({ relation: 'next', url: onward.href });
  }
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total !== undefined && { total }),
    link,
    entry: resources.map((resource) => ({
      fullUrl: `${base}/fhir/R4/${resource.resourceType}/${String(resource.id)}`,
      resource,
      search: { mode: 'match' },
    })),
  };
}
