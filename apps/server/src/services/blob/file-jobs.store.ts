import type { Sql } from '#platform/postgres/database.ts';

export const fileJobKinds = ['check', 'thumbnail'] as const;
export type FileJobKind = (typeof fileJobKinds)[number];

/** Something to be done with a file, taken on by one process. */
export interface FileJob {
  readonly fileId: string;
  readonly kind: FileJobKind;
  /** How often it was taken on, this time counted in. */
  readonly tries: number;
}

/** Within a transaction. */
export const addJobs = (sql: Sql, tenantId: string, fileId: string, kinds: readonly FileJobKind[]) =>
  sql.query('insert into vigil.file_jobs (tenant_id, file_id, kind) select $1, $2, unnest($3::text[])', [tenantId, fileId, kinds]);

/** Within a transaction: takes the oldest of a kind on, which nobody else does within so many seconds. */
export async function claimJob(sql: Sql, tenantId: string, kind: FileJobKind, forSeconds: number): Promise<FileJob | undefined> {
  const [job] = await sql.query<FileJob>(
    `update vigil.file_jobs j set due_at = now() + make_interval(secs => $3), tries = tries + 1 from (
       select file_id, kind from vigil.file_jobs where tenant_id = $1 and kind = $2 and due_at <= now() order by due_at limit 1 for update skip locked
     ) oldest where j.tenant_id = $1 and j.file_id = oldest.file_id and j.kind = oldest.kind
     returning j.file_id, j.kind, j.tries`,
    [tenantId, kind, forSeconds],
  );
  return job;
}

/** Within a transaction: whether nobody else has taken it on since, or done it. It stays so until the transaction ends. */
export async function isStillOurs(sql: Sql, tenantId: string, { fileId, kind, tries }: FileJob): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from vigil.file_jobs where tenant_id = $1 and file_id = $2 and kind = $3 and tries = $4 for update',
    [tenantId, fileId, kind, tries],
  );
  return rows.length > 0;
}

/** Within a transaction: it is done. */
export const endJob = (sql: Sql, tenantId: string, { fileId, kind }: FileJob) =>
  sql.query('delete from vigil.file_jobs where tenant_id = $1 and file_id = $2 and kind = $3', [tenantId, fileId, kind]);

/** Within a transaction: it is tried again after so many seconds, unless another process has it now. */
export const tryAgain = (sql: Sql, tenantId: string, { fileId, kind, tries }: FileJob, afterSeconds: number) =>
  sql.query(
    `update vigil.file_jobs set due_at = now() + make_interval(secs => $5)
     where tenant_id = $1 and file_id = $2 and kind = $3 and tries = $4`,
    [tenantId, fileId, kind, tries, afterSeconds],
  );
