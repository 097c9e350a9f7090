import { type ItemStatus, insightStatuses, isDone, pledgeStatuses, surveyStatuses } from '@vigil/domain/programs/life-cycles';
import type { AccountStatus } from '@vigil/domain/status/account-status';
import type { Database } from '#platform/postgres/database.ts';

/** How far a member has come in a program that was begun. Times in milliseconds since 1970. */
export interface ProgressRow {
  readonly userId: string;
  readonly accountStatus: AccountStatus;
  readonly programId: string;
  readonly name: string;
  readonly status: 'active' | 'finished' | 'completed' | 'canceled';
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly steps: number;
  readonly stepsDone: number;
  readonly modules: number;
  /** Modules of which a step is not done. */
  readonly modulesOpen: number;
  readonly insights: number;
  readonly insightsDone: number;
  readonly pledges: number;
  readonly pledgesDone: number;
  readonly surveys: number;
  readonly surveysDone: number;
}

/** What a member has done of what programs brought, in a stretch of time. */
export interface ContentDone {
  readonly userId: string;
  /** Insights that were read. */
  readonly insights: number;
  /** Pledges that were achieved. */
  readonly pledges: number;
}

export interface DoneQuestion {
  readonly scope: 'tenant' | readonly string[];
  /** Inclusive. Milliseconds since 1970. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Members that one answer tells of. */
  readonly most: number;
}

const done: readonly ItemStatus[] = [...new Set([...insightStatuses, ...pledgeStatuses, ...surveyStatuses])].filter(isDone);
const counted = (type: string, as: string) =>
  `count(*) filter (where i.type = '${type}')::int as ${as}, count(*) filter (where i.type = '${type}' and i.status = any($4))::int as ${as}_done`;

export function createProgressStore(database: Database) {
  return {
    /** Programs of the members in scope, those begun last first, at most so many of them. */
    progressIn: (tenantId: string, scope: 'tenant' | readonly string[], most: number) =>
      database.tenant(tenantId, (sql) =>
        sql.query<ProgressRow>(
          `with runs as (
             select * from vigil.member_programs where tenant_id = $1 and ($2::uuid[] is null or user_id = any($2))
             order by started_at desc, id limit $3
           )
           select r.user_id, vigil.account_status_of(u) as account_status, r.program_id, v.name, r.status, r.started_at, r.ended_at, c.*
           from runs r
           join vigil.users u on u.tenant_id = $1 and u.id = r.user_id
           join vigil.program_versions v on v.tenant_id = $1 and v.program_id = r.program_id and v.version = r.version
           cross join lateral (
             select count(*)::int as steps, count(*) filter (where i.status = any($4))::int as steps_done,
               count(distinct i.module_index)::int as modules,
               count(distinct i.module_index) filter (where i.status <> all($4))::int as modules_open,
               ${counted('insight', 'insights')}, ${counted('pledge', 'pledges')}, ${counted('survey', 'surveys')}
             from vigil.program_items i where i.tenant_id = $1 and i.member_program_id = r.id
           ) c
           order by r.started_at desc, r.id`,
          [tenantId, scope === 'tenant' ? null : [...scope], most, [...done]],
        ),
      ),

    /** Insights read and pledges achieved by the members in scope, at most so many of them; who did neither is absent. */
    doneIn: (tenantId: string, { scope, fromMs, toMs, most }: DoneQuestion) =>
      database.tenant(tenantId, (sql) =>
        sql.query<ContentDone>(
          `select user_id, count(*) filter (where type = 'insight')::int as insights, count(*) filter (where type = 'pledge')::int as pledges
           from vigil.program_items
           where tenant_id = $1 and ($2::uuid[] is null or user_id = any($2))
             and case type when 'insight' then least(read_at, rated_at) when 'pledge' then done_at end >= $3
             and case type when 'insight' then least(read_at, rated_at) when 'pledge' then done_at end < $4
           group by user_id order by user_id limit $5`,
          [tenantId, scope === 'tenant' ? null : [...scope], new Date(fromMs), new Date(toMs), most],
        ),
      ),
  };
}
export type ProgressStore = ReturnType<typeof createProgressStore>;
