import type { TickBatch, TickSeries } from '../tick-batch.ts';
import type { TakenBackStore } from './taken-back-store.ts';

/** What of a batch is to be stored in the ordinary way, and what takes the place of readings that were taken back. */
export interface Parted {
  readonly ordinary: TickBatch;
  /** Null where there is nothing to correct, which is nearly always. */
  readonly corrections: TickBatch | null;
}

export interface Corrections {
  /**
   * Parts a batch by what was taken back of its member: the same value again is left out, since it stays taken back; another
   * value for the same moment from the same source is a correction. At most `rememberMs` behind what other processes did.
   */
  part(batch: TickBatch): Promise<Parted>;
  /** From now on batches of the member are looked at. */
  note(tenantId: string, userId: string): void;
}

/** How long it may take until a process notices what was taken back through another one. */
const rememberMs = 10_000;
const mostTenants = 1_000;

interface Known {
  atMs: number;
  members: ReadonlySet<string>;
  asking: Promise<void> | undefined;
}

export function createCorrections(store: TakenBackStore): Corrections {
  const tenants = new Map<string, Known>();

  async function membersOf(tenantId: string): Promise<ReadonlySet<string>> {
    let known = tenants.get(tenantId);
    if (!known) {
      if (tenants.size >= mostTenants) tenants.clear();
      known = { atMs: Number.NEGATIVE_INFINITY, members: new Set(), asking: undefined };
      tenants.set(tenantId, known);
    }
    const isNew = known.atMs === Number.NEGATIVE_INFINITY;
    if (performance.now() - known.atMs > rememberMs) known.asking ??= ask(tenantId, known);
    // Readings are stored while the database is away, and nobody waits for a list that is a few seconds old.
    if (isNew) await known.asking;
    return known.members;
  }

  async function ask(tenantId: string, known: Known): Promise<void> {
    try {
      known.members = new Set([...(await store.members(tenantId)), ...known.members]);
    } catch {
      // What was known is kept, and asked for again after the same time.
    }
    known.atMs = performance.now();
    known.asking = undefined;
  }

  return {
    async part(batch) {
      const members = await membersOf(batch.tenantId.toLowerCase());
      if (!members.has(batch.userId.toLowerCase())) return { ordinary: batch, corrections: null };
      const [fromMs, toMs] = ends(batch);
      const taken = await store.between(batch.tenantId, batch.userId, fromMs, toMs);
      const values = Map.groupBy(
        taken.filter((one) => one.source === batch.source),
        (one) => `${one.metric}/${one.timestampMs}`,
      );
      if (values.size === 0) return { ordinary: batch, corrections: null };
      const knownOf = (series: TickSeries, index: number) => values.get(`${series.metric}/${series.timestampsMs[index]}`);
      const corrections = selected(batch, (series, index) => {
        const known = knownOf(series, index);
        return known?.every((one) => one.value !== series.values[index]) ?? false;
      });
      return {
        ordinary: selected(batch, (series, index) => knownOf(series, index) === undefined),
        corrections: corrections.series.length > 0 ? corrections : null,
      };
    },
    note(tenantId, userId) {
      const known = tenants.get(tenantId.toLowerCase());
      if (known) known.members = new Set([...known.members, userId.toLowerCase()]);
    },
  };
}

/** Times of the first and the last tick. */
function ends(batch: TickBatch): [number, number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { timestampsMs } of batch.series)
    for (const timestampMs of timestampsMs) {
      if (timestampMs < from) from = timestampMs;
      if (timestampMs > to) to = timestampMs;
    }
  return [from, to];
}

function selected(batch: TickBatch, isWanted: (series: TickSeries, index: number) => boolean): TickBatch {
  const series = batch.series.map((one) => ({
    metric: one.metric,
    timestampsMs: one.timestampsMs.filter((_, index) => isWanted(one, index)),
    values: one.values.filter((_, index) => isWanted(one, index)),
  }));
  return { ...batch, series: series.filter((one) => one.values.length > 0) };
}
