import type { HandoffFacts } from '@vigil/contract/triage-handoffs.contract';
import { type HandoffList, handoffsOnPage } from '@vigil/contract/triage-handoffs.values';
import type { AlertSeverity } from '@vigil/domain/alerts/rule';
import type { Database } from '#platform/postgres/database.ts';
import { type HandoffRow, handoffColumns } from './drafts.store.ts';

export interface ListedRow extends HandoffRow {
  /** Members of it whom the reader may see. */
  readonly memberIds: readonly string[];
  /** The worst that was open about one of them. */
  readonly severity: AlertSeverity | null;
}

export interface MemberRow {
  readonly userId: string;
  readonly summary: string;
  readonly toDo: string;
  readonly contingency: string;
  readonly facts: HandoffFacts | null;
}

export interface ListQuestion {
  readonly readerId: string;
  /** Members whom the reader may see. */
  readonly scope: 'tenant' | readonly string[];
  readonly list: HandoffList | 'waiting';
  /** From 0. */
  readonly page: number;
}

export interface ReadingStore {
  /** A page of what was handed over, the newest first, and one more where there is another page. */
  list(tenantId: string, question: ListQuestion): Promise<ListedRow[]>;
  /** What a handoff tells of each member, the worst first: of all of them, whoever asks. */
  members(tenantId: string, id: string): Promise<MemberRow[]>;
}

/** A closed list, so it may stand in the statement. What was withdrawn is its author's alone. */
const whichOf: Readonly<Record<ListQuestion['list'], string>> = {
  mine: 'h.by_id = $2',
  received: "h.to_id = $2 and h.state <> 'withdrawn'",
  waiting: "h.to_id = $2 and h.state = 'handed_over'",
  recent: "h.state <> 'withdrawn' and (h.by_id = $2 or h.to_id = $2 or cardinality(seen.member_ids) > 0)",
};

export function createReadingStore(database: Pick<Database, 'tenant'>): ReadingStore {
  return {
    list: (tenantId, { readerId, scope, list, page }) =>
      database.tenant(tenantId, (sql) =>
        sql.query<ListedRow>(
          `select ${handoffColumns}, seen.member_ids, seen.severity from vigil.handoffs h
           cross join lateral (
             select coalesce(array_agg(m.user_id order by m.place), '{}') as member_ids,
               (array_agg(m.severity order by m.place) filter (where m.severity is not null))[1] as severity
             from vigil.handoff_members m
             where m.tenant_id = h.tenant_id and m.handoff_id = h.id and m.place is not null and ($3::uuid[] is null or m.user_id = any($3))
           ) seen
           where h.tenant_id = $1 and h.handed_over_at is not null and ${whichOf[list]}
           order by h.handed_over_at desc, h.id limit ${handoffsOnPage + 1} offset $4`,
          [tenantId, readerId, scope === 'tenant' ? null : [...scope], page * handoffsOnPage],
        ),
      ),

    members: (tenantId, id) =>
      database.tenant(tenantId, (sql) =>
        sql.query<MemberRow>(
          `select user_id, summary, to_do, contingency, facts from vigil.handoff_members
           where tenant_id = $1 and handoff_id = $2 and place is not null order by place`,
          [tenantId, id],
        ),
      ),
  };
}
