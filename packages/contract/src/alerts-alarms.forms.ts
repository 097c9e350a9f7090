import * as z from 'zod/mini';

/** Made by the sender: the same request sent again, because its answer was lost, does nothing more. */
const requestId = z.uuid().check(z.toLowerCase());
/** Of the alarm as it was seen: what has been raised anew since is not acknowledged by accident. */
const version = z.int().check(z.minimum(1));

/** Somebody takes an alarm on: it stops for everybody. */
export const acknowledgement = z.strictObject({ request_id: requestId, version });
export type Acknowledgement = z.output<typeof acknowledgement>;

/** Somebody takes on the alarms of a member that a screen shows, the headline first. */
export const memberAcknowledgement = z.strictObject({
  request_id: requestId,
  alarms: z.array(z.strictObject({ id: z.uuid().check(z.toLowerCase()), version })).check(
    z.minLength(1),
    z.maxLength(50),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Names an alert twice'),
  ),
});
export type MemberAcknowledgement = z.output<typeof memberAcknowledgement>;

/** `undoes`: the request that acknowledged or snoozed. */
export const answerUndo = z.strictObject({ request_id: requestId, undoes: requestId });
export type AnswerUndo = z.output<typeof answerUndo>;

/** Somebody puts an alarm off, for no longer than its severity allows. */
export const snooze = z.strictObject({ request_id: requestId, version, seconds: z.int().check(z.minimum(60), z.maximum(86_400)) });
export type Snooze = z.output<typeof snooze>;
