import type { Database } from '#platform/postgres/database.ts';

/** People of a tenant who have a connection open to one server process. */
export interface PresentRow {
  readonly tenantId: string;
  readonly processId: string;
  readonly userIds: readonly string[];
}

export interface PresenceStore {
  /** Notes that a process says it now. */
  say(present: PresentRow): Promise<void>;
  /** What processes have said within so long, of all tenants. */
  said(withinMs: number): Promise<(PresentRow & { readonly saidSecondsAgo: number })[]>;
  /** Removes what nobody believes any more. */
  forget(): Promise<void>;
}

export function createPresenceStore(database: Pick<Database, 'tenant' | 'ask'>): PresenceStore {
  return {
    say: ({ tenantId, processId, userIds }) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query(
          `insert into vigil.chat_presence (tenant_id, process_id, user_ids) values ($1, $2, $3)
           on conflict (tenant_id, process_id) do update set user_ids = excluded.user_ids, said_at = now()`,
          [tenantId, processId, userIds],
        );
      }),
    said: (withinMs) => database.ask('select * from vigil.chat_present($1)', [withinMs / 1000]),
    async forget() {
      await database.ask('select vigil.forget_chat_presence()');
    },
  };
}
