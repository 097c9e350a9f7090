import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** One read, write or refused attempt on members' data. It names people and calls, never what the data says. */
export interface AuditEntry {
  readonly tenantId: string;
  readonly requestId: string;
  /** `operator`: somebody at the server's own terminal. */
  readonly actorKind: 'person' | 'device' | 'operator';
  /** User id of a person (null before the account exists), device id of a device, null for an operator. */
  readonly actorId: string | null;
  /** Subject at the identity provider; null for devices; an operator's user name at the machine. */
  readonly subject: string | null;
  /** User ids of the members. */
  readonly members: readonly string[];
  /** Id of the endpoint in the contract. */
  readonly endpoint: string;
  readonly method: string;
  /** HTTP status of the answer; of an operator's command, 200: it was let run. */
  readonly status: number;
  /** Network address; an operator's machine. */
  readonly ip: string;
}

/** An entry at its place in the tenant's chain. */
export interface AuditRow extends AuditEntry {
  readonly sequence: number;
  /** Microseconds since 1970, the resolution that the database keeps. */
  readonly atMicros: number;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

/** Where a chain begins. */
export const noHash = Buffer.alloc(32);

/** What the hash covers: every column, in a fixed order, as JSON, which has one spelling for each of these values. */
function canonical(row: Omit<AuditRow, 'hash' | 'prevHash'>): string {
  return JSON.stringify([
    row.tenantId,
    row.sequence,
    row.atMicros,
    row.requestId,
    row.actorKind,
    row.actorId,
    row.subject,
    row.members,
    row.endpoint,
    row.method,
    row.status,
    row.ip,
  ]);
}

/** SHA-256 over the previous row's hash and this row. */
export function hashOf(row: Omit<AuditRow, 'hash'>): Buffer {
  return createHash('sha256').update(row.prevHash).update(canonical(row)).digest();
}

export interface AuditHead {
  readonly sequence: number;
  readonly hash: Buffer;
  readonly brokenAt: number | null;
}

/** HMAC-SHA-256 over the end of a tenant's chain. Who has no key can neither shorten the chain nor write it anew. */
export function sealHead(key: string, tenantId: string, head: AuditHead): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['head', tenantId, head.sequence, head.hash.toString('hex'), head.brokenAt]))
    .digest();
}

/** HMAC-SHA-256 over the tenants that have a chain. */
export function sealRegister(key: string, tenants: readonly string[]): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['register', [...tenants].sort()]))
    .digest();
}

export function sealHolds(seal: Buffer, expected: Buffer): boolean {
  return seal.length === expected.length && timingSafeEqual(seal, expected);
}
