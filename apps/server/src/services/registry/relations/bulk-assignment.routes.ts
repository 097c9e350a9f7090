import { assignMany, previewBulkAssignment, undoBulkAssignment } from '@vigil/contract/registry-bulk-assignment.contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { BulkAssignments } from './bulk-assignment.service.ts';
import { executorOf } from './relations.routes.ts';

type Told = { readonly results: readonly { readonly memberId: string; readonly refusal?: unknown }[] };

/** Members whom the tenant has: of an id that is nobody’s, nothing is on record. */
const toldOf = ({ results }: Told) => results.flatMap(({ memberId, refusal }) => (refusal === 'NOT_FOUND' ? [] : memberId));

export function bulkAssignmentRoutes(assignments: BulkAssignments, clock: Clock): readonly Route[] {
  return [
    route(previewBulkAssignment, async ({ body }, context) => {
      await context.membersInScope();
      const told = await assignments.preview(tenantOf(context).id, body);
      context.auditMembers(toldOf(told));
      return told;
    }),
    route(assignMany, async ({ body }, context) => {
      await context.membersInScope();
      const told = await assignments.assign(tenantOf(context).id, executorOf(context, clock), body, context.auditMembers);
      context.auditMembers(toldOf(told));
      return told;
    }),
    route(undoBulkAssignment, async ({ body }, context) => {
      await context.membersInScope();
      const told = await assignments.undo(tenantOf(context).id, executorOf(context, clock), body.id);
      context.auditMembers(toldOf(told));
      return told;
    }),
  ];
}
