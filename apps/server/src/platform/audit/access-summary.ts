import { zoneOffsets } from '@vigil/domain/timeframe/offsets';
import type { Database } from '../postgres/database.ts';

/** What one person, or one of the member's devices, or the machine's operator did with a member's data on one day. */
export interface AccessOnDay {
  /** yyyy-MM-dd, in the zone that was asked for. */
  readonly day: string;
  readonly actorKind: 'person' | 'device' | 'operator';
  readonly actorId: string | null;
  readonly endpoint: string;
  readonly method: string;
  readonly refused: boolean;
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface AccessQuestion {
  readonly member: string;
  /** In milliseconds since 1970; `toMs` is not part of it. */
  readonly fromMs: number;
  readonly toMs: number;
  /** IANA name, checked. */
  readonly timeZone: string;
}

/** Entries that are counted at most: a bound, far beyond what a month of one member has. */
const mostEntries = 200_000;

/** Who did what with a member's data, by day, person and call: the newest day first. */
export function summariseAccess(database: Pick<Database, 'tenant'>, tenantId: string, question: AccessQuestion): Promise<AccessOnDay[]> {
  const { member, fromMs, toMs, timeZone } = question;
  const span = 'l.at >= $2 and l.at < $3';
  // By the offsets that everything else goes by: PostgreSQL's own table of zones is of another age.
  const offsets = zoneOffsets(timeZone, fromMs / 1000, toMs / 1000);
  const day = `to_char(at at time zone 'UTC' + make_interval(secs => ($6::int[])[width_bucket(at, $5::timestamptz[])]), 'YYYY-MM-DD')`;
  return database.tenant(tenantId, (sql) =>
    sql.query<AccessOnDay>(
      `select ${day} as day, actor_kind, actor_id, endpoint, method, status >= 400 as refused, count(*)::int as count,
         round(extract(epoch from min(at)) * 1000)::float8 as first_at, round(extract(epoch from max(at)) * 1000)::float8 as last_at
       from (
         (select l.at, l.actor_kind, l.actor_id, l.endpoint, l.method, l.status from vigil.audit_log l
          where l.tenant_id = $1 and ${span} and cardinality(l.members) = 1 and l.members[1] = $4 limit ${mostEntries})
         union all
         (select l.at, l.actor_kind, l.actor_id, l.endpoint, l.method, l.status
          from vigil.audit_among_several($4, $2, $3, 'infinity', ${Number.MAX_SAFE_INTEGER}, ${mostEntries}) named
          join vigil.audit_log l on l.tenant_id = $1 and l.sequence = named.sequence where ${span})
       ) entries
       group by 1, 2, 3, 4, 5, 6 order by 1 desc, last_at desc`,
      [
        ...[tenantId, new Date(fromMs), new Date(toMs), member],
        ...[offsets.map(({ fromSeconds }) => new Date(fromSeconds * 1000)), offsets.map(({ offsetSeconds }) => offsetSeconds)],
      ],
    ),
  );
}

/** Whether anything was done with the member's data before a moment. */
export async function wasAccessedBefore(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  member: string,
  beforeMs: number,
): Promise<boolean> {
  const before = new Date(beforeMs);
  const [row] = await database.tenant(tenantId, (sql) =>
    sql.query<{ found: boolean }>(
      `select exists (select 1 from vigil.audit_log l where l.tenant_id = $1 and cardinality(l.members) = 1 and l.members[1] = $2 and l.at < $3)
         or exists (select 1 from vigil.audit_among_several($2, '-infinity', $3, $3, 0, 1)) as found`,
      [tenantId, member, before],
    ),
  );
  return row?.found ?? false;
}
