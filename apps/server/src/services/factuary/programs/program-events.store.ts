import type { StepType } from '@vigil/domain/programs/life-cycles';
import type { Database } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';

/** What became of a member's program. Milliseconds since 1970. */
export interface ProgramEvent {
  readonly memberProgramId: string;
  readonly programId: string;
  readonly name: string;
  readonly event: 'STARTED' | 'STEP_DONE' | 'COMPLETED' | 'FINISHED' | 'CANCELED';
  readonly at: number;
  /** Who of the staff began or ended it; null of all else. */
  readonly byId: string | null;
  /** Of a step that was done. */
  readonly stepType: StepType | null;
  readonly stepTitle: string | null;
}

/** When was a member given programs, which steps were done, and how did each end? */
export type ReadProgramEvents = (tenantId: string, userId: string, stretch: Stretch) => Promise<StretchPage<Counted<ProgramEvent>>>;

export function createReadProgramEvents(database: Pick<Database, 'tenant'>): ReadProgramEvents {
  return (tenantId, userId, stretch) =>
    database.tenant(tenantId, async (sql) => {
      const asked = newestFirst(
        `select r.id as member_program_id, r.program_id, v.name, moment.event, moment.at, moment.by_id, moment.step_type, moment.step_title,
           r.id || '/' || moment.place as key
         from vigil.member_programs r
         join vigil.program_versions v on v.tenant_id = r.tenant_id and v.program_id = r.program_id and v.version = r.version
         cross join lateral (
           select 'STARTED' as event, r.started_at as at, r.assigned_by as by_id, null as step_type, null as step_title, '2' as place
           union all select upper(r.status), r.ended_at, r.canceled_by, null, null, '0'
           union all select 'STEP_DONE', coalesce(i.done_at, i.read_at), null, i.type, m.steps -> i.step_index ->> 'title', '1/' || i.id
           from vigil.program_items i join vigil.program_modules m on m.tenant_id = i.tenant_id and m.id = i.module_id
           where i.tenant_id = $1 and i.member_program_id = r.id
         ) moment
         where r.tenant_id = $1 and r.user_id = $4 and moment.at >= $2 and moment.at < $3`,
        stretch,
        [userId],
      );
      return pageOf(await sql.query<Counted<ProgramEvent>>(asked.statement, asked.valuesFor(tenantId)));
    });
}
