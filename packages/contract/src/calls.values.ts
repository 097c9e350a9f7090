/**
 * Where a call is, as its reader sees it: `dialing` at the caller, `ringing` at the callee, `established` once it is accepted,
 * `connected` with the first sound or picture, `reconnecting` and `reconnected` when the way between the two breaks, `ended`.
 */
export const callStates = ['dialing', 'ringing', 'established', 'connected', 'reconnecting', 'reconnected', 'ended'] as const;
export type CallState = (typeof callStates)[number];

export const endResults = [
  'no_answer',
  'canceled',
  'declined',
  'other_device_accepted',
  'completed',
  'connection_lost',
  'timed_out',
  'dial_failed',
  'accept_failed',
  'unknown',
] as const;
export type EndResult = (typeof endResults)[number];

/** What more is known of an end: the callee was on another call; or one of the two may no longer talk to the other. */
export const endDetails = ['busy', 'no_longer_permitted'] as const;
export type EndDetail = (typeof endDetails)[number];

/** What a device reports of the way between the two: it hears the other, or it does not. */
export const mediaStates = ['connected', 'reconnecting'] as const;
export type MediaState = (typeof mediaStates)[number];

/** What the two devices say to each other to find a way: `restart` asks the other one for a new offer. */
export const signalKinds = ['offer', 'answer', 'candidate', 'restart'] as const;
export type SignalKind = (typeof signalKinds)[number];

/** Seconds until nobody has answered. */
export const ringSeconds = 45;
/** Seconds from the acceptance in which sound or picture has to come. */
export const mediaSeconds = 30;
/** Seconds without sound and picture after which a device says so. */
export const reconnectingSeconds = 6;
/** Seconds without sound and picture, or without a report of either device, after which a call is lost. */
export const lostSeconds = 60;
/** Seconds in which a page that said that it is being left has to be back, as after a reload; then the call has ended. */
export const backSeconds = 10;
/** How often a device reports at least while it is on a call, in seconds. */
export const mediaReportSeconds = 15;
/** How long what opens the relay lasts, in seconds; a call that goes on longer asks for it anew. */
export const relaySeconds = 600;

/** Characters of one signal. */
export const longestSignal = 20_000;
/** Signals that are sent at once. */
export const mostSignalsAtOnce = 20;
/** Signals that a device sends in a minute of a call. */
export const mostSignalsAMinute = 300;
/** Calls that a person dials in a minute. */
export const mostDialsAMinute = 10;
/** Calls of a page of the log. */
export const callsOnPage = 50;
