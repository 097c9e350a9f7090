import type { People } from '#people/index.ts';
import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

const staffOnly = { not: 'what the care team wrote for every member; nothing of it is about one' };
const authorsKept = { kept: 'which of the staff wrote and published which program' };

/** Programs that a person was given and what they did with them; part of the clinical record. */
export function programsPersonalData(database: Database, people: Pick<People, 'privacy'>): PersonalData {
  return {
    tables: {
      programs: { exported: staffOnly, erased: authorsKept },
      program_versions: { exported: staffOnly, erased: authorsKept },
      member_programs: { exported: ['programs.json'], erased: 'record' },
      program_items: { exported: ['program-content.json'], erased: 'record' },
      pledge_reports: { exported: ['pledge-reports.json'], erased: 'record' },
    },
    exportOf: (person) => [
      jsonListFile<ExportedProgram>({ name: 'programs.json', about: 'programs that the care team gave you, and how they ended.' }, (last) =>
        programsOf(database, people, person, last?.id ?? null),
      ),
      jsonListFile<ExportedItem>(
        { name: 'program-content.json', about: 'insights, pledges and surveys of your programs, and what you did with each.' },
        (last) => itemsOf(database, person, last?.id ?? null),
      ),
      jsonListFile<ExportedReport>(
        { name: 'pledge-reports.json', about: 'what was said about keeping your pledges, day by day.' },
        (last) => reportsOf(database, person, last?.id ?? null),
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step === 'record') await database.tenant(tenantId, (sql) => sql.query('select vigil.erase_programs($1)', [userId]));
    },
  };
}

type Times<Row, Keys extends keyof Row> = Omit<Row, Keys> & { readonly [Key in Keys]: string | null };

interface ProgramRow {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly status: string;
  readonly timeZone: string;
  readonly assignedBy: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
}
type ExportedProgram = Times<ProgramRow, 'startedAt' | 'endedAt'> & { readonly assignedByName: string | null };

async function programsOf(
  database: Database,
  people: Pick<People, 'privacy'>,
  { tenantId, userId }: PersonInTenant,
  after: string | null,
): Promise<ExportedProgram[]> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<ProgramRow>(
      `select r.id, v.title, r.version, r.status, r.time_zone, r.assigned_by, r.started_at, r.ended_at from vigil.member_programs r
       join vigil.program_versions v on v.tenant_id = $1 and v.program_id = r.program_id and v.version = r.version
       where r.tenant_id = $1 and r.user_id = $2 and ($3::uuid is null or r.id > $3) order by r.id limit ${exportPageRows}`,
      [tenantId, userId, after],
    ),
  );
  const names = await people.privacy.knownNames(tenantId, [...new Set(rows.map(({ assignedBy }) => assignedBy))]);
  return rows.map((row) => {
    const name = names.get(row.assignedBy);
    const assignedByName = name ? `${name.givenName} ${name.familyName}` : null;
    return { ...row, startedAt: isoTime(row.startedAt), endedAt: isoTime(row.endedAt), assignedByName };
  });
}

interface ItemRow {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly text: string;
  readonly rating: number | null;
  readonly dueAt: number;
  readonly deliveredAt: number | null;
  readonly readAt: number | null;
  readonly ratedAt: number | null;
  readonly optedAt: number | null;
  readonly doneAt: number | null;
  readonly expiredAt: number | null;
  readonly withdrawnAt: number | null;
}
const itemTimes = ['dueAt', 'deliveredAt', 'readAt', 'ratedAt', 'optedAt', 'doneAt', 'expiredAt', 'withdrawnAt'] as const;
type ExportedItem = Times<ItemRow, (typeof itemTimes)[number]>;

async function itemsOf(database: Database, { tenantId, userId }: PersonInTenant, after: string | null): Promise<ExportedItem[]> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<ItemRow>(
      `select i.id, i.type, i.status, m.steps -> i.step_index ->> 'title' as title, m.steps -> i.step_index ->> 'text' as text, i.rating,
         i.due_at, i.delivered_at, i.read_at, i.rated_at, i.opted_at, i.done_at, i.expired_at, i.withdrawn_at
       from vigil.program_items i join vigil.program_modules m on m.tenant_id = $1 and m.id = i.module_id
       where i.tenant_id = $1 and i.user_id = $2 and ($3::uuid is null or i.id > $3) order by i.id limit ${exportPageRows}`,
      [tenantId, userId, after],
    ),
  );
  const timesOf = (row: ItemRow) =>
    Object.fromEntries(itemTimes.map((key) => [key, isoTime(row[key])])) as Pick<ExportedItem, (typeof itemTimes)[number]>;
  return rows.map((row) => ({ ...row, ...timesOf(row) }));
}

interface ReportRow {
  readonly id: string;
  readonly itemId: string;
  readonly day: string;
  readonly did: boolean;
  readonly note: string | null;
  readonly reportedBy: string;
  readonly reportedAt: number;
}
type ExportedReport = Times<ReportRow, 'reportedAt'>;

async function reportsOf(database: Database, { tenantId, userId }: PersonInTenant, after: string | null): Promise<ExportedReport[]> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<ReportRow>(
      `select id, item_id, day::text as day, did, note, reported_by, reported_at from vigil.pledge_reports
       where tenant_id = $1 and user_id = $2 and ($3::uuid is null or id > $3) order by id limit ${exportPageRows}`,
      [tenantId, userId, after],
    ),
  );
  return rows.map((row) => ({ ...row, reportedAt: isoTime(row.reportedAt) }));
}
