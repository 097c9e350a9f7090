import type { Database } from '#platform/postgres/database.ts';
import type { Executor } from './history.store.ts';
import { assignWithin, type NewRelations, type RelationChange, type SayRelations } from './relations.store.ts';
import { joinTeamWithin } from './teams.store.ts';

export type JoinFault = 'no such team' | 'not of the team' | 'full';

/** A change that was made, with everybody who looks after the member now and did not before. */
export interface FullAssignment {
  readonly change: RelationChange;
  readonly alsoLookAfter: readonly string[];
}

/** The member’s place in a care team and the relations of a full assignment: both, or neither. */
export type AssignInTeam = (
  tenantId: string,
  by: Executor,
  relations: NewRelations,
  team: { readonly teamId: string; readonly clinicianId: string },
) => Promise<FullAssignment | JoinFault>;

export function createAssignInTeam(database: Database, say: SayRelations): AssignInTeam {
  return (tenantId, by, relations, team) =>
    database.tenant(tenantId, async (sql) => {
      const joined = await joinTeamWithin(sql, tenantId, by, { ...team, patientId: relations.patientId });
      if (typeof joined === 'string') return joined;
      return { change: await assignWithin(sql, tenantId, by, relations, say), alsoLookAfter: joined };
    });
}
