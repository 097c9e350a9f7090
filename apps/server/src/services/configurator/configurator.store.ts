import type { Database } from '#platform/postgres/database.ts';

export interface ConfiguredTenant {
  readonly id: string;
  readonly code: string;
  readonly displayName: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Counts the changes of its settings. */
  readonly settingsRevision: number;
}

export interface TenantName {
  readonly id: string;
  readonly code: string;
  readonly displayName: string | null;
  /** Of members who are given none; null: the default zone. */
  readonly timeZone: string | null;
}

export interface ConfiguratorStore {
  /** The tenant with this id or code; null when there is none. */
  tenant(idOrCode: string): Promise<ConfiguredTenant | null>;
  /** Every tenant, by code. */
  tenants(): Promise<TenantName[]>;
  /** Makes a tenant; false where there is one with this code already. */
  createTenant(code: string, displayName: string | null, timeZone: string | null): Promise<boolean>;
}

export function createConfiguratorStore(database: Database): ConfiguratorStore {
  return {
    async tenant(idOrCode) {
      const rows = await database.global((sql) =>
        sql.query<ConfiguredTenant>(
          'select id, code, display_name, settings, settings_revision from vigil.tenants where id::text = $1 or code = $1',
          [idOrCode.toLowerCase()],
        ),
      );
      return rows[0] ?? null;
    },

    tenants: () =>
      database.global((sql) =>
        sql.query<TenantName>(
          "select id, code, display_name, settings->'tenant'->>'timeZone' as time_zone from vigil.tenants order by code",
        ),
      ),

    async createTenant(code, displayName, timeZone) {
      const made = await database.global((sql) =>
        sql.query(
          'insert into vigil.tenants (code, display_name, settings) values ($1, $2, $3) on conflict (code) do nothing returning id',
          [code, displayName, timeZone === null ? {} : { tenant: { timeZone } }],
        ),
      );
      return made.length > 0;
    },
  };
}
