import * as z from 'zod/mini';
import { mostBulkMembers } from './registry-bulk-assignment.values.ts';
import { askedAssignmentTypes, relationTeamTypes } from './registry-relations.values.ts';

const id = z.uuid().check(z.toLowerCase());

/** To whom members are assigned: a clinician in their primary or support team, or a care team. */
export const bulkTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('clinician'),
    clinicianId: id,
    teamType: z._default(z.enum(relationTeamTypes), 'PRIMARY'),
    /** With TRANSFER_ASSIGNMENT the clinician takes each member over from everybody else in that team. */
    assignmentType: z._default(z.enum(askedAssignmentTypes), 'DIRECT_ASSIGNMENT'),
  }),
  z.object({ kind: z.literal('careTeam'), careTeamId: id }),
]);
export type BulkTarget = z.output<typeof bulkTarget>;

/** Each member once, in the order in which they were named first. */
const memberIds = z.pipe(
  z.array(id).check(z.minLength(1), z.maxLength(mostBulkMembers)),
  z.transform((ids: string[]) => [...new Set(ids)]),
);

export const bulkPreview = z.object({ memberIds, to: bulkTarget });

/** The sender makes `id`: the same request again is stored once, and one with anything else under that id is refused. */
export const bulkAssignment = z.object({ id, memberIds, to: bulkTarget });
export type BulkAssignment = z.output<typeof bulkAssignment>;

export const bulkUndo = z.object({ id });
