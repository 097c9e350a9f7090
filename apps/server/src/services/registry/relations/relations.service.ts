import { VigilError } from '@vigil/contract/errors';
import type { CareRelation } from '@vigil/contract/registry-relations.contract';
import type { FullTeamAssignment } from '@vigil/contract/registry-relations.forms';
import type { AssignmentType, RelationTeamType } from '@vigil/contract/registry-relations.values';
import type { People } from '#people/index.ts';
import { requireCareTeam } from './care-people.ts';
import type { AssignInTeam, JoinFault } from './full-assignment.store.ts';
import type { Executor } from './history.store.ts';
import type { NewRelations, RelationChange, RelationRow, RelationsStore } from './relations.store.ts';
import type { SubordinatesStore } from './subordinates.store.ts';

export interface Pair {
  readonly clinicianId: string;
  readonly patientId: string;
  readonly teamType: RelationTeamType;
}

export interface ShownChange {
  readonly assigned: CareRelation[];
  readonly removed: CareRelation[];
}

/** Changes of who looks after whom. What is so already is no change, and no error. */
export interface Relations {
  /** Throws not_found or invalid_input for somebody who cannot look after members. */
  assign(tenantId: string, by: Executor, pair: Pair & { assignmentType: AssignmentType }): Promise<ShownChange>;
  /** The clinician, the subordinates and, where one is named, the care team. Throws as `assign`, and conflict for a full team. */
  assignFully(tenantId: string, by: Executor, assignment: FullTeamAssignment): Promise<ShownChange>;
  /** Throws not_found where the clinician is not assigned in this team. */
  end(tenantId: string, by: Executor, pair: Pair & { full: boolean }): Promise<ShownChange>;
}

export interface RelationsServiceDeps {
  readonly store: RelationsStore;
  readonly subordinates: SubordinatesStore;
  readonly assignInTeam: AssignInTeam;
  readonly people: Pick<People, 'care'>;
  /** Told who looks after somebody else from now on. */
  readonly changed: (tenantId: string, userIds: Iterable<string>) => void;
}

export function createRelationsService({ store, subordinates, assignInTeam, people, changed }: RelationsServiceDeps): Relations {
  function told(tenantId: string, change: RelationChange, also: readonly string[] = []): ShownChange {
    changed(tenantId, [...change.assigned, ...change.removed].map(({ clinicianId }) => clinicianId).concat(also));
    return { assigned: change.assigned.map(shown), removed: change.removed.map(shown) };
  }

  return {
    async assign(tenantId, by, { clinicianId, patientId, teamType, assignmentType }) {
      await requireCareTeam(people, tenantId, [clinicianId], 'clinicianId');
      const one = { clinicianId, assignmentType, withClinicianId: null, careTeamId: null };
      const takeOver = assignmentType === 'TRANSFER_ASSIGNMENT';
      return told(tenantId, await store.assign(tenantId, by, { patientId, teamType, people: [one], takeOver }));
    },

    async assignFully(tenantId, by, { clinicianId, patientId, teamType, assignmentType, associatedCareTeamId }) {
      await requireCareTeam(people, tenantId, [clinicianId], 'clinicianId');
      const careTeamId = associatedCareTeamId ?? null;
      const own = { clinicianId, assignmentType, withClinicianId: null, careTeamId };
      const along = (await subordinatesOf(tenantId, clinicianId)).map((id) => ({
        clinicianId: id,
        assignmentType: 'TEAM_ASSIGNMENT' as const,
        withClinicianId: clinicianId,
        careTeamId,
      }));
      const takeOver = assignmentType === 'TRANSFER_ASSIGNMENT';
      const relations: NewRelations = { patientId, teamType, people: [own, ...along], takeOver };
      if (careTeamId === null) return told(tenantId, await store.assign(tenantId, by, relations));
      const made = await assignInTeam(tenantId, by, relations, { teamId: careTeamId, clinicianId });
      if (typeof made === 'string') throw joinFaults[made]();
      return told(tenantId, made.change, made.alsoLookAfter);
    },

    async end(tenantId, by, { full, ...pair }) {
      const removed = await store.end(tenantId, by, { ...pair, full });
      if (removed.length === 0)
        throw new VigilError('not_found', 'This clinician is not assigned to the member in that team. Nothing was changed.');
      return told(tenantId, { assigned: [], removed });
    },
  };

  /** Those who can still look after members: a subordinate who has left is passed over. */
  async function subordinatesOf(tenantId: string, clinicianId: string): Promise<string[]> {
    const rows = await subordinates.of(tenantId, clinicianId);
    const able = new Set((await people.care.careTeam(tenantId)).map(({ id }) => id));
    return rows.map(({ subordinateId }) => subordinateId).filter((id) => able.has(id));
  }
}

/** A relation as the API tells it. */
export function shown({ careTeamId, ...row }: RelationRow): CareRelation {
  return { ...row, associatedCareTeamId: careTeamId };
}

const field = (message: string) => ({ fields: [{ field: 'associatedCareTeamId', message }] });
const joinFaults: Record<JoinFault, () => VigilError> = {
  'no such team': () => new VigilError('not_found', 'There is no such care team. Nothing was changed.'),
  'not of the team': () =>
    new VigilError(
      'invalid_input',
      'associatedCareTeamId: the clinician is not in this care team. Nothing was changed.',
      field('Has to be a care team of the clinician'),
    ),
  full: () => new VigilError('conflict', 'This care team looks after as many members as one can. Nothing was changed.'),
};
