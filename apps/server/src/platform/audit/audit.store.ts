import type { Sql } from '../postgres/database.ts';
import { prepared } from '../postgres/prepared.ts';
import { type AuditHead, type AuditRow, noHash, sealHead, sealHolds, sealRegister } from './audit-entry.ts';

interface HeadRow {
  sequence: number;
  hash: Buffer;
  brokenAt: number | null;
  seal: Buffer;
}

const headOf = 'select sequence, hash, broken_at, seal from vigil.audit_heads where tenant_id = $1';
const [head, headForUpdate] = [prepared(headOf), prepared(`${headOf} for update`)];

/** A tenant's head as it stands, with its seal; undefined when the tenant has none. */
export async function readHead(sql: Sql, tenantId: string, lock = false): Promise<(AuditHead & { seal: Buffer }) | undefined> {
  const [row] = await sql.query<HeadRow>(lock ? headForUpdate : head, [tenantId]);
  return row && { sequence: row.sequence, hash: row.hash, brokenAt: row.brokenAt, seal: row.seal };
}

/**
 * The head that the next rows go behind, locked until the transaction ends, so that servers take turns.
 * A head whose seal does not hold, or that is gone although the tenant had one, is not trusted and not hidden either:
 * the log goes on, and `brokenAt` keeps for good from where on it was found broken.
 */
export async function lockHead(sql: Sql, tenantId: string, key: string): Promise<AuditHead> {
  const head = await readHead(sql, tenantId, true);
  if (head && sealHolds(head.seal, sealHead(key, tenantId, head))) return head;
  if (head) {
    const last = await lastRow(sql, tenantId);
    const sequence = Math.max(head.sequence, last.sequence);
    return { sequence, hash: sequence === last.sequence ? last.hash : head.hash, brokenAt: Math.min(head.sequence, last.sequence) };
  }
  const brokenAt = (await enterInRegister(sql, tenantId, key)) ? null : 0;
  const last = await lastRow(sql, tenantId);
  const first: AuditHead = { sequence: last.sequence, hash: last.hash, brokenAt: last.sequence > 0 ? 0 : brokenAt };
  await sql.query(
    'insert into vigil.audit_heads (tenant_id, sequence, hash, broken_at, seal) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [tenantId, first.sequence, first.hash, first.brokenAt, sealHead(key, tenantId, first)],
  );
  return (await readHead(sql, tenantId, true)) ?? first;
}

async function lastRow(sql: Sql, tenantId: string): Promise<{ sequence: number; hash: Buffer }> {
  const [row] = await sql.query<{ sequence: number; hash: Buffer }>(
    'select sequence, hash from vigil.audit_log where tenant_id = $1 order by sequence desc limit 1',
    [tenantId],
  );
  return row ?? { sequence: 0, hash: noHash };
}

/** Notes that the tenant has a chain from now on. False when it was noted before, which means that its head was removed. */
async function enterInRegister(sql: Sql, tenantId: string, key: string): Promise<boolean> {
  await sql.query('insert into vigil.audit_register (tenants, seal) values ($1, $2) on conflict do nothing', [[], sealRegister(key, [])]);
  const [register] = await sql.query<{ tenants: string[]; seal: Buffer }>('select tenants, seal from vigil.audit_register for update');
  if (!register) throw new Error('The audit register could not be written');
  // Two servers may write a tenant's first row at once: the second waited for the lock and finds the head in place.
  if (await readHead(sql, tenantId)) return true;
  if (register.tenants.includes(tenantId)) return false;
  const tenants = [...register.tenants, tenantId];
  // A register that does not hold is left unsealed: sealing it again would hide that somebody changed it.
  const seal = sealHolds(register.seal, sealRegister(key, register.tenants)) ? sealRegister(key, tenants) : register.seal;
  await sql.query('update vigil.audit_register set tenants = $1, seal = $2', [tenants, seal]);
  return true;
}

const insertRows = prepared(
  `with moved as (update vigil.audit_heads set sequence = $3, hash = $4, broken_at = $5, seal = $6 where tenant_id = $1)
   insert into vigil.audit_log (tenant_id, sequence, at, request_id, actor_kind, actor_id, subject, members, endpoint, method, status, ip, prev_hash, hash)
   select $1, sequence, timestamptz 'epoch' + at_micros * interval '1 microsecond', request_id, actor_kind, actor_id, subject, members, endpoint, method, status, ip,
          decode(prev_hash, 'hex'), decode(hash, 'hex')
   from jsonb_to_recordset($2::jsonb) as row(sequence bigint, at_micros bigint, request_id text, actor_kind text, actor_id uuid, subject text, members uuid[],
        endpoint text, method text, status smallint, ip text, prev_hash text, hash text)`,
);

/** Adds rows behind the head and moves the head, in one statement. */
export async function append(sql: Sql, tenantId: string, rows: readonly AuditRow[], head: AuditHead, seal: Buffer): Promise<void> {
  const wire = rows.map((row) => ({
    sequence: row.sequence,
    at_micros: row.atMicros,
    request_id: row.requestId,
    actor_kind: row.actorKind,
    actor_id: row.actorId,
    subject: row.subject,
    members: row.members,
    endpoint: row.endpoint,
    method: row.method,
    status: row.status,
    ip: row.ip,
    prev_hash: row.prevHash.toString('hex'),
    hash: row.hash.toString('hex'),
  }));
  await sql.query(insertRows, [tenantId, JSON.stringify(wire), head.sequence, head.hash, head.brokenAt, seal]);
}

interface LogRow {
  sequence: number;
  atMicros: number;
  requestId: string;
  actorKind: 'person' | 'device';
  actorId: string | null;
  subject: string | null;
  members: string;
  endpoint: string;
  method: string;
  status: number;
  ip: string;
  prevHash: Buffer;
  hash: Buffer;
}

/** The next rows of a tenant's chain after `sequence`, at most `limit`. */
export async function readRows(sql: Sql, tenantId: string, after: number, limit: number): Promise<AuditRow[]> {
  const rows = await sql.query<LogRow>(
    `select sequence, (extract(epoch from at) * 1000000)::bigint as at_micros, request_id, actor_kind, actor_id, subject, to_jsonb(members)::text as members,
            endpoint, method, status, ip, prev_hash, hash
     from vigil.audit_log where tenant_id = $1 and sequence > $2 order by sequence limit $3`,
    [tenantId, after, limit],
  );
  return rows.map((row) => ({
    tenantId,
    sequence: row.sequence,
    atMicros: row.atMicros,
    requestId: row.requestId,
    actorKind: row.actorKind,
    actorId: row.actorId,
    subject: row.subject,
    members: JSON.parse(row.members) as string[],
    endpoint: row.endpoint,
    method: row.method,
    status: row.status,
    ip: row.ip,
    prevHash: row.prevHash,
    hash: row.hash,
  }));
}
