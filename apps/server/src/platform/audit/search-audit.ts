import { readingPosts } from '@vigil/contract/privacy.values';
import type { Database, Sql } from '../postgres/database.ts';
import type { AuditEntry } from './audit-entry.ts';

/** An entry of the log as people are shown it. */
export interface FoundEntry extends Omit<AuditEntry, 'tenantId' | 'requestId' | 'subject'> {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** An operator's user name at the machine; null of everybody else. */
  readonly operator: string | null;
}

/** Where to go on: behind this entry, in the order of the log, the newest first. */
export interface PlaceInLog {
  readonly atMicros: number;
  readonly sequence: number;
}

/** Which entries. What is absent does not matter. */
export interface AuditQuestion {
  /** Whose data. */
  readonly member?: string | undefined;
  /** Who acted: user id of a person, or id of a device. */
  readonly actor?: string | undefined;
  /** From this moment, in milliseconds since 1970. */
  readonly fromMs?: number | undefined;
  /** Before this moment. */
  readonly toMs?: number | undefined;
  /** People and operators, or devices; absent: all of them. */
  readonly by?: 'PEOPLE' | 'DEVICES' | undefined;
  readonly kind?: 'READ' | 'WRITE' | undefined;
  readonly outcome?: 'DONE' | 'REFUSED' | undefined;
  /** Ids of endpoints of the contract, and of operators' commands. */
  readonly calls?: readonly string[] | undefined;
  readonly before?: PlaceInLog | undefined;
}

export interface AuditPage {
  readonly entries: FoundEntry[];
  /** Null at the end of the log. A page may be short, or empty, and have a next one: only so much is looked through at once. */
  readonly next: PlaceInLog | null;
}

/** Entries that one page looks through at most: what matches seldom is searched for in steps, each as quick as a page. */
const lookedThrough = [1_000, 20_000] as const;

interface Row extends FoundEntry {
  readonly atMicros: number;
}

const columns = `l.sequence, l.at, (extract(epoch from l.at) * 1000000)::bigint as at_micros, l.actor_kind, l.actor_id,
  case when l.actor_kind = 'operator' then l.subject end as operator, to_jsonb(l.members) as members, l.endpoint, l.method, l.status, l.ip`;

/** A page of a tenant's audit log, the newest entries first, by keyset: the last page costs what the first does. */
export async function searchAudit(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  question: AuditQuestion,
  size: number,
): Promise<AuditPage> {
  const sifted = question.kind !== undefined || question.by === 'DEVICES' || question.outcome === 'DONE' || question.calls !== undefined;
  return database.tenant(tenantId, async (sql) => {
    const several = question.member === undefined ? [] : await amongSeveral(sql, question, size + 1);
    if (!sifted) return pageOf(await read(sql, tenantId, question, { several, window: size + 1, most: size + 1 }), size);
    for (const window of lookedThrough) {
      const page = await siftedPage(sql, tenantId, question, { window, size });
      if (page.next === null || page.entries.length === size || window === lookedThrough[1]) return page;
    }
    throw new Error('the last window is always answered');
  });
}

/** What matches among the next `window` entries. */
async function siftedPage(
  sql: Sql,
  tenantId: string,
  question: AuditQuestion,
  { window, size }: { window: number; size: number },
): Promise<AuditPage> {
  const several = question.member === undefined ? [] : await amongSeveral(sql, question, window);
  const rows = await read(sql, tenantId, question, { several, window, most: size + 1 });
  if (rows.length > size) return pageOf(rows, size);
  const [edge] = await read(sql, tenantId, question, { several, window, most: 1, skipped: window - 1, unsifted: true });
  return { entries: rows.map(foundOf), next: edge ? { atMicros: edge.atMicros, sequence: edge.sequence } : null };
}

function pageOf(rows: readonly Row[], size: number): AuditPage {
  const last = rows[size - 1];
  const next = rows.length > size && last ? { atMicros: last.atMicros, sequence: last.sequence } : null;
  return { entries: rows.slice(0, size).map(foundOf), next };
}

