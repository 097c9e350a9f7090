import { alerts, alertsBurden, factuaryCohorts } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { endpointQuery } from '#lib/endpoint-query.ts';

export type Burden = ReceivedOf<typeof alertsBurden.getBurden>;
export type Figures = NonNullable<Burden['total']>;

const hourSeconds = 3_600;

const weekSeconds = 7 * 24 * hourSeconds;
/** Monday, January 5th, 1970, 00:00 UTC. */
const firstMonday = 4 * 24 * hourSeconds;

/** A week that has ended, from Monday on (UTC), so many before the last one. Unix seconds, the end exclusive. */
export function endedWeek(weeksAgo: number, nowMs: number): { readonly from: number; readonly to: number } {
  const to = firstMonday + (Math.floor((nowMs / 1000 - firstMonday) / weekSeconds) - weeksAgo) * weekSeconds;
  return { from: to - weekSeconds, to };
}

/** Figures of such a week: what is told to administrators who are not of the clinical staff. */
export const burdenOfWeekQuery = (weeksAgo: number, nowMs: number) =>
  endpointQuery(alertsBurden.getBurden, { query: endedWeek(weeksAgo, nowMs) }, { quiet: true });

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
