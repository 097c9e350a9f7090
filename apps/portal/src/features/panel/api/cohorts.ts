import { factuaryCohorts } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';

/** The cohorts that members can be listed by. A failure is told where cohorts are chosen. */
export const cohortsQuery = { ...endpointQuery(factuaryCohorts.listCohorts, {}, { quiet: true }), staleTime: 60_000 };
