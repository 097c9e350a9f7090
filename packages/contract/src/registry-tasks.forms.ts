import * as z from 'zod/mini';
import { longestTaskSeconds, longestTaskType } from './registry-tasks.values.ts';

const id = z.uuid().check(z.toLowerCase());

/** Something that a person of the tenant did. With the same `id` it is stored once, however often it is sent. */
export const newTask = z.object({
  id: z.optional(id),
  /** A word of whoever writes it, as CALL or NOTE_WRITTEN. */
  type: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestTaskType), z.regex(/^[\w .:/-]+$/)),
  /** Unix milliseconds. */
  performedAt: z.int().check(z.minimum(0)),
  /** The member whom it was for. */
  patientId: z.optional(z.nullable(id)),
  /** How long it took. */
  seconds: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(longestTaskSeconds)))),
});
export type NewTask = z.output<typeof newTask>;
