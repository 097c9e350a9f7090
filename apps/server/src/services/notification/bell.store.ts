import type { EventNews } from '@vigil/contract/calendar.values';
import type { BellList, PushContentType } from '@vigil/contract/notification.values';
import { mostBellItems } from '@vigil/contract/notification.values';
import type { Database } from '#platform/postgres/database.ts';

/** Whose bell it is. */
export interface BellOwner {
  readonly tenantId: string;
  readonly userId: string;
  /** What is addressed to one of them is the person's as well. */
  readonly roles: readonly string[];
}

export interface BellRow {
  readonly id: string;
  readonly type: BellList;
  readonly description: string;
  readonly patientId: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Of an event: what it is called, when it begins (milliseconds since 1970) and what there is to tell of it; null in other lists. */
  readonly title: string | null;
  readonly startsAt: number | null;
  readonly news: EventNews | null;
  /** The handoff that it leads to; null in other lists, and of everything else. */
  readonly handoffId: string | null;
  /** How many the list has in all. */
  readonly total: number;
}

/** A line that is no event's. */
export type ToldRow = Omit<BellRow, 'title' | 'startsAt' | 'news' | 'handoffId'> & Partial<Pick<BellRow, 'handoffId'>>;
const asLine = (row: ToldRow): BellRow => ({ handoffId: null, ...row, title: null, startsAt: null, news: null });

/** What is marked: all up to a position of pushes, included, or some by their ids. */
export type Marked = { readonly asOf: number } | { readonly ids: readonly string[]; readonly clicked: boolean };

/** The calendar's list, which the calendar keeps itself: what is read there is read here. */
export interface CalendarList {
  unread(
    tenantId: string,
    userId: string,
    scope: 'tenant' | readonly string[],
    asOf: number,
  ): Promise<
    readonly (Omit<BellRow, 'type' | 'title' | 'startsAt' | 'news' | 'handoffId'> & {
      title: string | null;
      startsAt: number;
      news: EventNews;
    })[]
  >;
  markRead(tenantId: string, userId: string, marked: Marked): Promise<number>;
}

export interface Bell {
  /** What is unread of the members in `scope`, newest first; of what was told up to the position, included. */
  unread(owner: BellOwner, scope: 'tenant' | readonly string[], asOf: number): Promise<BellRow[]>;
  /** Marks what is the owner's own; how many were unread. */
  markRead(owner: BellOwner, scope: 'tenant' | readonly string[], list: BellList, marked: Marked): Promise<number>;
}

/** The list of messages, by their conversations: the item's id is the conversation's. */
export interface MessagesOfBell {
  unread(owner: BellOwner, scope: 'tenant' | readonly string[]): Promise<readonly ToldRow[]>;
  markRead(owner: BellOwner, scope: 'tenant' | readonly string[], marked: Marked): Promise<number>;
}

/** Which pushes stand in which list. Events and messages are asked where they are kept. */
const pushesOf = new Map<BellList, PushContentType>([['actions', 'ACTION']]);

/** What was told to a person, $2, or to one of the person's roles, $3, and has not left every bell. */
const own = `p.tenant_id = $1 and p.content_type = $4 and p.superseded_at is null
  and (p.user_ids @> array[$2::uuid] or p.roles && $3::text[])`;
/** The person was told nothing newer of the same, up to position $5. */
const newest = ['about_id', 'ring_of']
  .map(
    (same) => `not exists (
      select from vigil.pushes n where n.tenant_id = p.tenant_id and n.${same} = p.${same} and n.superseded_at is null
        and n.position > p.position and n.position <= $5 and (n.user_ids @> array[$2::uuid] or n.roles && $3::text[]))`,
  )
  .join(' and ');
const unreadOnly = `not exists (
  select from vigil.bell_reads r where r.tenant_id = p.tenant_id and r.user_id = $2 and r.push_id = p.id)`;

export interface BellSources {
  readonly calendar: CalendarList;
  readonly messages: MessagesOfBell;
}

export function createBell(database: Pick<Database, 'tenant'>, { calendar, messages }: BellSources): Bell {
  return {
    async unread(owner, scope, asOf) {
      const { tenantId, userId, roles } = owner;
      const found = (await messages.unread(owner, scope)).map(asLine);
      for (const [type, contentType] of pushesOf) {
        const rows = await database.tenant(tenantId, (sql) =>
          sql.query<Omit<ToldRow, 'type'>>(
            `select p.id, p.description, p.patient_id, p.created_at, case when p.opens = 'handoff' then p.about_id end as handoff_id, count(*) over ()::int as total from vigil.pushes p
             where ${own} and p.position <= $5 and (p.patient_id is null or $6::uuid[] is null or p.patient_id = any($6)) and ${unreadOnly} and ${newest}
             order by p.position desc limit ${mostBellItems}`,
            [tenantId, userId, roles, contentType, asOf, scope === 'tenant' ? null : scope],
          ),
        );
        found.push(...rows.map((row) => asLine({ ...row, type })));
      }
      const events = await calendar.unread(tenantId, userId, scope, asOf);
      return [...events.map((event) => ({ ...event, type: 'calendar' as const, handoffId: null })), ...found].sort(
        (one, other) => other.createdAt - one.createdAt,
      );
    },

    async markRead(owner, scope, list, marked) {
      const { tenantId, userId, roles } = owner;
      if (list === 'calendar') return calendar.markRead(tenantId, userId, marked);
      if (list === 'messages') return messages.markRead(owner, scope, marked);
      const contentType = pushesOf.get(list);
      if (contentType === undefined) return 0;
      const which = 'asOf' in marked ? 'p.position <= $5' : 'p.id = any($5::uuid[])';
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query(
          `insert into vigil.bell_reads (tenant_id, user_id, push_id, clicked)
           select p.tenant_id, $2, p.id, $6 from vigil.pushes p where ${own} and ${which}
           on conflict do nothing returning push_id`,
          [tenantId, userId, roles, contentType, 'asOf' in marked ? marked.asOf : marked.ids, 'clicked' in marked && marked.clicked],
        ),
      );
      return rows.length;
    },
  };
}
