import { alertsOnCall, triageToday } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';

/** Critical alerts that have told the person and that nobody has acknowledged. */
export const criticalQuery = () => endpointQuery(triageToday.getCritical, {}, { quiet: true });

/** Who is on call at this moment. */
export const onCallNowQuery = () => endpointQuery(alertsOnCall.getOnCallNow, {}, { quiet: true });
