import type { KeptIdentity } from '#people/index.ts';
import type { ErasureStep } from '#platform/personal-data/personal-data.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { publish, withdraw } from '#services/notification/index.ts';

/** A request to erase somebody. Times in milliseconds since 1970. */
export interface ErasureRow {
  readonly id: string;
  readonly userId: string;
  readonly requestedBy: string;
  readonly requestedAt: number;
  readonly reason: string | null;
  readonly dueAt: number;
  readonly withdrawnBy: string | null;
  readonly withdrawnAt: number | null;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly keepRecordUntil: number | null;
  readonly contactErasedAt: number | null;
  readonly recordErasedAt: number | null;
}

export interface NewErasure {
  readonly id: string;
  readonly userId: string;
  readonly requestedBy: string;
  readonly requestedAtMs: number;
  readonly reason: string;
  readonly dueAtMs: number;
}

export interface ErasureDecided {
  readonly by: string;
  readonly atMs: number;
  readonly keepRecordUntilMs: number | null;
  readonly keptIdentity: KeptIdentity | null;
}

const columns = `id, user_id, requested_by, requested_at, reason, due_at, withdrawn_by, withdrawn_at, decided_by, decided_at,
  keep_record_until, contact_erased_at, record_erased_at`;
const date = (ms: number | null) => (ms === null ? null : new Date(ms));
const mostListed = 200;

/** In the bells of administrators, who alone can carry it out. About nobody: they need not be ones who look after the member. */
const tellOfRequest = (sql: Sql, tenantId: string, { id }: ErasureRow) =>
  publish(sql, {
    ...{ tenantId, to: { roles: ['tenant_admin'] }, contentType: 'ACTION', patientId: null, aboutId: id },
    description: 'Erasure requested. Review it in the audit log.',
  });

export function createErasuresStore(database: Database) {
  const one = async (tenantId: string, text: string, values: readonly unknown[]): Promise<ErasureRow | undefined> =>
    (await database.tenant(tenantId, (sql) => sql.query<ErasureRow>(text, [tenantId, ...values])))[0];

  /** The same of what ends a request: it leaves the administrators' bells. */
  const over = (tenantId: string, text: string, values: readonly unknown[]): Promise<ErasureRow | undefined> =>
    database.tenant(tenantId, async (sql) => {
      const [row] = await sql.query<ErasureRow>(text, [tenantId, ...values]);
      if (row) await withdraw(sql, tenantId, [row.id]);
      return row;
    });

  return {
    /** The one that stands; undefined when there is none. */
    standing: (tenantId: string, userId: string) =>
      one(tenantId, `select ${columns} from vigil.erasures where tenant_id = $1 and user_id = $2 and withdrawn_at is null`, [userId]),

    byId: (tenantId: string, id: string) => one(tenantId, `select ${columns} from vigil.erasures where tenant_id = $1 and id = $2`, [id]),

    ofPerson: (tenantId: string, userId: string) =>
      database.tenant(tenantId, (sql) =>
        sql.query<ErasureRow>(`select ${columns} from vigil.erasures where tenant_id = $1 and user_id = $2 order by requested_at`, [
          tenantId,
          userId,
        ]),
      ),

    /** Who a record that is kept is about; null where none is. */
    keptIdentity: async (tenantId: string, userId: string): Promise<KeptIdentity | null> => {
      const [row] = await database.tenant(tenantId, (sql) =>
        sql.query<{ keptIdentity: KeptIdentity | null }>(
          'select kept_identity from vigil.erasures where tenant_id = $1 and user_id = $2 and kept_identity is not null',
          [tenantId, userId],
        ),
      );
      return row?.keptIdentity ?? null;
    },

    /** Those still open first, then the newest. */
    list: (tenantId: string) =>
      database.tenant(tenantId, (sql) =>
        sql.query<ErasureRow>(
          `select ${columns} from vigil.erasures where tenant_id = $1
           order by (decided_at is null and withdrawn_at is null) desc, requested_at desc limit ${mostListed}`,
          [tenantId],
        ),
      ),

    /** Every one that was decided, the oldest first. */
    decided: (tenantId: string) =>
      database.tenant(tenantId, (sql) =>
        sql.query<ErasureRow>(
          `select ${columns} from vigil.erasures where tenant_id = $1 and decided_at is not null order by decided_at, id`,
          [tenantId],
        ),
      ),

    /** Undefined where one stands already, or the id is another's. What administrators are told is told with it. */
    insert: (tenantId: string, { id, userId, requestedBy, requestedAtMs, reason, dueAtMs }: NewErasure) =>
      database.tenant(tenantId, async (sql) => {
        const [made] = await sql.query<ErasureRow>(
          `insert into vigil.erasures (tenant_id, id, user_id, requested_by, requested_at, reason, due_at)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${columns}`,
          [tenantId, id, userId, requestedBy, date(requestedAtMs), reason, date(dueAtMs)],
        );
        if (made) await tellOfRequest(sql, tenantId, made);
        return made;
      }),

    /** Undefined where none stands that was not decided yet. */
    withdraw: (tenantId: string, userId: string, by: string, atMs: number) =>
      over(
        tenantId,
        `update vigil.erasures set withdrawn_by = $3, withdrawn_at = $4
         where tenant_id = $1 and user_id = $2 and withdrawn_at is null and decided_at is null returning ${columns}`,
        [userId, by, date(atMs)],
      ),

    /** From here on there is no way back. Undefined where it was withdrawn or decided meanwhile. */
    decide: (tenantId: string, id: string, { by, atMs, keepRecordUntilMs, keptIdentity }: ErasureDecided) =>
      over(
        tenantId,
        `update vigil.erasures set decided_by = $3, decided_at = $4, keep_record_until = $5, kept_identity = $6
         where tenant_id = $1 and id = $2 and withdrawn_at is null and decided_at is null returning ${columns}`,
        [id, by, date(atMs), date(keepRecordUntilMs), keptIdentity && JSON.stringify(keptIdentity)],
      ),

    /** Notes that a step is done. With the record go the reason, which says more than that there was one, and the name. */
    done: async (tenantId: string, id: string, step: ErasureStep, atMs: number): Promise<void> => {
      const set =
        step === 'contact'
          ? 'contact_erased_at = coalesce(contact_erased_at, $3)'
          : 'record_erased_at = coalesce(record_erased_at, $3), kept_identity = null, reason = null';
      await one(tenantId, `update vigil.erasures set ${set} where tenant_id = $1 and id = $2 returning ${columns}`, [id, date(atMs)]);
    },

    /** Which steps, done at this time or before, are to be done once more, in whatever tenant. */
    toDoAgain: (doneUntilMs: number) =>
      database.global((sql) =>
        sql.query<{ tenantId: string; id: string; step: ErasureStep }>('select tenant_id, id, step from vigil.erasures_to_do_again($1)', [
          date(doneUntilMs),
        ]),
      ),

    /** Notes that a step was done once more. */
    doneAgain: async (tenantId: string, id: string, step: ErasureStep, atMs: number): Promise<void> => {
      const column = step === 'contact' ? 'contact_erased_again_at' : 'record_erased_again_at';
      await one(tenantId, `update vigil.erasures set ${column} = $3 where tenant_id = $1 and id = $2 returning ${columns}`, [
        id,
        date(atMs),
      ]);
    },

    /** Which decided erasures are to be worked on now, in whatever tenant. */
    due: (atMs: number) =>
      database.global((sql) =>
        sql.query<{ tenantId: string; id: string }>('select tenant_id, id from vigil.erasures_due($1)', [date(atMs)]),
      ),

    /** Puts back what was decided before a restored backup had been made. False where the person is not there. */
    putBack: (tenantId: string, row: ErasureRow) => database.tenant(tenantId, (sql) => putBack(sql, tenantId, row)),
  };
}

