import type { Database } from '../postgres/database.ts';
import { readHead, readRows } from './audit.store.ts';
import { type AuditHead, hashOf, noHash, sealHead, sealHolds, sealRegister } from './audit-entry.ts';

export interface BrokenAudit {
  /** Null when the list of chains itself was changed. */
  readonly tenant: string | null;
  /** The row at which it shows; 0 before the first. */
  readonly sequence: number;
  readonly what: string;
}

export interface AuditVerdict {
  readonly tenants: number;
  readonly rows: number;
  /** Empty when every chain is whole. At most 100 findings a tenant. */
  readonly broken: readonly BrokenAudit[];
}

const pageRows = 5_000;
const findingsLimit = 100;

/**
 * Walks every tenant's audit chain and says where rows were changed, removed, inserted or put in another order.
 * It may run while servers write. What it cannot see is a database emptied or put back to an earlier state, seals included:
 * `verifyAnchor` does, which knows from outside the database how far the log had come.
 */
export async function verifyAudit(database: Pick<Database, 'tenant' | 'global'>, key: string): Promise<AuditVerdict> {
  const { tenants, registered, registerHolds } = await database.global(async (sql) => {
    const known = await sql.query<{ id: string }>('select id from vigil.tenants order by id');
    const [register] = await sql.query<{ tenants: string[]; seal: Buffer }>('select tenants, seal from vigil.audit_register');
    const names = register?.tenants ?? [];
    return {
      tenants: [...new Set([...known.map((row) => row.id), ...names])],
      registered: new Set(names),
      registerHolds: !register || sealHolds(register.seal, sealRegister(key, names)),
    };
  });
  const broken: BrokenAudit[] = registerHolds
    ? []
    : [{ tenant: null, sequence: 0, what: 'the list of audited tenants was changed by somebody without the key' }];
  let rows = 0;
  for (const tenant of tenants) {
    const verdict = await verifyTenant(database, key, tenant, registered.has(tenant));
    rows += verdict.rows;
    broken.push(...verdict.broken);
  }
  return { tenants: registered.size, rows, broken };
}

async function verifyTenant(
  database: Pick<Database, 'tenant'>,
  key: string,
  tenant: string,
  registered: boolean,
): Promise<{ rows: number; broken: BrokenAudit[] }> {
  const broken: BrokenAudit[] = [];
  const found = (sequence: number, what: string) => {
    if (broken.length < findingsLimit) broken.push({ tenant, sequence, what });
  };
  const headNow = () => database.tenant(tenant, (sql) => readHead(sql, tenant));
  let head = await headNow();
  // A chain that began after the register was read is in it by now: both are written in one transaction.
  if (head && !registered && !(await isRegistered(database, tenant))) found(0, 'the tenant is missing from the list of audited tenants');

  let sequence = 0;
  let hash: Buffer = noHash;
  let count = 0;
  for (;;) {
    const page = await database.tenant(tenant, (sql) => readRows(sql, tenant, sequence, pageRows));
    for (const row of page) {
      if (row.sequence !== sequence + 1) found(sequence + 1, missing(sequence + 1, row.sequence - 1));
      else if (!row.prevHash.equals(hash)) found(row.sequence, 'does not follow from the row before it');
      if (!hashOf(row).equals(row.hash)) found(row.sequence, 'the row was changed');
      sequence = row.sequence;
      hash = row.hash;
      count += 1;
      if (head && row.sequence === head.sequence && !row.hash.equals(head.hash))
        found(row.sequence, 'is not the row that the sealed head names');
    }
    if (page.length === pageRows) continue;
    // Rows behind the head are new ones if the head has moved meanwhile, and forged ones if it has not.
    const later = await headNow();
    if (later && later.sequence > Math.max(sequence, head?.sequence ?? 0)) {
      head = later;
      continue;
    }
    head = later ?? head;
    break;
  }
  judgeHead(head, { key, tenant, registered, sequence, hash, found });
  return { rows: count, broken };
}

async function isRegistered(database: Pick<Database, 'tenant'>, tenant: string): Promise<boolean> {
  const rows = await database.tenant(tenant, (sql) => sql.query('select 1 from vigil.audit_register where $1 = any(tenants)', [tenant]));
  return rows.length > 0;
}

interface Walked {
  readonly key: string;
  readonly tenant: string;
  readonly registered: boolean;
  readonly sequence: number;
  readonly hash: Buffer;
  readonly found: (sequence: number, what: string) => void;
}

function judgeHead(head: (AuditHead & { seal: Buffer }) | undefined, { key, tenant, registered, sequence, hash, found }: Walked): void {
  if (!head) {
    if (registered || sequence > 0) found(sequence, 'the head of the chain was removed');
    return;
  }
  if (!sealHolds(head.seal, sealHead(key, tenant, head))) found(head.sequence, 'the head was changed by somebody without the key');
  if (head.brokenAt !== null) found(head.brokenAt, 'the head was found forged or removed when the server went on after this row');
  if (sequence < head.sequence) found(sequence + 1, missing(sequence + 1, head.sequence));
  else if (sequence > head.sequence) found(head.sequence + 1, 'stands behind the sealed head: it was not written by the server');
  else if (!hash.equals(head.hash)) found(sequence, 'is not the row that the sealed head names');
}

function missing(from: number, to: number): string {
  if (to < from) return 'stands twice in the chain';
  return from === to ? 'the row was removed' : `the rows up to ${to} were removed`;
}
