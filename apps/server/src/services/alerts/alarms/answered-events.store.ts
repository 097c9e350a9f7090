import type { AlertEvent } from '@vigil/contract/registry-timeline.values';
import { type ChainStep, chainSteps } from '@vigil/domain/alerts/chain';
import type { AlertSeverity } from '@vigil/domain/alerts/rule';
import type { Database } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';

/** That somebody answered an alarm, undid that, or nobody did so that it went further up. Milliseconds since 1970. */
export interface AlarmAnswerEvent {
  readonly event: AlertEvent;
  readonly at: number;
  readonly severity: AlertSeverity;
  readonly byId: string | null;
  /** By the rule that told it then; null where that has left the alarm. */
  readonly actionId: string | null;
  readonly title: string | null;
  /** Whoever answered has undone it. */
  readonly isUndone: boolean;
  /** Of one that went further up: whom it told. */
  readonly step: ChainStep | null;
  readonly told: readonly string[];
}

/** How were a member's alarms answered, and which went further up because nobody did? */
export type ReadAlarmAnswers = (tenantId: string, userId: string, stretch: Stretch) => Promise<StretchPage<Counted<AlarmAnswerEvent>>>;

type Row = Omit<AlarmAnswerEvent, 'step'> & { readonly level: number };

export function createReadAlarmAnswers(database: Pick<Database, 'tenant'>): ReadAlarmAnswers {
  return (tenantId, userId, stretch) =>
    database.tenant(tenantId, async (sql) => {
      const asked = newestFirst(
        `select e.at, e.severity, e.by_id, e.level, e.told, p.action_id, p.title, lpad((1000000000000 - e.sequence)::text, 12, '0') as key,
           case e.kind when 'acknowledged' then 'ACKNOWLEDGED' when 'snoozed' then 'SNOOZED' when 'undone' then 'ANSWER_UNDONE'
             else 'ESCALATED' end as event,
           e.kind in ('acknowledged', 'snoozed') and coalesce(next.kind = 'undone', false) as is_undone
         from vigil.alarms a
         join vigil.alarm_events e on e.tenant_id = a.tenant_id and e.alarm_id = a.id
         left join vigil.alarm_parts p on p.tenant_id = a.tenant_id and p.alarm_id = a.id and p.rule_id = e.rule_id
         left join lateral (
           select n.kind from vigil.alarm_events n
           where n.tenant_id = $1 and n.alarm_id = e.alarm_id and n.sequence > e.sequence and n.by_id is not null order by n.sequence limit 1
         ) next on e.kind in ('acknowledged', 'snoozed')
         where a.tenant_id = $1 and a.user_id = $4 and e.at >= $2 and e.at < $3
           and (e.kind in ('acknowledged', 'snoozed', 'undone') or (e.kind = 'due' and e.rang))`,
        stretch,
        [userId],
      );
      const { rows, total } = pageOf(await sql.query<Counted<Row>>(asked.statement, asked.valuesFor(tenantId)));
      return {
        total,
        rows: rows.map(({ level, told, ...row }) => {
          const hasRisen = row.event === 'ESCALATED';
          return { ...row, step: hasRisen ? (chainSteps[level] ?? 'all_providers') : null, told: hasRisen ? told : [] };
        }),
      };
    });
}
