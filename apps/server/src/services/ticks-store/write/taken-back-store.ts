import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Database } from '#platform/postgres/database.ts';
import type { TickSource } from '../tick-batch.ts';

/** One reading as people name it: what was measured, when, and who says so. */
export interface ReadingName {
  readonly metric: MetricId;
  /** Milliseconds since 1970. */
  readonly timestampMs: number;
  readonly source: TickSource;
}

/** A reading that was taken back, as it was. Times in milliseconds since 1970. */
export interface TakenBack extends ReadingName {
  readonly value: number;
  readonly deviceId: string;
  readonly receivedAtMs: number;
  readonly reason: string;
  /** User id. */
  readonly takenBackBy: string;
  readonly takenBackAtMs: number;
}

interface Row extends Omit<TakenBack, 'timestampMs' | 'receivedAtMs' | 'takenBackAtMs'> {
  readonly ts: number;
  readonly receivedAt: number;
  readonly takenBackAt: number;
}

export interface TakenBackStore {
  /** What is on record already stays as it is. */
  record(tenantId: string, userId: string, readings: readonly TakenBack[]): Promise<void>;
  /** A member's, those taken back last first, and how many there are in all. */
  page(
    tenantId: string,
    userId: string,
    page: { readonly page: number; readonly size: number },
  ): Promise<{ rows: TakenBack[]; total: number }>;
  /** A member's in [fromMs, toMs], by the time they were measured. */
  between(tenantId: string, userId: string, fromMs: number, toMs: number): Promise<TakenBack[]>;
  /** All of a member's of one metric, by the time they were measured. */
  ofMetric(tenantId: string, userId: string, metric: MetricId): Promise<TakenBack[]>;
  /** Of these readings of a member, those on record, by when they were taken back. */
  among(tenantId: string, userId: string, readings: readonly ReadingName[]): Promise<TakenBack[]>;
  /** Members of a tenant of whom anything was taken back. */
  members(tenantId: string): Promise<string[]>;
}

const columns = 'metric, ts, source, value, device_id, received_at, reason, taken_back_by, taken_back_at';

export function createTakenBackStore(database: Database): TakenBackStore {
  return {
    record: (tenantId, userId, readings) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query(
          `insert into vigil.ticks_taken_back (tenant_id, user_id, ${columns})
           select $1, $2, * from unnest($3::text[], $4::timestamptz[], $5::text[], $6::float8[], $7::text[], $8::timestamptz[], $9::text[], $10::uuid[], $11::timestamptz[])
           on conflict do nothing`,
          [
            tenantId,
            userId,
            readings.map((one) => one.metric),
            readings.map((one) => new Date(one.timestampMs)),
            readings.map((one) => one.source),
            readings.map((one) => one.value),
            readings.map((one) => one.deviceId),
            readings.map((one) => new Date(one.receivedAtMs)),
            readings.map((one) => one.reason),
            readings.map((one) => one.takenBackBy),
            readings.map((one) => new Date(one.takenBackAtMs)),
          ],
        );
      }),
    page: (tenantId, userId, { page, size }) =>
      database.tenant(tenantId, async (sql) => {
        const where = 'tenant_id = $1 and user_id = $2';
        const [counted] = await sql.query<{ n: number }>(`select count(*)::int as n from vigil.ticks_taken_back where ${where}`, [
          tenantId,
          userId,
        ]);
        const rows = await sql.query<Row>(
          `select ${columns} from vigil.ticks_taken_back where ${where} order by taken_back_at desc, ts desc, metric, source, value limit $3 offset $4`,
          [tenantId, userId, size, page * size],
        );
        return { rows: rows.map(takenBackOf), total: counted?.n ?? 0 };
      }),
    between: (tenantId, userId, fromMs, toMs) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<Row>(
          `select ${columns} from vigil.ticks_taken_back where tenant_id = $1 and user_id = $2 and ts between $3 and $4 order by taken_back_at`,
          [tenantId, userId, new Date(fromMs), new Date(toMs)],
        );
        return rows.map(takenBackOf);
      }),
    ofMetric: (tenantId, userId, metric) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<Row>(
          `select ${columns} from vigil.ticks_taken_back where tenant_id = $1 and user_id = $2 and metric = $3 order by ts, taken_back_at`,
          [tenantId, userId, metric],
        );
        return rows.map(takenBackOf);
      }),
    among: (tenantId, userId, readings) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<Row>(
          `select ${columns} from vigil.ticks_taken_back
           join unnest($3::text[], $4::timestamptz[], $5::text[]) as asked (metric, ts, source) using (metric, ts, source)
           where tenant_id = $1 and user_id = $2 order by taken_back_at`,
          [
            ...[tenantId, userId, readings.map((one) => one.metric)],
            ...[readings.map((one) => new Date(one.timestampMs)), readings.map((one) => one.source)],
          ],
        );
        return rows.map(takenBackOf);
      }),
    members: (tenantId) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<{ userId: string }>('select distinct user_id from vigil.ticks_taken_back where tenant_id = $1', [
          tenantId,
        ]);
        return rows.map((row) => row.userId);
      }),
  };
}

function takenBackOf({ ts, receivedAt, takenBackAt, ...row }: Row): TakenBack {
  return { ...row, timestampMs: ts, receivedAtMs: receivedAt, takenBackAtMs: takenBackAt };
}
