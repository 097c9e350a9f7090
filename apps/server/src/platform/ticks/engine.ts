/** How long a question may take, and which connections it uses: a report never starves a chart, neither starves intake. */
export type Lane = 'chart' | 'report' | 'intake';

export interface TicksQuery {
  readonly lane?: Lane;
  /** Upper bound on the engine's side; every query has one. Default 10 s for charts, 60 s for reports. */
  readonly maxSeconds?: number;
}

/**
 * The ticks store: ClickHouse SQL, embedded or named by TICKS_URL, through one client.
 * Parameters are the engine's own (`{userId:UUID}`); every parameter named in the SQL must be given.
 * Throws VigilError `ticks_unavailable` (with retryAfterSeconds) when the engine cannot be reached and
 * `storage_full` when it has no room left.
 */
export interface TicksEngine {
  query<Row extends object>(sql: string, parameters?: Record<string, unknown>, options?: TicksQuery): Promise<Row[]>;
  /** A statement without rows. */
  command(sql: string, parameters?: Record<string, unknown>, options?: TicksQuery): Promise<void>;
  /** Rows in RowBinary, in the order of `columns`. Resolves once they are on disk (fsync). */
  insert(table: string, columns: readonly string[], rowBinary: Uint8Array): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
