import type { Workplace } from '#server/operator/workplace.ts';
import { createTicksStoreReads } from '#server/services/ticks-store/index.ts';
import { stored } from '../stored.ts';
import type { Mean, Peer } from './peer.ts';

/** Batches on their way at once: the group commit stores together what comes together, as from as many bands. */
const atOnce = 16;

/** Vigil's own ticks store, through the writer and the reads that its HTTP calls use. */
export function vigilStore({ stores, modules }: Workplace, tenantId: string): Peer {
  const { engine, database } = stores;
  const reads = createTicksStoreReads({ engine, database, bus: modules.bus, rolledUpUntilMs: modules.ticksWriter.rolledUpUntilMs });
  return {
    async store(batches) {
      const left = [...batches];
      const worker = async () => {
        for (let batch = left.shift(); batch; batch = left.shift()) await modules.ticksWriter.append(batch);
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    },
    settle: () => modules.ticksWriter.rollupsSettled(),
    async bytes() {
      let bytes = 0;
      for (const table of ['ticks', 'ticks_hour', 'ticks_day'] as const) {
        await engine.command(`optimize table vigil.${table} final`, {}, { lane: 'report', maxSeconds: 120 });
        bytes += (await stored(engine, table)).bytes;
      }
      return bytes;
    },
    async hourlyMeans(userId, metrics, fromMs, toMs) {
      const { steps } = await reads.steps({
        tenantId,
        userId,
        granularity: 'HOURLY',
        timeZone: 'UTC',
        memberTimeZone: 'UTC',
        fromMs,
        toMs,
        nowMs: Date.now(),
        metrics,
        extremes: false,
        medians: [],
        days: [],
        movingAverages: [],
      });
      return [...steps].flatMap(([metric, points]) => points.map(({ start, n, total }) => ({ metric, at: start, mean: total / n })));
    },
    dailyMeans: () =>
      engine.query<Mean>(
        `select metric, toUnixTimestamp(toDateTime(day, 'UTC')) as at, sum(t.total) / sum(t.n) as mean
         from vigil.ticks_day as t final where tenant_id = {tenantId:UUID} group by metric, day`,
        { tenantId },
        { lane: 'report' },
      ),
    close: async () => {},
  };
}
