import { calendar } from '@vigil/contract';
import type { CalendarEvent, OpenSlot } from '@vigil/contract/calendar.contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import { ownZone } from '#lib/wall-time.ts';
import { isSameDay } from './time-words.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** How far ahead a member looks. */
const ahead = { own: 365 * dayMs, free: 60 * dayMs } as const;
/** Others book meanwhile. */
const askEveryMs = minuteMs;
const touches = [calendar.listEvents, calendar.listSlots] as const;

/** From the hour that has begun: asked again within it, the question is the same. */
const thisHour = () => Math.floor(Date.now() / (60 * minuteMs)) * 60 * minuteMs;
const within = (spanMs: number) => ({ startDate: thisHour(), endDate: thisHour() + spanMs });

/** What a member has in the calendar from now on. Whoever asks shows the failure. */
export const ownQuery = (userId: string) => ({
  ...endpointQuery(calendar.listEvents, { params: { userId }, query: within(ahead.own) }, { quiet: true }),
  refetchInterval: askEveryMs,
});

/** Times that a member can book. Whoever asks shows the failure. */
export const freeQuery = (userId: string) => ({
  ...endpointQuery(calendar.listSlots, { params: { userId }, query: within(ahead.free) }, { quiet: true }),
  refetchInterval: askEveryMs,
});

export const useBook = () => useEndpointMutation(calendar.bookSlot, { touches, quiet: true });
export const useCancel = () => useEndpointMutation(calendar.deleteEvent, { touches, quiet: true });
export const useTakeBack = () => useEndpointMutation(calendar.restoreEvent, { touches, quiet: true });

/** What has not ended yet, the next first. Milliseconds since 1970. */
export const toCome = (events: readonly CalendarEvent[], nowMs: number): readonly CalendarEvent[] =>
  events.filter(({ date, durationMinutes }) => date + durationMinutes * minuteMs > nowMs).sort((one, other) => one.date - other.date);

interface Day {
  /** Of its first time. Milliseconds since 1970. */
  readonly date: number;
  readonly slots: readonly OpenSlot[];
}

/** Times by day, the next first: so many, and whatever else the day has that the last of them is on. */
export function wholeDays(slots: readonly OpenSlot[], fewest: number): readonly Day[] {
  const days: { date: number; slots: OpenSlot[] }[] = [];
  for (const [at, slot] of [...slots].sort((one, other) => one.date - other.date).entries()) {
    const last = days.at(-1);
    if (last && isSameDay(last.date, slot.date, ownZone())) last.slots.push(slot);
    else if (at < fewest) days.push({ date: slot.date, slots: [slot] });
    else break;
  }
  return days;
}

/** Whose appointment it is beside the member's. */
export function ownerOf(event: CalendarEvent | OpenSlot): string {
  const owner = 'owner' in event ? event.owner : event.people.find(({ id }) => id === event.ownerId);
  return owner ? `${owner.firstName} ${owner.lastName}`.trim() : '';
}
