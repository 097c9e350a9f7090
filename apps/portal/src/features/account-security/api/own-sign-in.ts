import { login } from '@vigil/contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

export const secondFactorQuery = () => endpointQuery(login.getSecondFactor, {}, { quiet: true });
export const quickUnlockQuery = () => endpointQuery(login.getQuickUnlock, {}, { quiet: true });
export const sessionsQuery = () => endpointQuery(login.listSessions, {}, { quiet: true });

export const useChangePassword = () => useEndpointMutation(login.updatePassword, { touches: [login.listSessions], quiet: true });
export const useBeginSecondFactor = () => useEndpointMutation(login.beginSecondFactor, { touches: [], quiet: true });
/** The state is asked for again once the recovery codes have been kept: they would go from the screen before. */
export const useConfirmSecondFactor = () => useEndpointMutation(login.confirmSecondFactor, { touches: [], quiet: true });
export const useRenewRecoveryCodes = () => useEndpointMutation(login.renewRecoveryCodes, { touches: [], quiet: true });
export const useRemoveSecondFactor = () => useEndpointMutation(login.removeSecondFactor, { touches: [login.getSecondFactor], quiet: true });
export const useEndSession = () => useEndpointMutation(login.endSession, { touches: [login.listSessions], quiet: true });
export const useEndOtherSessions = () => useEndpointMutation(login.endOtherSessions, { touches: [login.listSessions], quiet: true });
export const useSetQuickUnlock = () => useEndpointMutation(login.setQuickUnlock, { touches: [login.getQuickUnlock], quiet: true });
export const useRemoveQuickUnlock = () => useEndpointMutation(login.removeQuickUnlock, { touches: [login.getQuickUnlock], quiet: true });
