import type { Database } from '#platform/postgres/database.ts';

export interface ConfiguredTenant {
  readonly id: string;
  readonly code: string;
  readonly displayName: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface ConfiguratorStore {
  /** The tenant with this id or code; null when there is none. */
  tenant(idOrCode: string): Promise<ConfiguredTenant | null>;
}

export function createConfiguratorStore(database: Database): ConfiguratorStore {
  return {
    async tenant(idOrCode) {
      const rows = await database.global((sql) =>
        sql.query<ConfiguredTenant>('select id, code, display_name, settings from vigil.tenants where id::text = $1 or code = $1', [
          idOrCode.toLowerCase(),
        ]),
      );
      return rows[0] ?? null;
    },
  };
}
