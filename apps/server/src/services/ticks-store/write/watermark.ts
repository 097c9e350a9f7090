import type { Database } from '#platform/postgres/database.ts';

/** A server process that has not said anything for this long has died. Seconds. */
const silentSeconds = 90;

/**
 * What each server process has followed up. Ticks received before the watermark are in every rollup; after a crash those
 * received since are looked at again. Every moment in milliseconds since 1970.
 */
export interface Watermarks {
  /** Enters this process. Must be done before its first tick is stored. */
  enter(processId: string, atMs: number): Promise<void>;
  /** Answers true when the process had been taken for dead and forgotten, and is entered anew. */
  advance(processId: string, toMs: number): Promise<boolean>;
  /** The earliest watermark of all other processes, dead or alive; undefined when there are none. */
  earliest(processId: string): Promise<number | undefined>;
  /** The earliest watermark among processes that have died. */
  earliestOfDead(processId: string): Promise<number | undefined>;
  /** Forgets dead processes whose watermarks have been caught up on; `sinceMs` is the watermark that was gone back to. */
  forgetDead(processId: string, sinceMs: number): Promise<void>;
  /** Takes this process out with work left over: everything received since `toMs`. Any other process may make it good at once. */
  leaveBehind(processId: string, toMs: number): Promise<void>;
  /** Takes this process out: it has followed everything up. */
  leave(processId: string): Promise<void>;
}

export function createWatermarks(database: Database): Watermarks {
  const dead = `seen_at < now() - interval '${silentSeconds} seconds'`;
  async function earliestOf(where: string, processId: string): Promise<number | undefined> {
    const rows = await database.global((sql) =>
      sql.query<{ at: number | null }>(`select min(followed_up_to) as at from vigil.ticks_follow_up where process_id <> $1 and ${where}`, [
        processId,
      ]),
    );
    return rows[0]?.at ?? undefined;
  }
  const run = async (text: string, values: readonly unknown[]) => {
    await database.global((sql) => sql.query(text, values));
  };
  return {
    enter: (processId, atMs) =>
      run('insert into vigil.ticks_follow_up (process_id, followed_up_to) values ($1, $2)', [processId, new Date(atMs)]),
    async advance(processId, toMs) {
      const [row] = await database.global((sql) =>
        sql.query<{ entered: boolean }>(
          `insert into vigil.ticks_follow_up (process_id, followed_up_to) values ($1, $2)
           on conflict (process_id) do update set followed_up_to = excluded.followed_up_to, seen_at = now()
           returning xmax = 0 as entered`,
          [processId, new Date(toMs)],
        ),
      );
      return row?.entered ?? false;
    },
    earliest: (processId) => earliestOf('true', processId),
    earliestOfDead: (processId) => earliestOf(dead, processId),
    forgetDead: (processId, sinceMs) =>
      run(`delete from vigil.ticks_follow_up where process_id <> $1 and ${dead} and followed_up_to >= $2`, [processId, new Date(sinceMs)]),
    leaveBehind: (processId, toMs) =>
      run(`update vigil.ticks_follow_up set followed_up_to = $2, seen_at = '-infinity' where process_id = $1`, [processId, new Date(toMs)]),
    leave: (processId) => run('delete from vigil.ticks_follow_up where process_id = $1', [processId]),
  };
}
