import { alertsAlarms, triageToday } from '@vigil/contract';
import { useEndpointMutation } from '#lib/endpoint-query.ts';

const touches = [triageToday.getToday] as const;

export const useAcknowledge = () => useEndpointMutation(alertsAlarms.acknowledgeMember, { touches, quiet: true });
export const useSnooze = () => useEndpointMutation(alertsAlarms.snoozeAlarm, { touches, quiet: true });
export const useUndoAnswer = () => useEndpointMutation(alertsAlarms.undoAnswer, { touches, quiet: true });