const foundOf = ({ atMicros: _, ...entry }: Row): FoundEntry => entry;

/** Microseconds beyond every entry, and before. */
const ends = { from: '-infinity', to: 'infinity' } as const;
const time = (ms: number | undefined, otherwise: string) => (ms === undefined ? otherwise : new Date(ms).toISOString());
const moment = (micros: number) =>
  `${new Date(Math.floor(micros / 1000)).toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, '0')}Z`;

async function amongSeveral(sql: Sql, { member, fromMs, toMs, before }: AuditQuestion, most: number): Promise<number[]> {
  const rows = await sql.query<{ sequence: number }>('select sequence from vigil.audit_among_several($1, $2, $3, $4, $5, $6)', [
    member,
    time(fromMs, ends.from),
    time(toMs, ends.to),
    before ? moment(before.atMicros) : ends.to,
    before?.sequence ?? Number.MAX_SAFE_INTEGER,
    most,
  ]);
  return rows.map(({ sequence }) => sequence);
}

interface Reading {
  /** Sequences of entries that name the member among others. */
  readonly several: readonly number[];
  readonly window: number;
  readonly most: number;
  readonly skipped?: number;
  /** Whatever the indexes find. */
  readonly unsifted?: boolean;
}

/** Of the `window` entries that the indexes find first, those that match the rest, `most` of them after `skipped`. */
async function read(sql: Sql, tenantId: string, question: AuditQuestion, reading: Reading): Promise<Row[]> {
  const { several, window, most, skipped = 0, unsifted = false } = reading;
  const { member, actor, by, fromMs, toMs, kind, outcome, calls, before } = question;
  const values: unknown[] = [tenantId];
  const put = (value: unknown) => `$${values.push(value)}`;
  const found = ['l.tenant_id = $1'];
  if (actor !== undefined) found.push(`l.actor_id = ${put(actor)}`);
  if (fromMs !== undefined) found.push(`l.at >= ${put(time(fromMs, ends.from))}`);
  if (toMs !== undefined) found.push(`l.at < ${put(time(toMs, ends.to))}`);
  if (before) found.push(`(l.at, l.sequence) < (${put(moment(before.atMicros))}, ${put(before.sequence)})`);
  if (by === 'PEOPLE') found.push("l.actor_kind <> 'device'");
  if (outcome === 'REFUSED') found.push('l.status >= 400');
  const rest: string[] = [];
  if (!unsifted && outcome === 'DONE') rest.push('status < 400');
  if (!unsifted && by === 'DEVICES') rest.push("actor_kind = 'device'");
  if (!unsifted && kind !== undefined)
    rest.push(`${kind === 'READ' ? '' : 'not '}(method = 'GET' or endpoint = any(${put(readingPosts)}::text[]))`);
  if (!unsifted && calls !== undefined) rest.push(`endpoint = any(${put(calls)}::text[])`);
  const newestFirst = `order by l.at desc, l.sequence desc limit ${put(window)}`;
  const part = (more: string) =>
    `(select ${columns} from vigil.audit_log l where ${[...found, more].filter(Boolean).join(' and ')} ${newestFirst})`;
  const parts =
    member === undefined
      ? part('')
      : `${part(`cardinality(l.members) = 1 and l.members[1] = ${put(member)}`)}
         union all ${part(`l.sequence = any(${put(several)}::bigint[])`)}`;
  const where = rest.length > 0 ? `where ${rest.join(' and ')}` : '';
  return sql.query<Row>(
    `select sequence, at, at_micros, actor_kind, actor_id, operator, members, endpoint, method, status, ip
     from (select * from (${parts}) found order by at desc, sequence desc limit ${put(window)}) looked ${where}
     order by at desc, sequence desc limit ${put(most)} offset ${put(skipped)}`,
    values,
  );
}
