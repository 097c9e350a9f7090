import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import { exportPageRows, isoTime, jsonFile, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Executor, HistoryRow } from './history.store.ts';
import { endAllWithin, type RelationRow } from './relations.store.ts';
import { leaveTeamsWithin } from './teams.store.ts';

export interface CarePersonalDataDeps {
  readonly database: Database;
  readonly people: Pick<People, 'privacy'>;
  readonly clock: Clock;
  /** These clinicians look after somebody less. */
  readonly changed: (tenantId: string, userIds: Iterable<string>) => void;
}

/**
 * Who looks after a person, and who did. Nobody looks after whoever is erased; who did is part of the clinical record.
 */
export function carePersonalData(deps: CarePersonalDataDeps): PersonalData {
  const { database } = deps;
  return {
    tables: {
      care_relations: { exported: ['care-team.json'], erased: 'contact' },
      care_team_people: { exported: ['care-team.json'], erased: 'contact' },
      care_history: { exported: ['care-history.json'], erased: 'record' },
      bulk_assignments: {
        exported: { not: 'administrators alone assign many, and the history of each member is exported' },
        erased: { kept: 'who of the staff has assigned many members at once' },
      },
      subordinates: { exported: { not: 'who of the staff works for whom; members are in none of it' }, erased: 'contact' },
    },
    exportOf: (person) => [
      jsonFile({ name: 'care-team.json', about: 'who looks after you, by name and through which care team.' }, () => careOf(deps, person)),
      jsonListFile<ExportedHistory>({ name: 'care-history.json', about: 'who began and ceased to look after you, and when.' }, (last) =>
        historyOf(deps, person, last?.id ?? 0),
      ),
    ],
    async erase(person, step) {
      if (step === 'contact') await leaveCare(deps, person);
      else await database.tenant(person.tenantId, (sql) => sql.query('select vigil.erase_care_history($1)', [person.userId]));
    },
  };
}

async function careOf({ database, people }: CarePersonalDataDeps, { tenantId, userId }: PersonInTenant): Promise<object> {
  const { relations, teams } = await database.tenant(tenantId, async (sql) => ({
    relations: await sql.query<Pick<RelationRow, 'clinicianId' | 'teamType' | 'assignmentType' | 'assignedAt'>>(
      `select clinician_id, team_type, assignment_type, assigned_at from vigil.care_relations
       where tenant_id = $1 and patient_id = $2 order by assigned_at, clinician_id, team_type`,
      [tenantId, userId],
    ),
    teams: await sql.query<{ id: string; name: string }>(
      `select t.id, t.name from vigil.care_team_people p join vigil.care_teams t on t.tenant_id = p.tenant_id and t.id = p.care_team_id
       where p.tenant_id = $1 and p.user_id = $2 order by lower(t.name)`,
      [tenantId, userId],
    ),
  }));
  const nameOf = await namesOf(
    people,
    tenantId,
    relations.map(({ clinicianId }) => clinicianId),
  );
  return {
    lookedAfterBy: relations.map((one) => ({ ...one, clinician: nameOf(one.clinicianId), assignedAt: isoTime(one.assignedAt) })),
    careTeams: teams,
  };
}

type ToldHistory = Pick<HistoryRow, 'id' | 'event' | 'teamType' | 'assignmentType' | 'careTeamName' | 'clinicianId' | 'executedBy'>;
type ExportedHistory = ToldHistory & { readonly clinician: string | null; readonly at: string | null; readonly since: string | null };

async function historyOf(
  { database, people }: CarePersonalDataDeps,
  { tenantId, userId }: PersonInTenant,
  afterId: number,
): Promise<ExportedHistory[]> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<ToldHistory & Pick<HistoryRow, 'at' | 'since'>>(
      `select id, event, team_type, assignment_type, care_team_name, clinician_id, executed_by, at, since from vigil.care_history
       where tenant_id = $1 and patient_id = $2 and id > $3 order by id limit ${exportPageRows}`,
      [tenantId, userId, afterId],
    ),
  );
  const nameOf = await namesOf(
    people,
    tenantId,
    rows.flatMap(({ clinicianId }) => clinicianId ?? []),
  );
  return rows.map((row) => ({ ...row, clinician: nameOf(row.clinicianId), at: isoTime(row.at), since: isoTime(row.since) }));
}

async function namesOf(people: Pick<People, 'privacy'>, tenantId: string, ids: readonly string[]) {
  const names = await people.privacy.knownNames(tenantId, [...new Set(ids)]);
  return (id: string | null) => {
    const name = names.get(id ?? '');
    return name ? `${name.givenName} ${name.familyName}` : null;
  };
}

/** Whoever looked after the person does so no more; the history says until when. Also what is left of having been staff. */
async function leaveCare({ database, clock, changed }: CarePersonalDataDeps, { tenantId, userId }: PersonInTenant): Promise<void> {
  const by: Executor = { userId: null, roles: [], atMs: clock.now() };
  const ended = await database.tenant(tenantId, (sql) => endAllWithin(sql, tenantId, by, userId));
  const left = await database.tenant(tenantId, (sql) => leaveTeamsWithin(sql, tenantId, by, userId));
  await database.tenant(tenantId, (sql) =>
    sql.query('delete from vigil.subordinates where tenant_id = $1 and (clinician_id = $2 or subordinate_id = $2)', [tenantId, userId]),
  );
  changed(tenantId, [...ended.map(({ clinicianId }) => clinicianId), ...left]);
}
