import { measures } from '@vigil/domain/facts/measures';
import { describe, expect, it } from 'vitest';
import { besides, type Sql } from '#platform/postgres/database.ts';
import { useHarness } from '#testing/harness.ts';
import type { LatestTick } from './latest.ts';
import { storeLatest } from './latest-rows.ts';

const harness = await useHarness();
const tenant = await harness.createTenant();
const start = Date.UTC(2026, 2, 8);

const kept = (
  await harness.asOwner<{ metric: string }>(
    `select left(attname, -3) as metric from pg_attribute where attrelid = 'vigil.latest_values'::regclass and attname like '%\\_at' and not attisdropped`,
  )
).map(({ metric }) => metric);

const tick = (userId: string, metric: string, value: number, ms = 0): LatestTick =>
  ({ tenantId: tenant.id, userId, metric, value, timestampMs: start + ms, source: 'device', receivedAtMs: start + ms }) as LatestTick;
const store = (sql: Sql, ...ticks: readonly LatestTick[]) => storeLatest(sql, tenant.id, ticks);
const inTenant = <T>(work: (sql: Sql) => Promise<T>) => harness.database.tenant(tenant.id, work);

/** The values that the row of a member holds. */
async function rowOf(userId: string): Promise<Record<string, number>> {
  const [row] = await harness.asOwner<{ row: Record<string, unknown> }>(
    "select to_jsonb(v) - 'tenant_id' - 'user_id' as row from vigil.latest_values v where user_id = $1",
    [userId],
  );
  return Object.fromEntries(Object.entries(row?.row ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

describe('the latest values of a member stand side by side', () => {
  it('every measure of a latest reading has its columns', () => {
    const needed = measures.flatMap(({ origin }) =>
      origin.from === 'latest'
        ? [origin.metric]
        : origin.from === 'band'
          ? ['band_removed']
          : origin.from === 'bodyMassIndex'
            ? ['weight']
            : [],
    );
    expect(needed.filter((metric) => !kept.includes(metric))).toEqual([]);
  });

  it('whatever comes, is corrected and is taken away, the row says what the rows say', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => harness.createUser(tenant)));
    let state = 15;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const oneOf = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
    // One that has no column is among them.
    const metrics = ['heart_rate', 'weight', 'band_removed', 'steps', 'spo2', 'sleep_depth'];
    let known = 0;
    for (let round = 0; round < 60; round += 1) {
      await inTenant(async (sql) => {
        const keys = new Map(
          Array.from({ length: 8 }, () => [oneOf(members).id, oneOf(metrics)] as const).map((key) => [key.join('/'), key]),
        );
        const kind = random();
        if (kind < 0.7)
          await store(
            sql,
            ...[...keys.values()].map(([id, metric]) => tick(id, metric, Math.round(random() * 100), Math.round(random() * 50))),
          );
        else if (kind < 0.8) await sql.query('update vigil.latest_ticks set value = value + 1 where metric = $1', [oneOf(metrics)]);
        else
          for (const [id, metric] of keys.values())
            await sql.query('delete from vigil.latest_ticks where user_id = $1 and metric = $2', [id, metric]);
      });
      const [{ differing, same } = { differing: -1, same: 0 }] = await harness.asOwner<{ differing: number; same: number }>(
        `select count(*) filter (where a.value is distinct from t.value or a.at is distinct from t.ts)::int as differing,
           count(*) filter (where a.value = t.value and a.at = t.ts)::int as same
         from (
           select l.user_id, m.* from vigil.latest_values l, lateral (values ('heart_rate', l.heart_rate, l.heart_rate_at), ('weight', l.weight, l.weight_at),
             ('band_removed', l.band_removed, l.band_removed_at), ('steps', l.steps, l.steps_at), ('spo2', l.spo2, l.spo2_at)) m (metric, value, at)
           where l.tenant_id = $1 and m.at is not null
         ) a full join (select * from vigil.latest_ticks where tenant_id = $1 and metric <> 'sleep_depth') t
           on t.user_id = a.user_id and t.metric = a.metric`,
        [tenant.id],
      );
      expect(differing).toBe(0);
      known += same;
    }
    expect(known).toBeGreaterThan(300);
  });

  it('of whom nothing is left there is no row', async () => {
    const { id } = await harness.createUser(tenant);
    await inTenant((sql) => store(sql, tick(id, 'heart_rate', 60), tick(id, 'weight', 80)));
    expect(await rowOf(id)).toEqual({ heart_rate: 60, weight: 80 });
    await inTenant((sql) => sql.query("delete from vigil.latest_ticks where user_id = $1 and metric = 'weight'", [id]));
    expect(await rowOf(id)).toEqual({ heart_rate: 60 });
    await inTenant((sql) => sql.query('delete from vigil.latest_ticks where user_id = $1', [id]));
    expect(await harness.asOwner('select from vigil.latest_values where user_id = $1', [id])).toEqual([]);
  });

  it('two transactions at once, each with another metric of the same member, leave both', async () => {
    const { id } = await harness.createUser(tenant);
    let second: Promise<unknown> = Promise.resolve();
    await inTenant(async (sql) => {
      await store(sql, tick(id, 'heart_rate', 61));
      // Waits for the row until the first is committed, and has not seen it when it began.
      second = besides(() => inTenant((other) => store(other, tick(id, 'weight', 81))));
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    await second;
    expect(await rowOf(id)).toEqual({ heart_rate: 61, weight: 81 });
  });

  it('only the triggers write it', async () => {
    const { id } = await harness.createUser(tenant);
    for (const statement of [
      'insert into vigil.latest_values (tenant_id, user_id, weight, weight_at) values ($1, $2, 80, now())',
      'update vigil.latest_values set weight = 80 where tenant_id = $1 and user_id = $2',
      'delete from vigil.latest_values where tenant_id = $1 and user_id = $2',
    ])
      await expect(inTenant((sql) => sql.query(statement, [tenant.id, id]))).rejects.toThrow(/permission denied/);
  });
});
