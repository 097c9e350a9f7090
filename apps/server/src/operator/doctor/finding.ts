import type pg from 'pg';
import { isDiskFull } from '#platform/disk/disk-full.ts';
import { withConnection } from '#platform/postgres/connection.ts';
import type { Stores } from '#platform/stores.ts';

/** What one check found; `mend` says what to do when it is not well. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'broken';
  readonly detail: string;
  readonly mend?: string;
}

/** What a check looked at and found wrong. Anything else that it throws means that it could not look, and accuses nobody. */
export class Fault extends Error {}

/** A finding that is either well or to be mended. */
export function check(name: string, well: boolean, detail: string, mend: string): Finding {
  return well ? { check: name, state: 'ok', detail } : { check: name, state: 'broken', detail, mend };
}

/** A check that answers what it found when all is well, and throws a Fault with what is wrong. */
export async function attempt(name: string, mend: string, work: () => Promise<string>, whenUnable = mendFirst): Promise<Finding> {
  return attemptFinding(
    name,
    async () => {
      try {
        return { check: name, state: 'ok', detail: await work() };
      } catch (error) {
        if (error instanceof Fault) return { check: name, state: 'broken', detail: error.message, mend };
        throw error;
      }
    },
    whenUnable,
  );
}

/** A check that words its findings itself. Where it cannot look, that is a finding, too. */
export async function attemptFinding(name: string, work: () => Promise<Finding>, whenUnable = mendFirst): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    if (isDiskFull(error))
      return { check: name, state: 'broken', detail: 'it could not be examined: the disk is full', mend: makeRoomFirst };
    return { check: name, state: 'broken', detail: (error as Error).message, mend: whenUnable };
  }
}

const mendFirst = 'It could not be examined. Mend what the message names, then run doctor again.';
const makeRoomFirst = 'Make room on the disk first, then run doctor again. A full disk changes nothing that is stored.';

/** One question to the relational store as its owner, whom row-level security does not bind. */
export async function asOwner<Row extends object>(stores: Pick<Stores, 'ownerUrl'>, text: string): Promise<Row[]> {
  return withOwner(stores, async (client) => (await client.query(text)).rows as Row[]);
}

/** Several questions on one connection of the owner. */
export const withOwner = <T>(stores: Pick<Stores, 'ownerUrl'>, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withConnection(stores.ownerUrl, work);
