import type { CareEvent } from '@vigil/contract/registry-relations.values';
import { mostTeamPatients, mostTeams } from '@vigil/contract/registry-teams.values';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { nameKey } from '#platform/postgres/name-order.ts';
import { addHistory, type Executor } from './history.store.ts';

/** A care team. Times in milliseconds since 1970. */
export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly changedAt: number;
  readonly clinicianIds: string[];
  readonly patientIds: string[];
}

export type TeamContent = Pick<TeamRow, 'name' | 'clinicianIds' | 'patientIds'>;

/** What stood in the way of a change; `undefined` where there is no such team. */
export type TeamFault = 'stale' | 'name taken' | 'too many teams' | 'other team';

export interface TeamsStore {
  list(tenantId: string): Promise<TeamRow[]>;
  read(tenantId: string, teamId: string): Promise<TeamRow | undefined>;
  /** Care teams that look after a member. */
  ofPatient(tenantId: string, patientId: string): Promise<TeamRow[]>;
  ofClinician(tenantId: string, clinicianId: string): Promise<TeamRow[]>;
  /** Makes a team; the same one again changes nothing. */
  create(tenantId: string, by: Executor, team: TeamContent & { readonly id: string }): Promise<TeamRow | TeamFault>;
  /** Changes the version that was read; answers the team before and after. */
  change(
    tenantId: string,
    by: Executor,
    team: TeamContent & Pick<TeamRow, 'id' | 'version'>,
  ): Promise<{ before: TeamRow; after: TeamRow } | TeamFault | undefined>;
  remove(tenantId: string, by: Executor, team: Pick<TeamRow, 'id' | 'version'>): Promise<TeamRow | TeamFault | undefined>;
  /** Everybody, clinicians and members, who is in one of these teams. */
  usersOf(tenantId: string, teamIds: readonly string[]): Promise<string[]>;
}

const ids = (side: string) =>
  `coalesce((select array_agg(p.user_id order by p.user_id) from vigil.care_team_people p
     where p.tenant_id = t.tenant_id and p.care_team_id = t.id and p.side = '${side}'), '{}')`;
const selected = `select t.id, t.name, t.version, t.changed_at, ${ids('CLINICIAN')} as clinician_ids, ${ids('PATIENT')} as patient_ids from vigil.care_teams t`;
const ofSomebody = `${selected} where t.tenant_id = $1 and exists (select 1 from vigil.care_team_people mine
  where mine.tenant_id = $1 and mine.care_team_id = t.id and mine.side = $3 and mine.user_id = $2) order by ${nameKey('t.name')}, t.id`;

export function createTeamsStore(database: Database): TeamsStore {
  const within = <T>(tenantId: string, work: (sql: Sql) => Promise<T>) => database.tenant(tenantId, work);
  return {
    list: (tenantId) =>
      within(tenantId, (sql) => sql.query<TeamRow>(`${selected} where t.tenant_id = $1 order by ${nameKey('t.name')}, t.id`, [tenantId])),
    read: (tenantId, teamId) => within(tenantId, (sql) => readTeam(sql, tenantId, teamId)),
    ofPatient: (tenantId, patientId) => within(tenantId, (sql) => sql.query<TeamRow>(ofSomebody, [tenantId, patientId, 'PATIENT'])),
    ofClinician: (tenantId, clinicianId) => within(tenantId, (sql) => sql.query<TeamRow>(ofSomebody, [tenantId, clinicianId, 'CLINICIAN'])),
    create: (tenantId, by, team) => within(tenantId, (sql) => createWithin(sql, tenantId, by, team)),
    change: (tenantId, by, team) => within(tenantId, (sql) => changeWithin(sql, tenantId, by, team)),
    remove: (tenantId, by, team) => within(tenantId, (sql) => removeWithin(sql, tenantId, by, team)),
    usersOf: async (tenantId, teamIds) => {
      const rows = await within(tenantId, (sql) =>
        sql.query<{ userId: string }>(
          'select distinct user_id from vigil.care_team_people where tenant_id = $1 and care_team_id = any($2::uuid[])',
          [tenantId, teamIds],
        ),
      );
      return rows.map(({ userId }) => userId);
    },
  };
}

/** With `lock` no other transaction changes the team before this one has ended. */
async function readTeam(sql: Sql, tenantId: string, teamId: string, lock: '' | 'for update of t' = ''): Promise<TeamRow | undefined> {
  const [team] = await sql.query<TeamRow>(`${selected} where t.tenant_id = $1 and t.id = $2 ${lock}`, [tenantId, teamId]);
  return team;
}

