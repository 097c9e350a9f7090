import { type BehindRow, type BehindStore, everyone, type OthersBehind } from './behind-store.ts';
import type { ReceivedBatch } from './encode-group.ts';
import { hourMs } from './touched.ts';

export interface BehindOptions {
  readonly processId: string;
  readonly store: BehindStore;
  readonly nowMs: () => number;
  /** What this process has stored and not rolled up yet. */
  readonly pending: () => Iterable<BehindRow>;
  /** Enters this process again after another one has taken it for dead. */
  readonly enter: () => Promise<unknown>;
}

/** Lets every process know where the rollups of the others lag. */
export interface Behind {
  /**
   * Puts on record what a group is about to change. To be awaited before it is acknowledged; `done` says that it has been
   * handed to the follow-up, and is to be called however the group ended.
   */
  announce(group: readonly ReceivedBatch[]): { readonly recorded: Promise<void>; done(): void };
  /** Takes off record what has been rolled up since. */
  retract(): Promise<void>;
  /** Puts everything pending on record again, after the record of this process was removed. */
  restore(): Promise<void>;
  /**
   * Rollups of the member are right before this moment as far as other processes go; at most a second old. Milliseconds since
   * 1970; no later than a day ago while there are other processes.
   */
  othersUntilMs(tenantId: string, userId: string): Promise<number>;
}

/**
 * While there are other processes, the last 24 hours are read from the ticks, so live data needs no record. Half of that is
 * left for the rollups to follow before what was fresh when it came is no longer.
 */
const unrecordedMs = 24 * hourMs;
const freshMs = unrecordedMs / 2;
/** How long an answer about the others holds: the time for which a chart may be stale in another process. */
const rememberMs = 1_000;
/** A tenant with more members behind is put on record as a whole. */
const maxMembersOfTenant = 1_000;
const maxTenantsRemembered = 1_000;

export function createBehind({ processId, store, nowMs, pending, enter }: BehindOptions): Behind {
  const recorded = new Map<string, Map<string, number>>();
  const underWay = new Set<readonly BehindRow[]>();
  const remembered = new Map<string, { readonly atMs: number; readonly others: Promise<OthersBehind> }>();
  // One statement after the other: a record must not be removed while it is being made.
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };

  function asRecorded({ tenantId, userId, fromMs }: BehindRow): BehindRow {
    const known = recorded.get(tenantId);
    const crowded = known !== undefined && (known.has(everyone) || (known.size >= maxMembersOfTenant && !known.has(userId)));
    return { tenantId, userId: crowded ? everyone : userId, fromMs };
  }

  async function record(rows: Iterable<BehindRow>): Promise<void> {
    const fresh: BehindRow[] = [];
    for (const row of rows) {
      const wanted = asRecorded(row);
      const tenant = recorded.get(wanted.tenantId) ?? new Map<string, number>();
      if (wanted.fromMs >= (tenant.get(wanted.userId) ?? Number.POSITIVE_INFINITY)) continue;
      recorded.set(wanted.tenantId, tenant.set(wanted.userId, wanted.fromMs));
      fresh.push(wanted);
    }
    // A member of several batches comes once: a statement may name a row only once.
    const unique = [...new Map(fresh.map((row) => [`${row.tenantId}/${row.userId}`, row])).values()];
    if (unique.length === 0) return;
    try {
      await store.put(processId, unique);
    } catch (error) {
      recorded.clear();
      throw error;
    }
  }

  async function recordAll(): Promise<void> {
    recorded.clear();
    await record([...old(pending(), nowMs()), ...[...underWay].flat()]);
  }

  return {
    announce(group) {
      const rows = old(group.map(rowOf), nowMs());
      if (rows.length === 0) return { recorded: Promise.resolve(), done: () => undefined };
      underWay.add(rows);
      const work = async () => {
        try {
          await record(rows);
        } catch (error) {
          if ((error as { code?: string }).code !== '23503') throw error;
          await enter();
          await recordAll();
        }
      };
      return { recorded: inTurn(work), done: () => void underWay.delete(rows) };
    },
    retract: () =>
      inTurn(async () => {
        const kept = keysOf([...pending(), ...[...underWay].flat()]);
        const gone = [...recorded].flatMap(([tenantId, members]) =>
          [...members.keys()].filter((userId) => !kept.has(`${tenantId}/${userId}`)).map((userId) => ({ tenantId, userId })),
        );
        if (gone.length === 0) return;
        for (const { tenantId, userId } of gone) recorded.get(tenantId)?.delete(userId);
        await store.remove(processId, gone);
      }),
    restore: () => inTurn(recordAll),
    async othersUntilMs(tenantId, userId) {
      const known = remembered.get(tenantId);
      const fresh =
        known && performance.now() - known.atMs < rememberMs
          ? known
          : { atMs: performance.now(), others: store.ofOthers(processId, tenantId) };
      if (fresh !== known) {
        if (remembered.size >= maxTenantsRemembered) remembered.clear();
        remembered.set(tenantId, fresh);
        fresh.others.catch(() => remembered.delete(tenantId));
      }
      const { fromMs, isAlone } = await fresh.others;
      const unrecordedFromMs = isAlone ? Number.POSITIVE_INFINITY : nowMs() - unrecordedMs;
      const recordedFromMs = [userId.toLowerCase(), everyone].map((id) => fromMs.get(id) ?? Number.POSITIVE_INFINITY);
      return Math.min(unrecordedFromMs, ...recordedFromMs);
    },
  };
}

function old(rows: Iterable<BehindRow>, nowMs: number): BehindRow[] {
  return [...rows].filter((row) => row.fromMs < nowMs - freshMs).map(inLowerCase);
}

/** Keys of what is to stay on record; a tenant's row for everyone stays as long as any of its members is behind. */
function keysOf(rows: readonly BehindRow[]): Set<string> {
  return new Set(rows.map(inLowerCase).flatMap(({ tenantId, userId }) => [`${tenantId}/${userId}`, `${tenantId}/${everyone}`]));
}

function rowOf({ batch }: ReceivedBatch): BehindRow {
  let fromMs = Number.POSITIVE_INFINITY;
  for (const series of batch.series) for (const timestampMs of series.timestampsMs) if (timestampMs < fromMs) fromMs = timestampMs;
  return { tenantId: batch.tenantId, userId: batch.userId, fromMs: Math.floor(fromMs / hourMs) * hourMs };
}

/** As the database hands ids out. */
function inLowerCase({ tenantId, userId, fromMs }: BehindRow): BehindRow {
  return { tenantId: tenantId.toLowerCase(), userId: userId.toLowerCase(), fromMs };
}
