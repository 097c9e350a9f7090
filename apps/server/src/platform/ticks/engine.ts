import type { NativeBlock } from './native.ts';

/**
 * How long a question may take, and which connections it uses: a report never starves a chart, neither starves intake,
 * and work that nobody waits for (rollups, recovery, backups) starves none of them.
 */
export type Lane = 'chart' | 'report' | 'intake' | 'background';

export interface TicksQuery {
  readonly lane?: Lane;
  /** Upper bound on the engine's side; every query has one. Default 10 s for charts, 60 s for all else. */
  readonly maxSeconds?: number;
  /** Threads that the engine may give the statement. Default 1 for charts and in the background, all of its cores for others. */
  readonly threads?: number;
}

/** An insert whose rows the engine computes from a RowBinary body, so that the body may be far smaller than the rows. */
export interface InsertFrom {
  readonly table: string;
  readonly columns: readonly string[];
  /** Names and types of the body's columns, as in `user_id UUID, ts Array(Float64)`. */
  readonly structure: string;
  /** One expression over the body's columns for each of `columns`. */
  readonly select: readonly string[];
  /** What stands behind FROM, as in `array join ts as t`. */
  readonly clause?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly body: readonly Uint8Array[];
}

/**
 * The ticks store: ClickHouse SQL, embedded or named by TICKS_URL, through one client.
 * Parameters are the engine's own (`{userId:UUID}`); every parameter named in the SQL must be given. Dates and times
 * are UTC unless the SQL says otherwise; 64-bit integers come back as numbers.
 * Throws VigilError `ticks_unavailable` (with retryAfterSeconds) when the engine cannot be reached, is overloaded or
 * took too long, and `storage_full` when it has no room left.
 */
export interface TicksEngine {
  query<Row extends object>(sql: string, parameters?: Record<string, unknown>, options?: TicksQuery): Promise<Row[]>;
  /** Rows as columns of texts, numbers and arrays of numbers: what many numbers travel in soonest. The `chart` lane unless another is named. */
  columns(sql: string, parameters?: Record<string, unknown>, options?: TicksQuery): Promise<NativeBlock[]>;
  /** Rows in RowBinary, whole in memory: for bounded chunks of a backup. The `report` lane unless another is named. */
  rowBinary(sql: string, parameters?: Record<string, unknown>, options?: TicksQuery): Promise<Uint8Array>;
  /** A statement without rows. */
  command(sql: string, parameters?: Record<string, unknown>, options?: TicksQuery): Promise<void>;
  /** Rows in RowBinary, in the order of `columns`. Resolves once they are on disk (the tables say fsync_after_insert). */
  insert(table: string, columns: readonly string[], rowBinary: Uint8Array): Promise<void>;
  /** Resolves once the computed rows are on disk. */
  insertFrom(insert: InsertFrom): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
