import { VigilError } from '@vigil/contract/errors';
import type { ItemStatus, StepType } from '@vigil/domain/programs/life-cycles';
import { type MemberProgramStatus, statusOfRun } from '@vigil/domain/programs/member-programs';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { SurveysOfPrograms } from '../surveys/index.ts';
import { type ModuleRow, readModules, type VersionRow } from './authored.store.ts';
import { type PlannedItem, planOf } from './programs.rules.ts';

/** A member's way through a version of a program. Times in milliseconds since 1970. */
export interface RunRow extends Pick<VersionRow, 'programId' | 'version' | 'name' | 'title' | 'description'> {
  readonly id: string;
  readonly status: MemberProgramStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export interface RunItemRow {
  readonly id: string;
  readonly memberProgramId: string;
  readonly moduleId: string;
  readonly moduleIndex: number;
  readonly stepIndex: number;
  readonly stepOrder: number;
  readonly type: StepType;
  readonly status: ItemStatus;
  readonly surveyId: string | null;
  readonly deliveredAt: number | null;
}

export interface Beginning {
  readonly runId: string;
  readonly userId: string;
  readonly by: string;
  readonly programId: string;
  readonly zone: string;
}

/** What became of a change to a member's programs. `no-such`: the tenant has no such program; `never-had`: the member has not. */
export type RunChange = 'done' | 'unchanged' | 'no-such' | 'outdated' | 'never-had';

export function createRunsStore(database: Database, surveys: SurveysOfPrograms) {
  return {
    /** Begins the live version, unless the program runs already. Throws conflict for an id of another. */
    begin: (tenantId: string, beginning: Beginning) =>
      database.tenant(tenantId, async (sql): Promise<RunChange> => {
        await takeTurn(sql, tenantId, beginning);
        return begin(sql, tenantId, beginning);
      }),

    /** Ends what runs, and begins the live version from its first step; with the same `runId` once. */
    restart: (tenantId: string, beginning: Beginning) =>
      database.tenant(tenantId, async (sql): Promise<RunChange> => {
        const { runId, userId, programId, by } = beginning;
        await takeTurn(sql, tenantId, beginning);
        await lockItems(sql, tenantId, userId, programId);
        const runs = await lockRuns(sql, tenantId, userId, programId);
        if (runs.some(({ id }) => id === runId)) return 'unchanged';
        if (runs.length === 0) return 'never-had';
        const live = await liveVersion(sql, tenantId, programId);
        if (typeof live === 'string') return live;
        for (const { id } of runs.filter(({ status }) => status === 'active')) await cancelRun(sql, tenantId, { runId: id, by }, surveys);
        return begin(sql, tenantId, beginning);
      }),

    /** Ends what runs. What had come of it stays; the rest is withdrawn. */
    cancel: (tenantId: string, { userId, programId, by }: Pick<Beginning, 'userId' | 'programId' | 'by'>) =>
      database.tenant(tenantId, async (sql): Promise<RunChange> => {
        await takeTurn(sql, tenantId, { userId, programId });
        await lockItems(sql, tenantId, userId, programId);
        const runs = await lockRuns(sql, tenantId, userId, programId);
        if (runs.length === 0) return 'never-had';
        const active = runs.find(({ status }) => status === 'active');
        if (!active) return 'unchanged';
        await cancelRun(sql, tenantId, { runId: active.id, by }, surveys);
        return 'done';
      }),

    /** Every program that a member has or had, those begun first coming first, with the modules and what came of each step. */
    ofMember: (tenantId: string, userId: string) =>
      database.tenant(tenantId, async (sql) => {
        const runs = await sql.query<RunRow>(
          `select r.id, r.program_id, r.version, r.status, r.started_at, r.ended_at, v.name, v.title, v.description
           from vigil.member_programs r
           join vigil.program_versions v on v.tenant_id = $1 and v.program_id = r.program_id and v.version = r.version
           where r.tenant_id = $1 and r.user_id = $2 order by r.started_at, r.id`,
          [tenantId, userId],
        );
        const items = await sql.query<RunItemRow>(
          `select id, member_program_id, module_id, module_index, step_index, step_order, type, status, survey_id, delivered_at
           from vigil.program_items where tenant_id = $1 and user_id = $2 order by member_program_id, step_order`,
          [tenantId, userId],
        );
        const modules: ModuleRow[] = runs.length === 0 ? [] : await readModules(sql, tenantId, distinctVersions(runs));
        return { runs, items, modules };
      }),
  };
}
export type RunsStore = ReturnType<typeof createRunsStore>;

const distinctVersions = (runs: readonly RunRow[]) => [
  ...new Map(runs.map(({ programId, version }) => [`${programId} ${version}`, { programId, version }])).values(),
];

/** The version to begin. Held until the transaction ends: nobody outdates the program in between. */
async function liveVersion(sql: Sql, tenantId: string, programId: string): Promise<number | 'no-such' | 'outdated'> {
  const [program] = await sql.query<{ liveVersion: number | null; outdatedAt: number | null }>(
    'select live_version, outdated_at from vigil.programs where tenant_id = $1 and id = $2 for share',
    [tenantId, programId],
  );
  if (!program || program.liveVersion === null) return 'no-such';
  return program.outdatedAt === null ? program.liveVersion : 'outdated';
}

/**
 * Of those who begin, cancel and restart a member's program at once, each waits for the one before. What locks steps and programs
 * afterwards so sees every step of what runs; of one that was begun in between it would hold the program and not the steps.
 */
const takeTurn = (sql: Sql, tenantId: string, { userId, programId }: Pick<Beginning, 'userId' | 'programId'>) =>
  sql.query('select pg_advisory_xact_lock(hashtextextended($1, 38))', [`${tenantId}/${userId}/${programId}`]);

/** Steps before programs, as everybody locks them who changes both: nobody waits for each other. */
const lockItems = (sql: Sql, tenantId: string, userId: string, programId: string) =>
  sql.query(
    `select i.id from vigil.program_items i
     join vigil.member_programs r on r.tenant_id = $1 and r.id = i.member_program_id
     where i.tenant_id = $1 and r.user_id = $2 and r.program_id = $3 and r.status = 'active' order by i.id for update of i`,
    [tenantId, userId, programId],
  );

const lockRuns = (sql: Sql, tenantId: string, userId: string, programId: string) =>
  sql.query<Pick<RunRow, 'id' | 'status'>>(
    `select id, status from vigil.member_programs where tenant_id = $1 and user_id = $2 and program_id = $3
     order by started_at for update`,
    [tenantId, userId, programId],
  );

async function begin(sql: Sql, tenantId: string, { runId, userId, by, programId, zone }: Beginning): Promise<RunChange> {
  const runs = await lockRuns(sql, tenantId, userId, programId);
  if (runs.some(({ id, status }) => id === runId || status === 'active')) return 'unchanged';
  const version = await liveVersion(sql, tenantId, programId);
  if (typeof version === 'string') return version;
  const [begun] = await sql.query<{ now: number }>(
    `insert into vigil.member_programs (tenant_id, id, user_id, program_id, version, status, time_zone, assigned_by)
     values ($1, $2, $3, $4, $5, 'active', $6, $7) on conflict do nothing returning now() as now`,
    [tenantId, runId, userId, programId, version, zone, by],
  );
  // The program does not run, so it is the id that is there already: of somebody else, or of another program. Thrown, so that a
  // restart leaves what runs.
  if (!begun) throw usedBefore();
  const modules = await readModules(sql, tenantId, [{ programId, version }]);
  await insertItems(sql, tenantId, { runId, userId }, planOf(modules, begun.now / 1000, zone));
  return 'done';
}

const usedBefore = () =>
  new VigilError('conflict', 'Another program was begun before under this id. It stays as it is, and nothing was begun; send a new id.');

async function insertItems(
  sql: Sql,
  tenantId: string,
  { runId, userId }: { readonly runId: string; readonly userId: string },
  items: readonly PlannedItem[],
): Promise<void> {
  await sql.query(
    `insert into vigil.program_items (tenant_id, id, user_id, member_program_id, module_id, module_index, step_index, step_order, type,
       survey_id, status, due_day, due_at, expires_after_days)
     select $1, gen_random_uuid(), $2, $3, one."moduleId", one."moduleIndex", one."stepIndex", one."stepOrder", one.type,
       one."surveyId", 'created', one."dueDay", to_timestamp(one."dueAt"), one."expiresAfterDays"
     from jsonb_to_recordset($4) as one ("moduleId" uuid, "moduleIndex" int, "stepIndex" int, "stepOrder" int, type text, "surveyId" uuid,
       "dueDay" date, "dueAt" float8, "expiresAfterDays" int)`,
    [tenantId, userId, runId, JSON.stringify(items)],
  );
}

/** Items are held by whoever calls. A survey that somebody has begun stays, and can be sent. */
async function cancelRun(
  sql: Sql,
  tenantId: string,
  { runId, by }: { readonly runId: string; readonly by: string },
  surveys: SurveysOfPrograms,
): Promise<void> {
  await sql.query(
    "update vigil.member_programs set status = 'canceled', canceled_by = $3, ended_at = now() where tenant_id = $1 and id = $2",
    [tenantId, runId, by],
  );
  const idle = await sql.query<{ id: string; type: StepType }>(
    `select id, type from vigil.program_items
     where tenant_id = $1 and member_program_id = $2 and status in ('created', 'delivered') and withdrawn_at is null`,
    [tenantId, runId],
  );
  const begun = await surveys.end(
    sql,
    tenantId,
    idle.filter(({ type }) => type === 'survey').map(({ id }) => id),
  );
  await sql.query('update vigil.program_items set withdrawn_at = now() where tenant_id = $1 and id = any($2::uuid[])', [
    tenantId,
    idle.map(({ id }) => id).filter((id) => !begun.has(id)),
  ]);
}

/**
 * Ends those of these programs whose last step is over. They are locked first, so that of two last steps at once the second one sees
 * the first.
 */
export async function settleRuns(sql: Sql, tenantId: string, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  const active = await sql.query<{ id: string }>(
    "select id from vigil.member_programs where tenant_id = $1 and id = any($2::uuid[]) and status = 'active' order by id for update",
    [tenantId, [...new Set(runIds)]],
  );
  const steps = await sql.query<{ id: string; statuses: ItemStatus[] }>(
    `select member_program_id as id, array_agg(status) as statuses from vigil.program_items
     where tenant_id = $1 and member_program_id = any($2::uuid[]) group by member_program_id`,
    [tenantId, active.map(({ id }) => id)],
  );
  for (const { id, statuses } of steps) {
    const status = statusOfRun(statuses);
    if (status === 'active') continue;
    await sql.query('update vigil.member_programs set status = $3, ended_at = now() where tenant_id = $1 and id = $2', [
      tenantId,
      id,
      status,
    ]);
  }
}
