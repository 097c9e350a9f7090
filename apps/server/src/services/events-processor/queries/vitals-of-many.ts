import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Database } from '#platform/postgres/database.ts';

/** The newest readings of a member, and what a score has to know besides. */
export interface VitalsNow {
  /** yyyy-MM-dd; null: unknown. */
  readonly birthDate: string | null;
  /** By metric; one that the member never had is absent. Unix seconds. */
  readonly latest: ReadonlyMap<string, { readonly value: number; readonly at: number }>;
}

interface Row {
  readonly userId: string;
  readonly birthDate: string | null;
  readonly metrics: readonly string[] | null;
  readonly values: readonly number[] | null;
  readonly times: readonly number[] | null;
}

/** What was read last of these metrics of many members? Whoever the tenant does not have is absent. */
export async function readVitalsOfMany(
  database: Database,
  tenantId: string,
  userIds: readonly string[],
  metrics: readonly MetricId[],
): Promise<ReadonlyMap<string, VitalsNow>> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<Row>(
      `select u.id as user_id, u.birth_date::text as birth_date, known.metrics, known.values, known.times
       from unnest($2::uuid[]) as asked (id)
       join vigil.users u on u.tenant_id = $1 and u.id = asked.id
       left join lateral (
         select array_agg(l.metric) as metrics, array_agg(l.value) as values, array_agg(extract(epoch from l.ts)::float8) as times
         from vigil.latest_ticks l where l.tenant_id = $1 and l.user_id = asked.id and l.metric = any($3::text[])
       ) known on true`,
      [tenantId, [...userIds], metrics],
    ),
  );
  return new Map(
    rows.map(({ userId, birthDate, metrics: known, values, times }) => [
      userId,
      {
        birthDate,
        latest: new Map((known ?? []).map((metric, index) => [metric, { value: values?.[index] ?? 0, at: times?.[index] ?? 0 }] as const)),
      },
    ]),
  );
}
