import type { EventNews } from '@vigil/contract/calendar.values';
import type { Sql } from '#platform/postgres/database.ts';
import type { publish } from '#services/notification/index.ts';

/** What a push says. It names nobody and holds no title: what it is about is asked for where it is shown. */
export const newsInWords: Readonly<Record<EventNews, string>> = {
  invited: 'You are invited to an event.',
  changed: 'An event in your calendar was changed.',
  cancelled: 'An event in your calendar was cancelled.',
  booked: 'An appointment was booked.',
  left: 'Somebody does not take part in an event of yours any more.',
  reminder: 'An event in your calendar begins soon.',
};

export interface News {
  /** What it is about; of those that repeat each person is told of the next one that has not ended. */
  readonly eventIds: readonly string[];
  readonly userIds: readonly string[];
  readonly news: EventNews;
}

export type Tell = (sql: Sql, tenantId: string, news: News) => Promise<void>;

/**
 * Tells people what has become of events, in the transaction in which it does: open screens at once, and the bell until it is
 * read. Of what is over nobody is told; open screens ask again all the same.
 */
export function createTell(push: typeof publish): Tell {
  return async (sql, tenantId, { eventIds, userIds, news }) => {
    if (userIds.length === 0 || eventIds.length === 0) return;
    const next = await sql.query<{ eventId: string; userId: string }>(
      `select distinct on (p.user_id) p.user_id, p.event_id from vigil.calendar_participants p
       join vigil.calendar_events e on e.tenant_id = p.tenant_id and e.id = p.event_id
       where p.tenant_id = $1 and p.event_id = any($2::uuid[]) and p.user_id = any($3::uuid[]) and ($4 or e.ends_at > now())
       order by p.user_id, p.starts_at, p.event_id`,
      [tenantId, eventIds, userIds, news === 'reminder'],
    );
    const isOver = next.length === 0;
    const to = { userIds: isOver ? userIds : next.map(({ userId }) => userId) };
    const pushId = await push(sql, {
      ...{ tenantId, to, contentType: 'CALENDAR_EVENT', patientId: null, description: newsInWords[news], forScreensOnly: isOver },
    });
    await sql.query(
      `update vigil.calendar_participants p set news = $3, news_at = now(), news_push_id = $4, read = false, clicked = false
       from jsonb_to_recordset($2) as one ("eventId" uuid, "userId" uuid)
       where p.tenant_id = $1 and p.event_id = one."eventId" and p.user_id = one."userId"`,
      [tenantId, JSON.stringify(next), news, pushId],
    );
  };
}
