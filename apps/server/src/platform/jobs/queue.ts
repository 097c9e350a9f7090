import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Database, Sql } from '../postgres/database.ts';
import { type BackgroundJob, reportGivenUp, reportJobFailure } from './job-failures.ts';

/** A job that one process has taken on. */
export interface Claimed {
  readonly id: string;
  /** How often it was taken on, this time counted in. */
  readonly tries: number;
  /** Its time is over when it cannot be done now. */
  readonly isLast: boolean;
}

/** For how long and how many a claim is. */
export interface ClaimTerms {
  readonly most: number;
  /** Nobody else takes the jobs on within so many seconds; after that its process has died. */
  readonly forSeconds: number;
  /** A job that is older is tried for the last time. */
  readonly keepMinutes: number;
}

/** A job that is to be tried again. */
export interface Postponed {
  readonly id: string;
  /** As it was claimed: where another process has taken it on since, it is left to that one. */
  readonly tries: number;
  readonly afterSeconds: number;
  /** The parts of it that are done by now; absent: those that were before. */
  readonly done?: readonly string[] | undefined;
}

/** The statements over a table of jobs, which its owner names; each within a transaction of the tenant. */
export interface JobStatements<Job extends Claimed> {
  claim(sql: Sql, tenantId: string, terms: ClaimTerms): Promise<Job[]>;
  remove(sql: Sql, tenantId: string, id: string): Promise<void>;
  postpone(sql: Sql, tenantId: string, job: Postponed): Promise<void>;
}

export interface JobTable {
  /** With its schema. It has `tenant_id`, `id`, `created_at`, `next_try_at` and `tries`. */
  readonly table: string;
  /** What a job says beside that, as columns. */
  readonly columns: readonly string[];
  /** Where jobs have parts that are done one by one: the column (text[]) of those that are done. */
  readonly doneColumn?: string;
}

/** Names are the owner's own words in its source; none comes from outside. */
export function jobStatements<Job extends Claimed>({ table, columns, doneColumn }: JobTable): JobStatements<Job> {
  const said = [...columns, ...(doneColumn ? [doneColumn] : [])].map((column) => `j.${column}`).join(', ');
  const oldest = `select id from ${table} where tenant_id = $1 and next_try_at <= now() order by created_at limit $2 for update skip locked`;
  const keepDone = doneColumn ? `, ${doneColumn} = coalesce($5::text[], ${doneColumn})` : '';
  return {
    claim: (sql, tenantId, { most, forSeconds, keepMinutes }) =>
      sql.query<Job>(
        `update ${table} j set next_try_at = now() + make_interval(secs => $3), tries = tries + 1 from (${oldest}) oldest
         where j.tenant_id = $1 and j.id = oldest.id
         returning j.id, ${said}, j.tries, j.created_at < now() - make_interval(mins => $4) as is_last`,
        [tenantId, most, forSeconds, keepMinutes],
      ),
    async remove(sql, tenantId, id) {
      await sql.query(`delete from ${table} where tenant_id = $1 and id = $2`, [tenantId, id]);
    },
    async postpone(sql, tenantId, { id, tries, afterSeconds, done = null }) {
      await sql.query(
        `update ${table} set next_try_at = now() + make_interval(secs => $4)${keepDone} where tenant_id = $1 and id = $2 and tries = $3`,
        [tenantId, id, tries, afterSeconds, ...(doneColumn ? [done] : [])],
      );
    },
  };
}

/** What became of one try. */
export interface Tried {
  readonly isDone: boolean;
  /** The parts that are done by now, where a job has parts. */
  readonly done?: readonly string[] | undefined;
}

export interface QueueOptions<Job extends Claimed, Context> {
  readonly database: Pick<Database, 'tenant'>;
  readonly statements: JobStatements<Job>;
  /** What is asked once for all jobs that are taken on together, in the transaction that takes them on. */
  readonly prepare: (sql: Sql, tenantId: string, jobs: readonly Job[]) => Promise<Context>;
  /** Does one job, outside of any transaction. One that throws is tried again like one that is not done. */
  readonly attempt: (tenantId: string, job: Job, context: Context) => Promise<Tried>;
  /** See `ClaimTerms`. */
  readonly forSeconds: number;
  readonly keepMinutes: number;
  /** Before a job is tried again: twice as long each time. Seconds. */
  readonly firstPauseSeconds: number;
  readonly longestPauseSeconds: number;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly job: BackgroundJob;
  /** What the jobs are, as the log names them. */
  readonly jobs: string;
}

const settleAgainMs = 1_000;

/**
 * Does waiting jobs of a tenant, the oldest first; answers how many it took on. A job is a row that is written in the transaction of
 * its cause. It is leased, done, and taken off after that: a process that dies meanwhile leaves it to another once the lease is over,
 * so that it is done at least once. What may not happen twice has to say so itself where it is done: of a mail whose server took it
 * in the moment in which the process died nobody can know, and it is sent again.
 */
export function createQueue<Job extends Claimed, Context>(options: QueueOptions<Job, Context>) {
  const { database, statements, attempt, log, job, jobs: name } = options;
  const pauseAfter = (tries: number) => Math.min(options.firstPauseSeconds * 2 ** (tries - 1), options.longestPauseSeconds);

  /**
   * Takes a job off, or postpones it, as soon as its own try is over: whatever happens while others are still at theirs, it is not done
   * again. While the database is away that is tried until the lease is over.
   */
  async function settle(tenantId: string, { id, tries, isLast }: Job, { isDone, done }: Tried, untilMs: number): Promise<void> {
    for (;;)
      try {
        return await database.tenant(tenantId, (sql) =>
          isDone || isLast
            ? statements.remove(sql, tenantId, id)
            : statements.postpone(sql, tenantId, { id, tries, done, afterSeconds: pauseAfter(tries) }),
        );
      } catch (error) {
        if (performance.now() + settleAgainMs > untilMs) throw error;
        await pause(settleAgainMs);
      }
  }

  return async (tenantId: string, most: number): Promise<number> => {
    // From before the database counts: a process that stood still after it had claimed may not hold what others have taken on meanwhile.
    const untilMs = performance.now() + options.forSeconds * 1000;
    const terms = { most, forSeconds: options.forSeconds, keepMinutes: options.keepMinutes };
    const { claimed, context } = await database.tenant(tenantId, async (sql) => {
      const taken = await statements.claim(sql, tenantId, terms);
      return { claimed: taken, context: taken.length > 0 ? await options.prepare(sql, tenantId, taken) : undefined };
    });
    if (claimed.length === 0 || performance.now() >= untilMs) return claimed.length;
    const tried = await Promise.allSettled(
      claimed.map(async (job) => {
        const { isDone, done } = await attempt(tenantId, job, context as Context).catch((): Tried => ({ isDone: false }));
        await settle(tenantId, job, { isDone, done }, untilMs);
        return { isLast: job.isLast, isDone };
      }),
    );
    const failed = tried.flatMap((one) => (one.status === 'fulfilled' && !one.value.isDone ? [one.value] : []));
    const given = failed.filter(({ isLast }) => isLast).length;
    const again = failed.length - given;
    if (again > 0) reportJobFailure(log, job, { count: again }, `${name} could not be sent, they are tried again`);
    if (given > 0) reportGivenUp(log, job, { count: given }, `${name} were given up`);
    const unsettled = tried.find((one) => one.status === 'rejected');
    if (unsettled) throw unsettled.reason;
    return claimed.length;
  };
}
