import { alertsAlarms, triageToday } from '@vigil/contract';
import { useEndpointMutation } from '#lib/endpoint-query.ts';

const touches = [triageToday.getToday] as const;

export const useAcknowledge = () => useEndpointMutation(alertsAlarms.acknowledgeAlarm, { touches, quiet: true });
export const useSnooze = () => useEndpointMutation(alertsAlarms.snoozeAlarm, { touches, quiet: true });
