import type { Database } from '#platform/postgres/database.ts';

/** A member whose last message nobody of the care team has answered; when it was sent, in milliseconds since 1970. */
export interface UnansweredRow {
  readonly userId: string;
  readonly at: number;
}

/** A message that nobody has answered in so many days waits for no answer any more. */
const waitingDays = 14;

/** Whose last message in the conversation with the care team nobody has answered: of all members, or of these; the newest first, at most `limit`. */
export const readUnanswered = (
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  scope: 'tenant' | readonly string[],
  limit: number,
): Promise<UnansweredRow[]> =>
  database.tenant(tenantId, (sql) =>
    sql.query<UnansweredRow>(
      `select c.member_id as user_id, last.created_at as at from vigil.chat_conversations c
       cross join lateral (
         select m.sender_id, m.created_at from vigil.chat_messages m
         where m.tenant_id = c.tenant_id and m.conversation_id = c.id and m.kind <> 'system' and m.withdrawn_at is null
         order by m.sequence desc limit 1
       ) last
       where c.tenant_id = $1 and c.kind = 'member' and c.last_message_at > now() - interval '${waitingDays} days'
         and ($2::uuid[] is null or c.member_id = any($2)) and last.sender_id = c.member_id
       order by last.created_at desc limit $3`,
      [tenantId, scope === 'tenant' ? null : [...scope], limit],
    ),
  );