/** The tenant's care teams by name, and how many members each has. None of them changes while the transaction runs. */
export async function teamsNamedWithin(sql: Sql, tenantId: string): Promise<{ id: string; name: string; patientCount: number }[]> {
  await lockTeams(sql, tenantId);
  return sql.query(
    `select t.id, t.name, (select count(*)::int from vigil.care_team_people p
       where p.tenant_id = t.tenant_id and p.care_team_id = t.id and p.side = 'PATIENT') as patient_count
     from vigil.care_teams t where t.tenant_id = $1`,
    [tenantId],
  );
}

/** Changes of the tenant's list of teams come one after the other, so that names stay unique and the number bounded. */
export const lockTeams = (sql: Sql, tenantId: string) =>
  sql.query('select pg_advisory_xact_lock(hashtextextended($1, 16))', [`${tenantId}/teams`]);

async function isTaken(sql: Sql, tenantId: string, { id, name }: { id: string; name: string }): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from vigil.care_teams where tenant_id = $1 and ${nameKey('name')} = ${nameKey('$2')} and id <> $3`,
    [tenantId, name, id],
  );
  return rows.length > 0;
}

const sameIds = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every((id) => other.includes(id));
const sameTeam = (one: TeamContent, other: TeamContent) =>
  one.name === other.name && sameIds(one.clinicianIds, other.clinicianIds) && sameIds(one.patientIds, other.patientIds);

async function createWithin(sql: Sql, tenantId: string, by: Executor, team: TeamContent & { id: string }): Promise<TeamRow | TeamFault> {
  await lockTeams(sql, tenantId);
  const stored = await readTeam(sql, tenantId, team.id);
  if (stored) return sameTeam(stored, team) ? stored : 'other team';
  if (await isTaken(sql, tenantId, team)) return 'name taken';
  const [counted] = await sql.query<{ teams: number }>('select count(*)::int as teams from vigil.care_teams where tenant_id = $1', [
    tenantId,
  ]);
  if ((counted?.teams ?? 0) >= mostTeams) return 'too many teams';
  await sql.query('insert into vigil.care_teams (tenant_id, id, name, created_at, changed_at) values ($1, $2, $3, $4, $4)', [
    tenantId,
    team.id,
    team.name,
    new Date(by.atMs),
  ]);
  await setPeople(sql, tenantId, by, { ...team, clinicianIds: [], patientIds: [] }, team);
  return (await readTeam(sql, tenantId, team.id)) as TeamRow;
}

async function changeWithin(sql: Sql, tenantId: string, by: Executor, team: TeamContent & Pick<TeamRow, 'id' | 'version'>) {
  await lockTeams(sql, tenantId);
  const before = await readTeam(sql, tenantId, team.id, 'for update of t');
  if (!before) return undefined;
  if (before.version !== team.version) return 'stale';
  if (sameTeam(before, team)) return { before, after: before };
  if (await isTaken(sql, tenantId, team)) return 'name taken';
  await sql.query('update vigil.care_teams set name = $3, version = version + 1, changed_at = $4 where tenant_id = $1 and id = $2', [
    tenantId,
    team.id,
    team.name,
    new Date(by.atMs),
  ]);
  await setPeople(sql, tenantId, by, before, team);
  return { before, after: (await readTeam(sql, tenantId, team.id)) as TeamRow };
}

async function removeWithin(sql: Sql, tenantId: string, by: Executor, { id, version }: Pick<TeamRow, 'id' | 'version'>) {
  await lockTeams(sql, tenantId);
  const team = await readTeam(sql, tenantId, id, 'for update of t');
  if (!team) return undefined;
  if (team.version !== version) return 'stale';
  await setPeople(sql, tenantId, by, team, { ...team, clinicianIds: [], patientIds: [] });
  await sql.query('update vigil.care_relations set care_team_id = null where tenant_id = $1 and care_team_id = $2', [tenantId, id]);
  await sql.query('delete from vigil.care_teams where tenant_id = $1 and id = $2', [tenantId, id]);
  return team;
}

/**
 * Within a transaction: the member is in the team from now on, if the clinician is in it. Answers the clinicians who look after
 * the member now and did not before, or what stands in the way.
 */
export async function joinTeamWithin(
  sql: Sql,
  tenantId: string,
  by: Executor,
  { teamId, clinicianId, patientId }: { teamId: string; clinicianId: string; patientId: string },
): Promise<'no such team' | 'not of the team' | 'full' | readonly string[]> {
  await lockTeams(sql, tenantId);
  const team = await readTeam(sql, tenantId, teamId, 'for update of t');
  if (!team) return 'no such team';
  if (!team.clinicianIds.includes(clinicianId)) return 'not of the team';
  if (team.patientIds.includes(patientId)) return [];
  if (team.patientIds.length >= mostTeamPatients) return 'full';
  await changePatientsWithin(sql, tenantId, by, team, [...team.patientIds, patientId]);
  return team.clinicianIds;
}

/**
 * Within a transaction: as many of these members as the team has room for are in it from now on, in the order in which they are named.
 * Answers who joined and who found no room; undefined where there is no such team.
 */
export async function joinManyWithin(
  sql: Sql,
  tenantId: string,
  by: Executor,
  { teamId, patientIds }: { readonly teamId: string; readonly patientIds: readonly string[] },
): Promise<
  { readonly joined: readonly string[]; readonly noRoom: readonly string[]; readonly clinicianIds: readonly string[] } | undefined
> {
  await lockTeams(sql, tenantId);
  const team = await readTeam(sql, tenantId, teamId, 'for update of t');
  if (!team) return undefined;
  const present = new Set(team.patientIds);
  const asked = [...new Set(patientIds)].filter((id) => !present.has(id));
  const room = Math.max(0, mostTeamPatients - team.patientIds.length);
  const joined = asked.slice(0, room);
  if (joined.length > 0) await changePatientsWithin(sql, tenantId, by, team, [...team.patientIds, ...joined]);
  return { joined, noRoom: asked.slice(room), clinicianIds: team.clinicianIds };
}

/** Within a transaction: these members are in the team no more. Answers its clinicians, nobody where there is no such team. */
export async function leaveTeamWithin(
  sql: Sql,
  tenantId: string,
  by: Executor,
  { teamId, patientIds }: { readonly teamId: string; readonly patientIds: readonly string[] },
): Promise<readonly string[]> {
  await lockTeams(sql, tenantId);
  const team = await readTeam(sql, tenantId, teamId, 'for update of t');
  if (!team) return [];
  const leaving = new Set(patientIds);
  await changePatientsWithin(
    sql,
    tenantId,
    by,
    team,
    team.patientIds.filter((id) => !leaving.has(id)),
  );
  return team.clinicianIds;
}

async function changePatientsWithin(sql: Sql, tenantId: string, by: Executor, team: TeamRow, patientIds: string[]): Promise<void> {
  await sql.query('update vigil.care_teams set version = version + 1, changed_at = $3 where tenant_id = $1 and id = $2', [
    tenantId,
    team.id,
    new Date(by.atMs),
  ]);
  await setPeople(sql, tenantId, by, team, { ...team, patientIds });
}

/** Within a transaction: somebody leaves every team. Answers the clinicians of those teams. */
export async function leaveTeamsWithin(sql: Sql, tenantId: string, by: Executor, userId: string): Promise<readonly string[]> {
  await lockTeams(sql, tenantId);
  const teams = await sql.query<{ id: string }>(
    `update vigil.care_teams t set version = version + 1, changed_at = $3
     where t.tenant_id = $1 and exists (select from vigil.care_team_people p where p.tenant_id = $1 and p.care_team_id = t.id and p.user_id = $2)
     returning t.id`,
    [tenantId, userId, new Date(by.atMs)],
  );
  const without = (ids: readonly string[]) => ids.filter((id) => id !== userId);
  const left: string[] = [];
  for (const { id } of teams) {
    const team = (await readTeam(sql, tenantId, id)) as TeamRow;
    await setPeople(sql, tenantId, by, team, { ...team, clinicianIds: without(team.clinicianIds), patientIds: without(team.patientIds) });
    left.push(...team.clinicianIds);
  }
  return left;
}

type TeamPeople = Pick<TeamRow, 'id' | 'name' | 'clinicianIds' | 'patientIds'>;

/** Lets people in and out, and notes who joined and who left. */
async function setPeople(sql: Sql, tenantId: string, by: Executor, before: TeamPeople, after: TeamPeople | (TeamContent & { id: string })) {
  const changes = [
    { side: 'CLINICIAN', was: before.clinicianIds, is: after.clinicianIds, key: 'clinicianId' },
    { side: 'PATIENT', was: before.patientIds, is: after.patientIds, key: 'patientId' },
  ] as const;
  for (const { side, was, is, key } of changes) {
    const joined = is.filter((id) => !was.includes(id));
    const left = was.filter((id) => !is.includes(id));
    await sql.query(
      'delete from vigil.care_team_people where tenant_id = $1 and care_team_id = $2 and side = $3 and user_id = any($4::uuid[])',
      [tenantId, after.id, side, left],
    );
    await sql.query(
      'insert into vigil.care_team_people (tenant_id, care_team_id, user_id, side) select $1, $2, id, $3 from unnest($4::uuid[]) as one (id)',
      [tenantId, after.id, side, joined],
    );
    const line = (event: CareEvent) => (id: string) => ({ event, [key]: id, careTeamId: after.id, careTeamName: after.name });
    await addHistory(sql, tenantId, by, [...left.map(line('TEAM_LEFT')), ...joined.map(line('TEAM_JOINED'))]);
  }
}
