import type { NoticeType } from '@vigil/contract/chat.values';
import type { People } from '#people/index.ts';
import type { Sql } from '#platform/postgres/database.ts';
import type { Say } from '#services/chat/index.ts';
import { isMemberAlone } from './invited.ts';

export interface AppointmentsNews {
  /** What it is about; of those that repeat each member’s conversation tells the next one that has not ended. */
  readonly eventIds: readonly string[];
  readonly type: Extract<NoticeType, `appointment_${string}`>;
  /** Only to these, who take part or did; to everybody who takes part where absent. */
  readonly userIds?: readonly string[];
}

/**
 * Within the transaction of its cause: tells the conversation of each member who takes part what has become of an appointment: an
 * event of the staff with the member. Of what is cancelled it is said before it is. Neither title nor text is told.
 */
export type SayAppointments = (sql: Sql, tenantId: string, news: AppointmentsNews) => Promise<void>;

export interface SayAppointmentsDeps {
  readonly care: Pick<People['care'], 'namedWithin'>;
  readonly say: Say;
}

export function createSayAppointments({ care, say }: SayAppointmentsDeps): SayAppointments {
  return async (sql, tenantId, { eventIds, type, userIds = null }) => {
    if (eventIds.length === 0) return;
    const next = await sql.query<{ userId: string; ownerId: string; startsAt: number }>(
      `select distinct on (p.user_id) p.user_id, e.owner_id, e.starts_at from vigil.calendar_participants p
       join vigil.calendar_events e on e.tenant_id = p.tenant_id and e.id = p.event_id
       where p.tenant_id = $1 and p.event_id = any($2::uuid[]) and (p.user_id = any($3::uuid[]) or $3 is null and p.gone is null) and p.user_id <> e.owner_id
         and e.ends_at > now() and e.deleted_at is null
       order by p.user_id, p.starts_at, p.event_id`,
      [tenantId, eventIds, userIds],
    );
    if (next.length === 0) return;
    const named = [...new Set(next.flatMap(({ userId, ownerId }) => [userId, ownerId]))];
    const people = new Map((await care.namedWithin(sql, tenantId, named)).map((one) => [one.id, one]));
    for (const { userId, ownerId, startsAt } of next) {
      const [member, owner] = [people.get(userId), people.get(ownerId)];
      if (!member || !owner || !isMemberAlone(member.roles)) continue;
      const notice = { type, name: `${owner.givenName} ${owner.familyName}`, time: startsAt };
      await say(sql, tenantId, { conversationId: userId, notice, isQuiet: true });
    }
  };
}
