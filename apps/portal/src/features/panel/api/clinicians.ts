import { registry } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';

/** As many as one call gives: they are chosen from a list. */
const mostClinicians = 1000;

/** The staff of the tenant, by name. */
export const cliniciansQuery = {
  ...endpointQuery(registry.listUsers, { query: { teamType: 'CLINICIAN', size: mostClinicians } }, { quiet: true }),
  staleTime: 300_000,
};
