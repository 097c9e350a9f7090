import { isTimeZone } from '@vigil/domain/timeframe/zone';
import * as z from 'zod/mini';
import { mostReplaced, mostShifts } from './alerts-on-call.values.ts';

const id = z.uuid().check(z.toLowerCase());
/** HH:mm, by the clock on the wall. */
const wallTime = z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'Has to be a time of the day, as 07:30 is'));

/** A shift of every week: 1 is Monday. One that ends no later than it begins ends on the next day. */
export const shift = z.strictObject({
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  from: wallTime,
  to: wallTime,
  staffId: id,
});

/** The week of a role as it is to be; `version` 0 where it has none yet. */
export const changedRota = z.strictObject({
  version: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Not a time zone of the IANA database, as Europe/Berlin is')),
  shifts: z.array(shift).check(z.maxLength(mostShifts)),
});
export type ChangedRota = z.output<typeof changedRota>;

/**
 * What the same person sent before, whose answers were lost, and has changed since: each is taken back with this, and does not hold
 * when it arrives later.
 */
const replaces = z.optional(z.array(id).check(z.maxLength(mostReplaced)));

/** Somebody is on call instead, for a time. Milliseconds since 1970, the end exclusive. The sender makes its `id`. */
export const newOverride = z.strictObject({ id, staffId: id, from: z.int(), until: z.int(), replaces });
export type NewOverride = z.output<typeof newOverride>;

/** Somebody takes over now: until then, or until the shift that goes on ends. */
export const handover = z.strictObject({ id, staffId: id, until: z.optional(z.int()), replaces });
export type Handover = z.output<typeof handover>;
