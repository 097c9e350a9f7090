import { alertsAlarms, alertsOnCall, registryCareTeam } from '@vigil/contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** Between two questions: somebody else may hand over meanwhile. Milliseconds. */
const askEveryMs = 30_000;
const touches = [alertsOnCall.getOnCall, alertsOnCall.getOnCallNow] as const;

/** The weeks of all roles, with who is on call instead. Whoever asks shows the failure. */
export const rotasQuery = () => ({ ...endpointQuery(alertsOnCall.getOnCall, {}, { quiet: true }), refetchInterval: askEveryMs });
/** Who is on call at this moment, by the server's clock. */
export const onCallNowQuery = () => ({ ...endpointQuery(alertsOnCall.getOnCallNow, {}, { quiet: true }), refetchInterval: askEveryMs });
/** Who can be on call: the care team, with their roles. */
export const careTeamQuery = () => ({ ...endpointQuery(registryCareTeam.getCaseloads, {}, { quiet: true }), staleTime: 60_000 });
/** The alarms that stand, of members whom the reader may see. */
export const standingQuery = () => endpointQuery(alertsAlarms.listAlarms, { query: {} }, { quiet: true });

export const usePutRota = () => useEndpointMutation(alertsOnCall.putRota, { touches, quiet: true });
export const useAddCover = () => useEndpointMutation(alertsOnCall.postOverride, { touches, quiet: true });
export const useRemoveCover = () => useEndpointMutation(alertsOnCall.deleteOverride, { touches, quiet: true });
export const useHandOver = () => useEndpointMutation(alertsOnCall.postHandover, { touches, quiet: true });
