import type { BulkTarget } from '@vigil/contract/registry-bulk-assignment.forms';
import type { BulkOutcome, BulkRefusal } from '@vigil/contract/registry-bulk-assignment.values';
import type { CareUserRow } from '#people/index.ts';
import type { RelationRow } from './relations.store.ts';

/** What becomes of one member. */
export interface BulkResultRow {
  readonly memberId: string;
  readonly outcome: BulkOutcome;
  readonly replacedIds: readonly string[];
  readonly refusal: BulkRefusal | null;
}

type ClinicianTarget = Extract<BulkTarget, { kind: 'clinician' }>;

export const refused = (memberId: string, refusal: BulkRefusal): BulkResultRow => ({
  memberId,
  outcome: 'REFUSED',
  replacedIds: [],
  refusal,
});
export const unchanged = (memberId: string): BulkResultRow => ({ memberId, outcome: 'UNCHANGED', replacedIds: [], refusal: null });
export const assigned = (memberId: string, replacedIds: readonly string[] = []): BulkResultRow => ({
  memberId,
  outcome: replacedIds.length > 0 ? 'REPLACED' : 'ASSIGNED',
  replacedIds,
  refusal: null,
});

/** Why nobody can be assigned to this member; null where somebody can. */
export function refusalOf(
  member: Pick<CareUserRow, 'id' | 'roles' | 'isInTheTenant'> | undefined,
  removed: ReadonlySet<string>,
  to: BulkTarget,
): BulkRefusal | null {
  if (!member?.roles.includes('patient')) return 'NOT_FOUND';
  if (removed.has(member.id)) return 'REMOVED';
  if (member.isInTheTenant === false) return 'DISCHARGED';
  return to.kind === 'clinician' && to.clinicianId === member.id ? 'SELF' : null;
}

/**
 * The relations of a member that go before the clinician is assigned: with a transfer those of everybody else in that team, and the
 * clinician’s own if it is there only because of somebody else. Undefined: nothing has to change.
 */
export function relationsToEnd(
  rows: readonly RelationRow[],
  { clinicianId, teamType, assignmentType }: ClinicianTarget,
): readonly RelationRow[] | undefined {
  const side = rows.filter((row) => row.teamType === teamType);
  const own = side.find((row) => row.clinicianId === clinicianId);
  const others = assignmentType === 'TRANSFER_ASSIGNMENT' ? side.filter((row) => row.clinicianId !== clinicianId) : [];
  if (own && own.assignmentType !== 'TEAM_ASSIGNMENT') return others.length > 0 ? others : undefined;
  return own ? [...others, own] : others;
}

/** Those of the ended relations that are told as replaced. */
export const replacedIn = (ended: readonly Pick<RelationRow, 'clinicianId'>[], clinicianId: string): string[] => [
  ...new Set(ended.flatMap((row) => (row.clinicianId === clinicianId ? [] : row.clinicianId))),
];
