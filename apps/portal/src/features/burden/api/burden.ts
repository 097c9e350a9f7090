import { alerts, alertsBurden, factuaryCohorts } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { endpointQuery } from '#lib/endpoint-query.ts';

export type Burden = ReceivedOf<typeof alertsBurden.getBurden>;
export type Figures = Burden['total'];

const hourSeconds = 3_600;

/** Figures of the last days, to the full hour, so that one hour has one answer. */
export function burdenQuery(days: number, cohort: string | undefined, nowMs: number) {
  const to = Math.ceil(nowMs / 1000 / hourSeconds) * hourSeconds;
  const query = { from: to - days * 24 * hourSeconds, to, ...(cohort === undefined ? {} : { cohort }) };
  return endpointQuery(alertsBurden.getBurden, { query }, { quiet: true });
}

/** Cohorts that the figures can be of. */
export const cohortsQuery = () => endpointQuery(factuaryCohorts.listCohorts, {}, { quiet: true });
/** Rules of which there is a page. */
export const rulesQuery = () => ({ ...endpointQuery(alerts.listRules, {}, { quiet: true }), staleTime: 300_000 });
