import { VigilError } from '@vigil/contract/errors';
import type { CarePerson } from '@vigil/contract/registry-care-person';
import type { TeamRow as ShownRow, Team } from '@vigil/contract/registry-teams.contract';
import type { ChangedTeam, NewTeam } from '@vigil/contract/registry-teams.forms';
import { mostTeams } from '@vigil/contract/registry-teams.values';
import type { People } from '#people/index.ts';
import { carePeople, requireCareTeam } from './care-people.ts';
import type { Executor } from './history.store.ts';
import type { TeamFault, TeamRow, TeamsStore } from './teams.store.ts';

/** Whose data may stand in the answer. */
type Scope = 'tenant' | readonly string[];

export interface Teams {
  list(tenantId: string): Promise<ShownRow[]>;
  /** Throws not_found; the members are those in scope. */
  read(tenantId: string, teamId: string, scope: Scope): Promise<Team>;
  /** Throws conflict for a name or an id that is taken, or one team too many. */
  create(tenantId: string, by: Executor, team: NewTeam): Promise<Team>;
  /** Throws not_found, and conflict where somebody has changed the team since it was read. */
  change(tenantId: string, by: Executor, teamId: string, team: ChangedTeam): Promise<Team>;
  remove(tenantId: string, by: Executor, team: { id: string; version: number }): Promise<TeamRow>;
}

export interface TeamsServiceDeps {
  readonly store: TeamsStore;
  readonly people: Pick<People, 'care'>;
  /** Told who looks after somebody else from now on. */
  readonly changed: (tenantId: string, userIds: Iterable<string>) => void;
}

export function createTeamsService({ store, people, changed }: TeamsServiceDeps): Teams {
  async function shownTeam(tenantId: string, team: TeamRow, scope: Scope = 'tenant'): Promise<Team> {
    const patientIds = scope === 'tenant' ? team.patientIds : team.patientIds.filter((id) => scope.includes(id));
    const named = await carePeople(people, tenantId, [...team.clinicianIds, ...patientIds]);
    return { ...rowOf(team, named), patientIds, patients: among(named, patientIds) };
  }

  return {
    async list(tenantId) {
      const teams = await store.list(tenantId);
      const named = await carePeople(
        people,
        tenantId,
        teams.flatMap(({ clinicianIds }) => clinicianIds),
      );
      return teams.map((team) => rowOf(team, named));
    },

    async read(tenantId, teamId, scope) {
      const team = await store.read(tenantId, teamId);
      if (!team) throw noSuchTeam();
      return shownTeam(tenantId, team, scope);
    },

    async create(tenantId, by, team) {
      await requireCareTeam(people, tenantId, team.clinicianIds, 'clinicianIds');
      const made = await store.create(tenantId, by, team);
      if (typeof made === 'string') throw faults[made]();
      changed(tenantId, made.clinicianIds);
      return shownTeam(tenantId, made);
    },

    async change(tenantId, by, id, team) {
      const present = await store.read(tenantId, id);
      if (!present) throw noSuchTeam();
      // Whoever has left since may stay in the list until somebody takes them out.
      await requireCareTeam(
        people,
        tenantId,
        team.clinicianIds.filter((one) => !present.clinicianIds.includes(one)),
        'clinicianIds',
      );
      const made = await store.change(tenantId, by, { id, ...team });
      if (made === undefined) throw noSuchTeam();
      if (typeof made === 'string') throw faults[made]();
      changed(tenantId, new Set([...made.before.clinicianIds, ...made.after.clinicianIds]));
      return shownTeam(tenantId, made.after);
    },

    async remove(tenantId, by, team) {
      const removed = await store.remove(tenantId, by, team);
      if (removed === undefined) throw noSuchTeam();
      if (typeof removed === 'string') throw faults[removed]();
      changed(tenantId, removed.clinicianIds);
      return removed;
    },
  };
}

/** In the order of their names. */
const among = (named: ReadonlyMap<string, CarePerson>, ids: readonly string[]) => {
  const wanted = new Set(ids);
  return [...named.values()].filter(({ id }) => wanted.has(id));
};

const rowOf = ({ id, name, clinicianIds, patientIds, version, changedAt }: TeamRow, named: ReadonlyMap<string, CarePerson>): ShownRow => ({
  id,
  name,
  clinicianIds,
  clinicians: among(named, clinicianIds),
  patientCount: patientIds.length,
  version,
  changedAt,
});

const noSuchTeam = () => new VigilError('not_found', 'There is no such care team. It may have been dissolved meanwhile.');
const faults: Record<TeamFault, () => VigilError> = {
  stale: () =>
    new VigilError(
      'conflict',
      'Somebody has changed this care team since you opened it. Nothing was stored; load it again and make your change on what it is now.',
    ),
  'name taken': () =>
    new VigilError('conflict', 'name: there is a care team of this name already. Nothing was stored; choose another name.', {
      fields: [{ field: 'name', message: 'Is taken by another care team' }],
    }),
  'other team': () => new VigilError('conflict', 'Another care team has this id. Nothing was stored; send a new id.'),
  'too many teams': () =>
    new VigilError('conflict', `A tenant has at most ${mostTeams} care teams, and this one has them. Nothing was stored.`),
};
