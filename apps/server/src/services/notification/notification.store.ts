import type { PushContentType } from '@vigil/contract/notification.values';
import type { Database } from '#platform/postgres/database.ts';

/** A push as it is stored. */
export interface StoredPush {
  readonly tenantId: string;
  readonly id: string;
  /** Its place in the order in which pushes are told, over all tenants; numbers may be missing in between. */
  readonly position: number;
  readonly userIds: readonly string[];
  readonly roles: readonly string[];
  readonly contentType: PushContentType;
  readonly patientId: string | null;
  readonly description: string;
}

export interface MissedQuestion {
  readonly tenantId: string;
  /** Behind this position. */
  readonly after: number;
  /** And up to this one, included. */
  readonly upTo: number;
  readonly userId: string | null;
  readonly roles: readonly string[];
}

export interface PushesStore {
  /** The last position that was given; whatever is committed later comes behind it. */
  lastPosition(): Promise<number>;
  /** The next pushes of all tenants behind a position, in order; `pushesAtOnce` at most. */
  after(position: number): Promise<StoredPush[]>;
  /** What is addressed to a person or to roles between two positions, in order; `pushesAtOnce` at most. */
  missed(question: MissedQuestion): Promise<StoredPush[]>;
  /** Removes what is too old by the database's clock. */
  forgetOld(keep: KeptTimes): Promise<void>;
}

/** How long pushes are kept. */
export interface KeptTimes {
  /** For browsers that come back. */
  readonly hours: number;
  /** What stands in bells. */
  readonly bellDays: number;
}

/** Pushes that are read with one question. */
export const pushesAtOnce = 200;
/** Pushes that are removed with one statement. */
const forgottenAtOnce = 5_000;

export function createPushesStore(database: Pick<Database, 'ask' | 'tenant'>): PushesStore {
  return {
    async lastPosition() {
      const [row] = await database.ask<{ position: number }>('select vigil.last_push_position() as position');
      return row?.position ?? 0;
    },
    after: (position) => database.ask<StoredPush>('select * from vigil.pushes_after($1, $2)', [position, pushesAtOnce]),
    missed: ({ tenantId, after, upTo, userId, roles }) =>
      database.tenant(tenantId, (sql) =>
        sql.query<StoredPush>(
          `select tenant_id, id, position, user_ids, roles, content_type, patient_id, description from vigil.pushes
           where tenant_id = $1 and position > $2 and position <= $3 and (user_ids @> array[$4::uuid] or roles && $5::text[])
           order by position limit ${pushesAtOnce}`,
          [tenantId, after, upTo, userId, roles],
        ),
      ),
    async forgetOld({ hours, bellDays }) {
      for (;;) {
        const [row] = await database.ask<{ gone: number }>('select vigil.forget_pushes($1, $2, $3) as gone', [
          ...[hours, bellDays, forgottenAtOnce],
        ]);
        if ((row?.gone ?? 0) < forgottenAtOnce) return;
      }
    },
  };
}
