import type { Database } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';

/** Something that somebody did. Times in milliseconds since 1970. */
export interface TaskRow {
  readonly id: string;
  readonly userId: string;
  readonly type: string;
  readonly performedAt: number;
  readonly patientId: string | null;
  readonly seconds: number | null;
}

export interface TasksStore {
  /** Stores a task, unless there is one with its id. Answers what is stored under that id now. */
  insert(tenantId: string, task: TaskRow, createdAtMs: number): Promise<TaskRow | undefined>;
  /** What each of these people did last. */
  lastOf(tenantId: string, userIds: readonly string[]): Promise<TaskRow[]>;
  /** What was done for a member. */
  ofPatient(tenantId: string, patientId: string, stretch: Stretch): Promise<StretchPage<Counted<TaskRow>>>;
}

const columns = 't.id, t.user_id, t.type, t.performed_at, t.patient_id, t.seconds';

export function createTasksStore(database: Database): TasksStore {
  return {
    insert: (tenantId, { id, userId, type, performedAt, patientId, seconds }, createdAtMs) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query(
          `insert into vigil.tasks (tenant_id, id, user_id, type, performed_at, patient_id, seconds, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
          [tenantId, id, userId, type, new Date(performedAt), patientId, seconds, new Date(createdAtMs)],
        );
        const [stored] = await sql.query<TaskRow>(`select ${columns} from vigil.tasks t where t.tenant_id = $1 and t.id = $2`, [
          tenantId,
          id,
        ]);
        return stored;
      }),

    lastOf: (tenantId, userIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<TaskRow>(
          `select last.* from unnest($2::uuid[]) as someone (id)
           cross join lateral (
             select ${columns} from vigil.tasks t where t.tenant_id = $1 and t.user_id = someone.id order by t.performed_at desc limit 1
           ) last`,
          [tenantId, userIds],
        ),
      ),

    ofPatient: (tenantId, patientId, stretch) =>
      database.tenant(tenantId, async (sql) => {
        const asked = newestFirst(
          `select ${columns}, t.performed_at as at, t.id::text as key from vigil.tasks t
           where t.tenant_id = $1 and t.performed_at >= $2 and t.performed_at < $3 and t.patient_id = $4`,
          stretch,
          [patientId],
        );
        return pageOf(await sql.query<Counted<TaskRow>>(asked.statement, asked.valuesFor(tenantId)));
      }),
  };
}
