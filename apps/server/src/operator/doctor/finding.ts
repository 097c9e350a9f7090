import type pg from 'pg';
import { withConnection } from '#platform/postgres/connection.ts';
import type { Stores } from '#platform/stores.ts';

/** What one check found; `mend` says what to do when it is not well. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'broken';
  readonly detail: string;
  readonly mend?: string;
}

/** A finding that is either well or to be mended. */
export function check(name: string, well: boolean, detail: string, mend: string): Finding {
  return well ? { check: name, state: 'ok', detail } : { check: name, state: 'broken', detail, mend };
}

/** A check that answers what it found when all is well, and throws what is wrong. */
export async function attempt(name: string, mend: string, work: () => Promise<string>): Promise<Finding> {
  return attemptFinding(name, mend, async () => ({ check: name, state: 'ok', detail: await work() }));
}

/** A check that words its findings itself; what it throws is a finding, too. */
export async function attemptFinding(name: string, mend: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return { check: name, state: 'broken', detail: (error as Error).message, mend };
  }
}

/** One question to the relational store as its owner, whom row-level security does not bind. */
export async function asOwner<Row extends object>(stores: Pick<Stores, 'ownerUrl'>, text: string): Promise<Row[]> {
  return withOwner(stores, async (client) => (await client.query(text)).rows as Row[]);
}

/** Several questions on one connection of the owner. */
export const withOwner = <T>(stores: Pick<Stores, 'ownerUrl'>, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withConnection(stores.ownerUrl, work);
