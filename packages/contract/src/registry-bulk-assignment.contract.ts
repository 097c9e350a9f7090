import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { bulkAssignment, bulkPreview, bulkUndo } from './registry-bulk-assignment.forms.ts';
import { bulkOutcomes, bulkRefusals, bulkUndoOutcomes } from './registry-bulk-assignment.values.ts';
import { carePerson } from './registry-care-person.ts';
import { id } from './shapes.ts';

const base = '/registry/api/v1/relations/bulk_assignment' as const;

/** What becomes of each member, in the order in which they were named. */
const bulkResult = z
  .object({
    results: z.array(
      z.object({
        memberId: id,
        outcome: z.enum(bulkOutcomes),
        /** Who is in that team of the member no more. */
        replacedIds: z.array(id),
        /** Why nothing is stored for the member; null unless refused. */
        refusal: z.enum(bulkRefusals).nullable(),
      }),
    ),
    /** Everybody whom `replacedIds` names. */
    replaced: z.array(carePerson),
  })
  .meta({ id: 'BulkAssignmentResult' });
export type BulkResult = z.output<typeof bulkResult>;

export const previewBulkAssignment = endpoint({
  id: 'registry.previewBulkAssignment',
  service: 'registry',
  method: 'POST',
  storesNothing: 'A list of members is too long for an address.',
  path: `${base}/preview`,
  summary: 'What a bulk assignment would change, member by member',
  access: access.administerMembersEachAlone(),
  body: bulkPreview,
  response: bulkResult,
  errors: ['not_found'],
});

export const assignMany = endpoint({
  id: 'registry.assignMany',
  service: 'registry',
  method: 'POST',
  path: base,
  summary:
    'Assign many members to a clinician or put them into a care team; each is answered for alone. Sent again with the same id it is stored once; 409 where something else was sent with it, or where it is undone or being undone',
  access: access.administerMembersEachAlone(),
  body: bulkAssignment,
  response: bulkResult,
  errors: ['not_found', 'conflict'],
});

export const undoBulkAssignment = endpoint({
  id: 'registry.undoBulkAssignment',
  service: 'registry',
  method: 'POST',
  path: `${base}/undo`,
  summary:
    'Undo a bulk assignment, for ten minutes, by whoever made it: those newly assigned are so no more, those replaced are back. Whoever was changed since stays as they are',
  access: access.administerMembersEachAlone(),
  body: bulkUndo,
  response: z.object({ results: z.array(z.object({ memberId: id, outcome: z.enum(bulkUndoOutcomes) })) }),
  errors: ['not_found', 'forbidden', 'conflict'],
});
