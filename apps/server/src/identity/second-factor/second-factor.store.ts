import type { Database, Sql } from '#platform/postgres/database.ts';
import { at } from '../accounts.ts';

export interface StoredFactor {
  readonly sealedSecret: Buffer;
  /** Milliseconds. */
  readonly addedMs: number;
  readonly recoveryCodesLeft: number;
}

/** All SQL about second factors and their recovery codes. */
export function createSecondFactorStore(database: Database) {
  async function putCodes(sql: Sql, accountId: string, macs: readonly Buffer[]): Promise<void> {
    await sql.query('delete from vigil.recovery_codes where account_id = $1', [accountId]);
    await sql.query('insert into vigil.recovery_codes (account_id, code_mac) select $1, unnest($2::bytea[])', [accountId, macs]);
  }

  return {
    async read(accountId: string): Promise<StoredFactor | null> {
      const rows = await database.global((sql) =>
        sql.query<StoredFactor>(
          `select sealed_secret, extract(epoch from added_at) * 1000 as added_ms,
             (select count(*)::int from vigil.recovery_codes c where c.account_id = f.account_id and c.used_at is null) as recovery_codes_left
           from vigil.second_factors f where f.account_id = $1`,
          [accountId],
        ),
      );
      return rows[0] ?? null;
    },

    /** False when the account has one already: nothing is changed then. */
    async add(factor: {
      accountId: string;
      sealedSecret: Buffer;
      step: number;
      atMs: number;
      codeMacs: readonly Buffer[];
    }): Promise<boolean> {
      return database.global(async (sql) => {
        const added = await sql.query(
          `insert into vigil.second_factors (account_id, sealed_secret, last_step, added_at) values ($1, $2, $3, ${at(4)})
           on conflict do nothing returning 1 as added`,
          [factor.accountId, factor.sealedSecret, factor.step, factor.atMs],
        );
        if (added.length > 0) await putCodes(sql, factor.accountId, factor.codeMacs);
        return added.length > 0;
      });
    },

    /** Takes the code of a time step. Of two at once, and of any that is not newer than the last, false. */
    async takeStep(accountId: string, step: number): Promise<boolean> {
      const rows = await database.global((sql) =>
        sql.query('update vigil.second_factors set last_step = $2 where account_id = $1 and last_step < $2 returning 1 as taken', [
          accountId,
          step,
        ]),
      );
      return rows.length > 0;
    },

    /** Uses a recovery code up. False for one that was never given out, or was used. */
    async takeRecoveryCode(accountId: string, mac: Buffer, atMs: number): Promise<boolean> {
      const rows = await database.global((sql) =>
        sql.query(
          `update vigil.recovery_codes set used_at = ${at(3)} where account_id = $1 and code_mac = $2 and used_at is null returning 1 as taken`,
          [accountId, mac, atMs],
        ),
      );
      return rows.length > 0;
    },

    async replaceRecoveryCodes(accountId: string, macs: readonly Buffer[]): Promise<void> {
      await database.global((sql) => putCodes(sql, accountId, macs));
    },

    /** Answers which of the accounts had one. */
    async remove(accountIds: readonly string[]): Promise<string[]> {
      const rows = await database.global((sql) =>
        sql.query<{ accountId: string }>('delete from vigil.second_factors where account_id = any($1::uuid[]) returning account_id', [
          accountIds,
        ]),
      );
      return rows.map(({ accountId }) => accountId);
    },
  };
}
