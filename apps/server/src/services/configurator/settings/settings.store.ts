import type { Database, Sql } from '#platform/postgres/database.ts';
import type { Change, Held, Layer } from './settings.rules.ts';

/** Whose settings: a tenant's, or those of all tenants at once. */
export type Scope = 'global' | { readonly tenantId: string };

export interface Stored {
  readonly layer: Layer;
  /** Counts the changes; 0 before the first. */
  readonly revision: number;
}

export interface Actor {
  readonly kind: 'person' | 'operator';
  /** User id of a person; null for an operator. */
  readonly id: string | null;
  readonly name: string;
}

export interface ChangeRow extends Change {
  readonly id: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actorKind: Actor['kind'];
  readonly actorName: string;
}

/** What a change is decided on: all of it holds until the change has been made. */
export interface Locked extends Stored {
  /** Changes of these paths after a revision, the newest first. */
  changedSince(revision: number, paths: readonly string[]): Promise<readonly ChangeRow[]>;
  /** A change of this scope; null where there is none. */
  change(id: string): Promise<ChangeRow | null>;
  /** Hosts of all other tenants; nobody else can set any until this change is made. */
  hostsOfOthers(): Promise<readonly { readonly code: string; readonly hosts: unknown }[]>;
}

export interface Decided {
  readonly layer: Layer;
  readonly changes: readonly Change[];
}

export interface SettingsStore {
  /** Null where there is no such tenant. */
  read(scope: Scope): Promise<Stored | null>;
  /** The newest first, and how many there are in all. */
  changes(scope: Scope, limit: number, offset: number): Promise<{ rows: readonly ChangeRow[]; total: number }>;
  /** Changes settings and writes down what was changed, in one step: of two changes at once, the second sees the first. Null where there is no such tenant. */
  change(scope: Scope, by: Actor, atMs: number, decide: (locked: Locked) => Promise<Decided>): Promise<Stored | null>;
}

/** Only one change of hosts at a time, over all tenants. */
const hostsLock = 7_618_351;
const columns = 'id, revision, at, actor_name, path, before, after';

/** The statements of a scope. Tenants are told apart by row-level security, and in the text as well. */
const statements = {
  global: {
    read: 'select settings as layer, revision from vigil.global_settings',
    lock: 'select settings as layer, revision from vigil.global_settings for update',
    write: 'update vigil.global_settings set settings = $1, revision = $2',
    note: 'insert into vigil.global_setting_changes (revision, at, actor_name, path, before, after) values ($1, $2, $3, $4, $5, $6)',
    count: 'select count(*) as total from vigil.global_setting_changes',
    list: `select ${columns}, 'operator' as actor_kind from vigil.global_setting_changes order by revision desc, path limit $1 offset $2`,
    since: `select ${columns}, 'operator' as actor_kind from vigil.global_setting_changes where revision > $1 and path = any($2) order by revision desc`,
    one: `select ${columns}, 'operator' as actor_kind from vigil.global_setting_changes where id = $1`,
  },
  tenant: {
    read: 'select settings as layer, settings_revision as revision from vigil.tenants where id = vigil.current_tenant()',
    lock: 'select settings as layer, settings_revision as revision from vigil.tenants where id = vigil.current_tenant() for update',
    write: 'update vigil.tenants set settings = $1, settings_revision = $2 where id = vigil.current_tenant()',
    note: `insert into vigil.tenant_setting_changes (tenant_id, revision, at, actor_name, path, before, after, actor_kind, actor_id)
           values (vigil.current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8)`,
    count: 'select count(*) as total from vigil.tenant_setting_changes where tenant_id = vigil.current_tenant()',
    list: `select ${columns}, actor_kind from vigil.tenant_setting_changes where tenant_id = vigil.current_tenant()
           order by revision desc, path limit $1 offset $2`,
    since: `select ${columns}, actor_kind from vigil.tenant_setting_changes
            where tenant_id = vigil.current_tenant() and revision > $1 and path = any($2) order by revision desc`,
    one: `select ${columns}, actor_kind from vigil.tenant_setting_changes where tenant_id = vigil.current_tenant() and id = $1`,
  },
} as const;

export function createSettingsStore(database: Database): SettingsStore {
  const within = <T>(scope: Scope, work: (sql: Sql, texts: (typeof statements)['global' | 'tenant']) => Promise<T>): Promise<T> =>
    scope === 'global'
      ? database.global((sql) => work(sql, statements.global))
      : database.tenant(scope.tenantId, (sql) => work(sql, statements.tenant));

  return {
    read: (scope) =>
      within(
        scope,
        async (sql, { read }) => (await sql.query<Stored>(read))[0] ?? (scope === 'global' ? { layer: {}, revision: 0 } : null),
      ),

    changes: (scope, limit, offset) =>
      within(scope, async (sql, { list, count }) => {
        const rows = await sql.query<ChangeRow>(list, [limit, offset]);
        const [counted] = await sql.query<{ total: number }>(count);
        return { rows, total: counted?.total ?? 0 };
      }),

    change: (scope, by, atMs, decide) =>
      within(scope, async (sql, texts) => {
        if (scope === 'global') await sql.query('insert into vigil.global_settings default values on conflict do nothing');
        const [stored] = await sql.query<Stored>(texts.lock);
        if (!stored) return null;
        const { layer, changes } = await decide(lockedOn(sql, texts, stored));
        if (changes.length === 0) return stored;
        const revision = stored.revision + 1;
        await sql.query(texts.write, [JSON.stringify(layer), revision]);
        for (const { path, before, after } of changes) {
          const row = [revision, new Date(atMs), by.name, path, jsonOf(before), jsonOf(after)];
          await sql.query(texts.note, scope === 'global' ? row : [...row, by.kind, by.id]);
        }
        return { layer, revision };
      }),
  };
}

function lockedOn(sql: Sql, { since, one }: (typeof statements)['global' | 'tenant'], stored: Stored): Locked {
  return {
    ...stored,
    changedSince: (revision, paths) => sql.query<ChangeRow>(since, [revision, paths]),
    change: async (id) => (await sql.query<ChangeRow>(one, [id]))[0] ?? null,
    async hostsOfOthers() {
      await sql.query('select pg_advisory_xact_lock($1)', [hostsLock]);
      return sql.query("select code, settings #> '{tenant,hosts}' as hosts from vigil.tenants where id <> vigil.current_tenant()");
    },
  };
}

function jsonOf(held: Held): string | null {
  return held && JSON.stringify(held);
}
