import type { Database } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';

/** What was written in a member's conversation on one day, by the platform or in its name left out. Times in milliseconds since 1970. */
export interface MessageDay {
  /** yyyy-MM-dd. */
  readonly day: string;
  /** Of the last message. */
  readonly at: number;
  readonly firstAt: number;
  readonly count: number;
  readonly byMember: number;
  readonly withdrawn: number;
  /** Who of the staff wrote. */
  readonly senderIds: readonly string[];
}

/** On which days of this zone was something written in a member's conversation, how much and by whom? By the last message of each day. */
export type ReadMessageDays = (
  tenantId: string,
  memberId: string,
  zone: string,
  stretch: Stretch,
) => Promise<StretchPage<Counted<MessageDay>>>;

export function createReadMessageDays(database: Pick<Database, 'tenant'>): ReadMessageDays {
  return (tenantId, memberId, zone, stretch) =>
    database.tenant(tenantId, async (sql) => {
      const asked = newestFirst(
        `select day, day as key, max(created_at) as at, min(created_at) as first_at, count(*)::int as count,
           (count(*) filter (where sender_id = $4))::int as by_member, (count(*) filter (where withdrawn_at is not null))::int as withdrawn,
           coalesce(array_agg(distinct sender_id) filter (where sender_id <> $4), '{}') as sender_ids
         from (
           select m.sender_id, m.created_at, m.withdrawn_at, (m.created_at at time zone $5)::date::text as day from vigil.chat_messages m
           where m.tenant_id = $1 and m.created_at >= $2 and m.created_at < $3 and m.conversation_id = $4 and m.kind <> 'system'
         ) m group by day`,
        stretch,
        [memberId, zone],
      );
      return pageOf(await sql.query<Counted<MessageDay>>(asked.statement, asked.valuesFor(tenantId)));
    });
}
