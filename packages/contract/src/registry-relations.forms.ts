import * as z from 'zod/mini';
import { askedAssignmentTypes, relationTeamTypes } from './registry-relations.values.ts';

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
