import * as z from 'zod/mini';
import { askedAssignmentTypes, longestTaskSeconds, longestTaskType, relationTeamTypes } from './registry-relations.values.ts';

const id = z.uuid().check(z.toLowerCase());

/** A full assignment: the clinician, the clinician's subordinates and, where one is named, the member's place in a care team. */
export const fullTeamAssignment = z.object({
  clinicianId: id,
  patientId: id,
  teamType: z._default(z.enum(relationTeamTypes), 'PRIMARY'),
  assignmentType: z._default(z.enum(askedAssignmentTypes), 'DIRECT_ASSIGNMENT'),
  associatedCareTeamId: z.optional(z.nullable(id)),
});
export type FullTeamAssignment = z.output<typeof fullTeamAssignment>;

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
