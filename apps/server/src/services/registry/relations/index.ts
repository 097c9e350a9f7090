import type { CarePerson } from '@vigil/contract/registry-care-person';
import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Tasks } from '../tasks/index.ts';
import { type AssignmentsStore, createAssignmentsStore } from './assignments.store.ts';
import { bulkAssignmentRoutes } from './bulk-assignment.routes.ts';
import { createBulkAssignments } from './bulk-assignment.service.ts';
import { createBulkStore } from './bulk-assignment.store.ts';
import { createBulkUndoStore } from './bulk-undo.store.ts';
import { createCareTeamService } from './care-team.service.ts';
import { createAssignInTeam } from './full-assignment.store.ts';
import { createHistoryStore, type HistoryStore } from './history.store.ts';
import { createNewcomersCare, type NewcomersCare } from './newcomers-care.ts';
import { carePersonalData } from './personal-data.ts';
import { primaryClinicians } from './primary-clinicians.ts';
import { relationsRoutes } from './relations.routes.ts';
import { createRelationsService, type Relations } from './relations.service.ts';
import { createRelationsStore } from './relations.store.ts';
import { createSayRelations, type SayToMembers } from './said-relations.ts';
import { createSubordinatesService } from './subordinates.service.ts';
import { createSubordinatesStore } from './subordinates.store.ts';
import { teamsRoutes } from './teams.routes.ts';
import { createTeamsService, type Teams } from './teams.service.ts';
import { createTeamsStore, type TeamsStore } from './teams.store.ts';

export { caretakersOf } from './assignments.store.ts';
export { carePeople } from './care-people.ts';
export type { HistoryRow } from './history.store.ts';
export type { CareTargets, NewcomerCare, NewcomersCare } from './newcomers-care.ts';
export { createNewcomersCare, plainTeamName } from './newcomers-care.ts';

export interface RelationsDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'care' | 'privacy'>;
  readonly tasks: Pick<Tasks, 'lastOf'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  /** Tells the member and the care team, where they write to each other. */
  readonly say: SayToMembers;
}

export interface CareRelations extends Module {
  /** Whom somebody looks after, directly or in a care team: what access asks. */
  readonly assignments: AssignmentsStore;
  /** Clinicians and members who are in one of these care teams, by id. Unknown teams have nobody. */
  readonly usersOfTeams: TeamsStore['usersOf'];
  /** Who of the primary team of each of these members has been there longest and came by name, else along with somebody; absent where nobody is. */
  primaryCliniciansOf(tenantId: string, memberIds: readonly string[]): Promise<ReadonlyMap<string, CarePerson>>;
  /** Assigns members in the transaction that makes them. */
  readonly newcomers: NewcomersCare;
  /** What became of a member's care. */
  readonly historyOf: HistoryStore['ofPatient'];
  /** Whether nobody was ever assigned or put into a care team. */
  readonly isUntouched: HistoryStore['isEmpty'];
  readonly relations: Pick<Relations, 'assign'>;
  readonly teams: Pick<Teams, 'create'>;
  readonly personalData: PersonalData;
}

/** Who looks after whom: assignments, care teams, subordinates, and the history of it all, which is only added to. */
export function createRelations({ database, people, tasks, bus, clock, say }: RelationsDependencies): CareRelations {
  const changed = (tenantId: string, userIds: Iterable<string>) => {
    for (const userId of new Set(userIds)) bus.publish('assignments.changed', { tenantId, userId });
  };
  const sayRelations = createSayRelations({ care: people.care, say });
  const store = createRelationsStore(database, sayRelations);
  const teamsStore = createTeamsStore(database);
  const history = createHistoryStore(database);
  const subordinatesStore = createSubordinatesStore(database);
  const assignInTeam = createAssignInTeam(database, sayRelations);
  const relations = createRelationsService({ store, subordinates: subordinatesStore, assignInTeam, people, changed });
  const bulk = createBulkAssignments({
    ...{ store: createBulkStore(database, sayRelations), undoStore: createBulkUndoStore(database, sayRelations) },
    ...{ teams: teamsStore, people, changed },
  });
  const teams = createTeamsService({ store: teamsStore, people, changed });
  const careTeam = createCareTeamService({ relations: store, teams: teamsStore, history, tasks, people });
  const subordinates = createSubordinatesService({ store: subordinatesStore, people, clock });
  return {
    routes: [
      ...relationsRoutes({ relations, careTeam, subordinates, clock }),
      ...bulkAssignmentRoutes(bulk, clock),
      ...teamsRoutes(teams, clock),
    ],
    assignments: createAssignmentsStore(database),
    usersOfTeams: teamsStore.usersOf,
    historyOf: history.ofPatient,
    isUntouched: history.isEmpty,
    newcomers: createNewcomersCare(people, changed),
    primaryCliniciansOf: (tenantId, memberIds) => primaryClinicians({ store, people }, tenantId, memberIds),
    relations,
    teams,
    personalData: carePersonalData({ database, people, clock, changed }),
  };
}
