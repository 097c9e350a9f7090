import type { Database } from '#platform/postgres/database.ts';

export interface ConfiguredTenant {
  readonly id: string;
  readonly code: string;
  readonly displayName: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface Row {
  readonly id: string;
  readonly code: string;
  readonly display_name: string | null;
  readonly settings: Record<string, unknown>;
}

export interface ConfiguratorStore {
  /** The tenant with this id or code; null when there is none. */
  tenant(idOrCode: string): Promise<ConfiguredTenant | null>;
}

export function createConfiguratorStore(database: Database): ConfiguratorStore {
  return {
    async tenant(idOrCode) {
      const rows = await database.global((sql) =>
        sql.query<Row>('select id, code, display_name, settings from vigil.tenants where id::text = $1 or code = $1', [
          idOrCode.toLowerCase(),
        ]),
      );
      const [row] = rows;
      return row ? { id: row.id, code: row.code, displayName: row.display_name, settings: row.settings } : null;
    },
  };
}
