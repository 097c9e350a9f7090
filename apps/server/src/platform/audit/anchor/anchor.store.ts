import type { Database, Sql } from '../../postgres/database.ts';
import { readHead } from '../audit.store.ts';
import { sealHead, sealHolds } from '../audit-entry.ts';
import type { Anchor, AnchoredHead } from './anchor-entry.ts';

type Tenants = Anchor['tenants'];

/** How often the anchor of this place was written, 0 for never. Locked until the transaction ends: the processes of a data directory take turns. */
export async function lockPlace(sql: Sql, place: string): Promise<number> {
  await sql.query('insert into vigil.audit_anchors (place, writes) values ($1, 0) on conflict do nothing', [place]);
  const [row] = await sql.query<{ writes: number }>('select writes from vigil.audit_anchors where place = $1 for update', [place]);
  return row?.writes ?? 0;
}

export async function noteWritten(sql: Sql, place: string, writes: number): Promise<void> {
  await sql.query('update vigil.audit_anchors set writes = $2 where place = $1', [place, writes]);
}

export interface KnownPlace {
  readonly place: string;
  readonly writes: number;
}

export async function readPlaces(sql: Sql): Promise<KnownPlace[]> {
  return sql.query<KnownPlace>('select place, writes from vigil.audit_anchors where writes > 0');
}

/** Those of the named heads whose entry is gone or has another hash now. */
export async function headsNotFound(sql: Sql, tenants: Tenants): Promise<Map<string, 'gone' | 'changed'>> {
  const heads = Object.entries(tenants);
  if (heads.length === 0) return new Map();
  const rows = await sql.query<{ tenantId: string; hash: Buffer }>('select tenant_id, hash from vigil.audit_hashes($1, $2)', [
    heads.map(([tenant]) => tenant),
    heads.map(([, head]) => head.sequence),
  ]);
  const now = new Map(rows.map((row) => [row.tenantId, row.hash.toString('hex')]));
  const wrong = heads.flatMap(([tenant, head]): [string, 'gone' | 'changed'][] => {
    const hash = now.get(tenant);
    return hash === head.hash ? [] : [[tenant, hash === undefined ? 'gone' : 'changed']];
  });
  return new Map(wrong);
}

/** The ends of all chains as the database has them now, where their seals hold: where an anchor begins. */
export async function headsNow(database: Pick<Database, 'tenant' | 'global'>, key: string): Promise<Tenants> {
  const [register] = await database.global((sql) => sql.query<{ tenants: string[] }>('select tenants from vigil.audit_register'));
  const heads: Record<string, AnchoredHead> = {};
  for (const tenant of register?.tenants ?? []) {
    const head = await database.tenant(tenant, (sql) => readHead(sql, tenant));
    if (head && head.sequence > 0 && sealHolds(head.seal, sealHead(key, tenant, head)))
      heads[tenant] = { sequence: head.sequence, hash: head.hash.toString('hex') };
  }
  return heads;
}
