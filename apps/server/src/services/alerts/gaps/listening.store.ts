import { type ListeningTime, outageAfterSeconds } from '@vigil/domain/gaps/outage';
import type { Database } from '#platform/postgres/database.ts';

export interface ListeningStore {
  /** Says that this server can take readings in. Whichever server says it: as long as one does, there is no outage. */
  say(): Promise<void>;
  /** The last stretches, and the present; Unix seconds by the clock of the database. */
  times(): Promise<{ readonly now: number; readonly times: readonly ListeningTime[] }>;
}

/** Stretches that are looked at: a server that is restarted over and over has as many. */
const mostTimes = 50;
const keptDays = 90;

export function createListeningStore(database: Database): ListeningStore {
  return {
    say: () =>
      database.global(async (sql) => {
        const extended = await sql.query(
          `update vigil.listening_times set until_at = greatest(until_at, now())
           where from_at = (select max(from_at) from vigil.listening_times) and until_at >= now() - make_interval(secs => $1)
           returning 1`,
          [outageAfterSeconds],
        );
        if (extended.length > 0) return;
        await sql.query('insert into vigil.listening_times (from_at, until_at) values (now(), now()) on conflict do nothing');
        await sql.query('delete from vigil.listening_times where until_at < now() - make_interval(days => $1)', [keptDays]);
      }),

    times: async () => {
      const rows = await database.ask<{ now: number; from: number | null; until: number | null }>(
        `select extract(epoch from now())::float8 as now, extract(epoch from t.from_at)::float8 as from, extract(epoch from t.until_at)::float8 as until
         from (select 1) one left join lateral (select * from vigil.listening_times order by from_at desc limit $1) t on true`,
        [mostTimes],
      );
      return {
        now: rows[0]?.now ?? Number.NaN,
        times: rows.flatMap(({ from, until }) => (from === null || until === null ? [] : [{ from, until }])),
      };
    },
  };
}
