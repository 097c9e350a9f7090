/**
 * What an event is. A reminder may last no time at all; an appointment slot is open for members to book, and becomes REGULAR when
 * one of them has.
 */
export const eventTypes = ['REGULAR', 'OUT_OF_THE_OFFICE', 'REMINDER', 'APPOINTMENT_SLOT'] as const;
export type EventType = (typeof eventTypes)[number];

/** How often an event comes again: part of what RFC 5545 calls FREQ. */
export const recurrenceFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type RecurrenceFrequency = (typeof recurrenceFrequencies)[number];

/** Which events of those that repeat a change is about: this one, this and those after it, or all of them. */
export const eventScopes = ['this', 'following', 'all'] as const;
export type EventScope = (typeof eventScopes)[number];

/** What somebody was told of an event last: what the bell shows until it is read. */
export const eventNews = ['invited', 'changed', 'cancelled', 'booked', 'left', 'reminder'] as const;
export type EventNews = (typeof eventNews)[number];

/** Longest title of an event, in characters. */
export const longestEventTitle = 200;

/** Longest description of an event, in characters. */
export const longestEventDescription = 4_000;

/** Longest event, in minutes: 62 days, so that a holiday is one event. */
export const longestEventMinutes = 62 * 1_440;

/** Shortest event that is no reminder, in minutes. */
export const shortestEventMinutes = 1;

/** People that can be invited to one event, beside its owner. */
export const mostParticipants = 50;

/** Longest time before its start at which an event can be told, in minutes: four weeks. */
export const longestNotifyMinutes = 28 * 1_440;

/** Minutes before its start at which an event is told where its `notifyBefore` is null. A reminder is told at once on its day. */
export const usualNotifyMinutes = 5;

/** Events that one repeating event can have. */
export const mostOccurrences = 366;

/** Days from the first to the last event of one that repeats. */
export const longestRecurrenceDays = 731;

/** Days that one question for events can span. */
export const longestEventsDays = 400;

/** Events that one question answers; for more, a shorter span has to be asked for. */
export const mostEventsAtOnce = 5_000;

/** Days back and ahead for which an event can be written. */
export const longestEventDaysAway = 3_660;

/** Hours for which a deleted event can be brought back. */
export const restoreHours = 24;

/** Appointments to come that a member may have booked at once, as a tenant sets it. What the care team books is not limited. */
export const bookingsToCome = { least: 1, most: 50, usual: 3 } as const;

/** Open slots that a refused booking names. */
export const slotsAfterConflict = 3;

/** Open slots that one question answers, the next ones first. */
export const mostSlotsAtOnce = 500;

/** Days for which events that were deleted are kept: a mistake that is noticed late can be looked into. */
export const deletedEventDays = 30;

/** Days back and ahead that a subscribed calendar holds. */
export const subscriptionDays = { back: 30, ahead: 370 } as const;
