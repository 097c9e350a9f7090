import type { EventNews } from '@vigil/contract/calendar.values';
import { mostBellItems } from '@vigil/contract/notification.values';
import type { Database } from '#platform/postgres/database.ts';
import { markRead } from './events.store.ts';
import { newsInWords } from './told.ts';

/** An event as the bell shows it. Times in milliseconds since 1970. */
export interface BellEvent {
  /** Of the event. */
  readonly id: string;
  /** As it was called when the person last took part; null where that is not known. */
  readonly title: string | null;
  readonly news: EventNews;
  readonly description: string;
  readonly startsAt: number;
  /** The member whom it is about, where the person may see them. */
  readonly patientId: string | null;
  /** When it was told. */
  readonly createdAt: number;
  /** How many there are in all. */
  readonly total: number;
}

export interface CalendarBell {
  /** What somebody was told of events up to a position of pushes and has not read, the newest first. */
  unread(tenantId: string, userId: string, scope: 'tenant' | readonly string[], asOf: number): Promise<BellEvent[]>;
  /** Marks all that was told up to a position, or events by id; how many were unread. */
  markRead(
    tenantId: string,
    userId: string,
    marked: { readonly asOf: number } | { readonly ids: readonly string[]; readonly clicked: boolean },
  ): Promise<number>;
}

/** What a person, $2, was told by a push that is placed no later than $3, or is forgotten by now; of what is cancelled that alone. */
const toldBy = `p.tenant_id = $1 and p.user_id = $2 and p.news is not null and not p.read
  and (p.news = 'cancelled' or (p.gone is null and e.deleted_at is null))
  and not exists (select from vigil.pushes n where n.tenant_id = p.tenant_id and n.id = p.news_push_id and (n.position is null or n.position > $3))`;
const told = 'vigil.calendar_participants p join vigil.calendar_events e on e.tenant_id = p.tenant_id and e.id = p.event_id';

/** The calendar's list of the bell, which is nothing but what participants have not read. `keepDays`: what is older leaves it. */
export function createCalendarBell(database: Pick<Database, 'tenant'>, keepDays: number): CalendarBell {
  return {
    unread: (tenantId, userId, scope, asOf) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<Omit<BellEvent, 'description'>>(
          `select e.id, case when p.gone is null then e.title else p.known_title end as title, p.news, p.starts_at, p.news_at as created_at, count(*) over ()::int as total,
             case when p.gone is null and ($5::uuid[] is null or e.patient_id = any($5)) then e.patient_id end as patient_id
           from ${told} where ${toldBy} and p.news_at > now() - make_interval(days => $4) order by p.news_at desc, e.id limit ${mostBellItems}`,
          [tenantId, userId, asOf, keepDays, scope === 'tenant' ? null : scope],
        );
        return rows.map((row) => ({ ...row, description: newsInWords[row.news] }));
      }),
    markRead: (tenantId, userId, marked) =>
      database.tenant(tenantId, async (sql) => {
        if ('ids' in marked) return markRead(sql, tenantId, userId, marked.ids, marked.clicked);
        const rows = await sql.query<{ id: string }>(`select e.id from ${told} where ${toldBy} order by e.id`, [
          tenantId,
          userId,
          marked.asOf,
        ]);
        // 'Mark all as read' flags all as clicked.
        return markRead(
          sql,
          tenantId,
          userId,
          rows.map(({ id }) => id),
          true,
        );
      }),
  };
}
