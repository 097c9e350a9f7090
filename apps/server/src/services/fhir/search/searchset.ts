import type { RequestContext } from '#http/route.ts';
import type { FhirResource } from '../observations/observation-resource.ts';

export interface SearchPage {
  readonly resources: readonly FhirResource[];
  /** Of all pages; absent where it is not counted. */
  readonly total?: number;
  /** Where the next page begins; null on the last. */
  readonly next: string | null;
}

/** Which hosts are ours: the Host header is the caller's word and nothing more. */
export interface OwnHosts {
  /** The origin behind a Host header when it is one of ours, else the one of PUBLIC_URL. */
  originOf(host: string | undefined): Promise<string>;
  isOurs(origin: string): Promise<boolean>;
}

/**
 * A page as a FHIR R4 Bundle of type searchset. Its links repeat what was asked, at an address of ours whatever host the caller
 * names; the way on is opaque.
 */
export async function searchset(
  { resources, total, next }: SearchPage,
  { request }: Pick<RequestContext, 'request'>,
  hosts: Pick<OwnHosts, 'originOf'>,
): Promise<FhirResource> {
  const base = await hosts.originOf(request.host);
  const asked = new URL(`${base}${request.url}`);
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
