import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { databaseFailure } from './failures.ts';
import { isOvertaken, type Prepared } from './prepared.ts';
import { endsWithUs, keptAlive, watchConnections } from './vanished-host.ts';
import { guardHere } from './write-guard.ts';

/**
 * Rows of one statement. Statements that are asked for together are sent together and carried out in that order; once the
 * transaction has ended, one that comes late is refused. Values are always parameters (`$1`), never pasted into the text. Columns come out in camelCase
 * (`created_at` as `createdAt`), times in milliseconds since 1970; what is inside a JSON value stays as it is.
 */
export interface Sql {
  query<Row extends object>(statement: string | Prepared, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Does something once the transaction is committed, and not at all where it is not: what is told within this process about
   * what is stored. Outside a transaction at once. It must not throw.
   */
  afterCommit(work: () => void): void;
}

/**
 * The relational store as the application sees it. The application's role owns nothing and cannot bypass row-level
 * security: inside `tenant` only rows of that tenant exist, inside `global` no row of any tenant does. Questions that
 * truly cross tenants (whose account is this, which tenants may this person choose) are SECURITY DEFINER functions.
 * Throws VigilError `database_unavailable` (with retryAfterSeconds) when the store is away, also in the middle of the work.
 */
export interface Database {
  /** One transaction as the tenant; committed when `work` resolves, rolled back when it throws. */
  tenant<T>(tenantId: string, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** One transaction outside every tenant: accounts, identity, configuration, the cross-tenant questions. */
  global<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * One statement outside every tenant, by itself: a single round trip where `global` takes three. For short questions that
   * come with every call.
   */
  ask<Row extends object>(statement: string | Prepared, values?: readonly unknown[]): Promise<Row[]>;
  /** Resolves when the store answers; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const oid = { bigint: 20, numeric: 1700, timestamp: 1114, timestamptz: 1184 } as const;

/** Counts and epochs fit a double; a bigint beyond 2^53 would be a defect, not data. */
const types = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    const parse = pg.types.getTypeParser(type, format as 'text');
    if (type === oid.bigint || type === oid.numeric) return Number;
    if (type === oid.timestamptz || type === oid.timestamp) return (text: string) => Number(parse(text));
    return parse;
  },
};

export interface DatabaseOptions {
  readonly url: string;
  /** Connections in the pool. */
  readonly size?: number;
  readonly onError: (error: unknown) => void;
  /** Throws where a transaction asks for a second connection, instead of waiting for one. Not `besides`. */
  readonly refusesSecondConnections?: boolean;
}

/** Whether the work that is being done holds a connection for its transaction. */
const holding = new AsyncLocalStorage<{ isHeld: boolean }>();

/**
 * Lets work that holds a connection ask for a second one. Whoever does so as often as requests come ends up waiting for connections
 * that are all held by those who wait for the same: only for what a process does once at a time, or a few times.
 */
export const besides = <T>(work: () => T): T => holding.exit(work);

export function createDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size ?? 12,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 60_000,
    // A statement is sent without waiting for the answers to those before it; they are carried out and answered in their order.
    pipeline: true,
    ...keptAlive,
  });
  const watched = watchConnections(options.url);
  pool.on('acquire', watched.held);
  pool.on('release', (_, client) => watched.released(client));
  pool.on('remove', watched.closed);
  pool.on('error', options.onError);
  // A connection that is lost between two statements of a transaction says so by an event, which would end the process if
  // nobody listened. The transaction learns of it from its next statement, which fails.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    watched.opened(client);
    // Sent with what is asked first.
    client.query(endsWithUs).catch(() => {});
  });

  function requireNone(): void {
    if (options.refusesSecondConnections && holding.getStore()?.isHeld)
      throw new Error('A transaction asks for a second connection, for which it could wait for ever');
  }

  async function transaction<T>(tenantId: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    requireNone();
    watched.requireHost();
    const held = { isHeld: true };
    const guard = guardHere();
    guard?.requireKept();
    const client = await translated(pool.connect());
    let broken: Error | undefined;
    const afterwards: (() => void)[] = [];
    try {
      // Names the tenant, until the transaction ends; what the work asks first is sent with it.
      const begun = inOneWrite(client, () =>
        translated(
          client.query(
            `begin${guard && !guard.mayWrite() ? ' read only' : ''}; select set_config('vigil.tenant_id', ${pg.escapeLiteral(tenantId)}, true)`,
          ),
        ),
      );
      begun.catch(() => {});
      const sql = sqlOn(client, { afterCommit: (one) => afterwards.push(one), isOpen: () => held.isHeld });
      const result = await holding.run(held, () => work(sql));
      held.isHeld = false;
      await begun;
      guard?.requireKept();
      await translated(client.query('commit'));
      for (const one of afterwards) one();
      return result;
    } catch (error) {
      held.isHeld = false;
      if (isOvertaken(error)) broken = error as Error;
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    tenant: (tenantId, work) => transaction(tenantId, work),
    global: (work) => transaction('', work),
    // The tenant's name ends with the transaction that gave it, so a connection of the pool has none between two.
    async ask(statement, values) {
      requireNone();
      watched.requireHost();
      return sqlOn(pool).query(statement, values);
    },
    async ping() {
      watched.requireHost();
      await translated(pool.query('select 1'));
    },
    async close() {
      await pool.end();
      watched.stop();
    },
  };
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw databaseFailure(error);
  }
}

/** What is asked of a connection in one go is written to it together: each write costs both sides a call of the system. */
function inOneWrite<T>(client: pg.PoolClient | pg.Pool, ask: () => T): T {
  if (client instanceof pg.Pool) return ask();
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return ask();
}

interface SqlOptions {
  readonly afterCommit: Sql['afterCommit'];
  /** Whether the transaction goes on. */
  readonly isOpen: () => boolean;
}
const withoutTransaction: SqlOptions = { afterCommit: (work) => work(), isOpen: () => true };

function sqlOn(client: pg.PoolClient | pg.Pool, { afterCommit, isOpen } = withoutTransaction): Sql {
  return {
    afterCommit,
    async query<Row extends object>(statement: string | Prepared, values: readonly unknown[] = []) {
      // It would be carried out in the transaction of whoever has the connection next.
      if (!isOpen()) throw new Error('A statement came after the end of its transaction');
      const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
      const result = await inOneWrite(client, () => translated(client.query({ name, text, values: [...values] })));
      return inCamelCase(result.fields, result.rows) as Row[];
    },
  };
}

type AnyRow = Readonly<Record<string, unknown>>;

function inCamelCase(fields: readonly { readonly name: string }[], rows: readonly AnyRow[]): readonly AnyRow[] {
  const names = fields.map(({ name }) => [name, name.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase())] as const);
  if (names.every(([column, name]) => column === name)) return rows;
  return rows.map((row) => Object.fromEntries(names.map(([column, name]) => [name, row[column]])));
}