export type ErasuresStore = ReturnType<typeof createErasuresStore>;

async function putBack(sql: Sql, tenantId: string, row: ErasureRow): Promise<boolean> {
  await sql.query("select set_config('vigil.erased_people', 'shown', true)");
  const there = await sql.query('select 1 from vigil.users where tenant_id = $1 and id = $2', [tenantId, row.userId]);
  if (there.length === 0) return false;
  // What the backup knew of a request is older than what is put back.
  await sql.query(
    `update vigil.erasures set withdrawn_by = $3, withdrawn_at = $4
     where tenant_id = $1 and user_id = $2 and id <> $5 and decided_at is null and withdrawn_at is null`,
    [tenantId, row.userId, row.decidedBy, date(row.decidedAt), row.id],
  );
  await sql.query(
    `insert into vigil.erasures (tenant_id, id, user_id, requested_by, requested_at, due_at, decided_by, decided_at, keep_record_until, kept_identity)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz,
       case when $9::timestamptz is not null then (select jsonb_build_object('givenName', given_name, 'middleNames', middle_names, 'familyName',
         family_name, 'birthDate', birth_date, 'sex', sex, 'mrn', mrn) from vigil.users where tenant_id = $1 and id = $3) end
     on conflict (tenant_id, id) do update set withdrawn_by = null, withdrawn_at = null, decided_by = excluded.decided_by,
       decided_at = excluded.decided_at, keep_record_until = excluded.keep_record_until,
       kept_identity = coalesce(erasures.kept_identity, excluded.kept_identity), contact_erased_at = null, record_erased_at = null,
       contact_erased_again_at = null, record_erased_again_at = null`,
    [
      ...[tenantId, row.id, row.userId, row.requestedBy, date(row.requestedAt), date(row.dueAt)],
      ...[row.decidedBy, date(row.decidedAt), date(row.keepRecordUntil)],
    ],
  );
  return true;
}
