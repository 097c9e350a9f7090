import { keepPreviousData } from '@tanstack/react-query';
import { calendar, factuaryActions, notification, registryCareTeam } from '@vigil/contract';
import { liveStatuses } from '@vigil/contract/factuary-actions.values';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import type { Span } from '../span.ts';

/** What a change of an event makes old. */
const touches = [calendar.listEvents, calendar.getEvent, calendar.listSlots, notification.listItems] as const;
/** Another person may write into the same calendar, and a push may be lost. Milliseconds. */
const askEveryMs = 120_000;

/** The own events of a span, and those to which one is invited. Whoever asks shows the failure. */
export const eventsQuery = (userId: string, { fromMs, untilMs }: Pick<Span, 'fromMs' | 'untilMs'>) => ({
  ...endpointQuery(calendar.listEvents, { params: { userId }, query: { startDate: fromMs, endDate: untilMs } }, { quiet: true }),
  placeholderData: keepPreviousData,
  refetchInterval: askEveryMs,
});

/** When somebody is busy in a span: time and kind; whole are only those to which one is invited. */
export const busyQuery = (userId: string, fromMs: number, untilMs: number) => ({
  ...endpointQuery(calendar.listEvents, { params: { userId }, query: { startDate: fromMs, endDate: untilMs } }, { quiet: true }),
  staleTime: 30_000,
});

/** One event of the own calendar. Whoever asks shows the failure. */
export const eventQuery = (userId: string, eventId: string) =>
  endpointQuery(calendar.getEvent, { params: { userId, eventId } }, { quiet: true });

/** Whether the own calendar has a secret address. */
export const subscriptionQuery = (userId: string) => endpointQuery(calendar.getSubscription, { params: { userId } }, { quiet: true });

/** Who can be invited of the care team. */
export const careTeamQuery = () => ({ ...endpointQuery(registryCareTeam.getCaseloads, {}, { quiet: true }), staleTime: 60_000 });

const mostActions = 50;
/** What is to be done for a member. */
export const actionsOfMemberQuery = (memberId: string) => ({
  ...endpointQuery(
    factuaryActions.listActions,
    { query: { user_id: memberId, page: 0, per_page: mostActions, status: liveStatuses.join(',') } },
    { quiet: true },
  ),
  staleTime: 30_000,
});

export const useMakeEvent = () => useEndpointMutation(calendar.postEvent, { touches, quiet: true });
export const useChangeEvent = () => useEndpointMutation(calendar.putEvent, { touches, quiet: true });
export const useDeleteEvent = () => useEndpointMutation(calendar.deleteEvent, { touches, quiet: true });
export const useRestoreEvent = () => useEndpointMutation(calendar.restoreEvent, { touches, quiet: true });
export const useReadEvents = () => useEndpointMutation(calendar.readEvents, { touches, quiet: true });
export const useBookSlot = () => useEndpointMutation(calendar.bookSlot, { touches, quiet: true });
export const useMakeSubscription = () =>
  useEndpointMutation(calendar.postSubscription, { touches: [calendar.getSubscription], quiet: true });
export const useRevokeSubscription = () =>
  useEndpointMutation(calendar.deleteSubscription, { touches: [calendar.getSubscription], quiet: true });
