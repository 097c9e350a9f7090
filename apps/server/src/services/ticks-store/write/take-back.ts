import { VigilError } from '@vigil/contract/errors';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { TickBatch, TickSource } from '../tick-batch.ts';
import type { ReadingName, TakenBack, TakenBackStore } from './taken-back-store.ts';
import { receivedAtOf } from './versions.ts';

export interface TakeBackRequest {
  readonly tenantId: string;
  readonly userId: string;
  readonly readings: readonly ReadingName[];
  readonly reason: string;
  /** User id of who takes them back. */
  readonly by: string;
}

export interface TakeBackDeps {
  readonly engine: TicksEngine;
  readonly store: TakenBackStore;
  readonly nowMs: () => number;
  /** Stores a batch whose rows win over whatever is received in the ordinary way, and follows it up. */
  readonly appendAhead: (batch: TickBatch) => Promise<void>;
  /** Lets the intake know that batches of the member are to be looked at. */
  readonly noteMember: (tenantId: string, userId: string) => void;
}

/**
 * Takes readings back: they leave latest values, facts, charts, rollups and exports, and stay on record with who, when and
 * why. Doing it again changes nothing. Answers what is on record of them.
 * Throws `not_found`, naming them, when there are not all of them; then none was taken back.
 */
export async function takeBack(deps: TakeBackDeps, request: TakeBackRequest): Promise<TakenBack[]> {
  const { engine, store, nowMs } = deps;
  const { tenantId, userId } = request;
  const asked = new Map(request.readings.map((reading) => [nameOf(reading), reading]));
  const times = [...asked.values()].map(({ timestampMs }) => timestampMs);
  const stored = (await readStored(engine, request, times)).filter((row) => asked.has(nameOf(row)));
  const found = new Set(stored.map(nameOf));
  const missing = request.readings.flatMap((reading, index) => (found.has(nameOf(reading)) ? [] : [index]));
  if (missing.length > 0)
    throw new VigilError('not_found', 'There is no such reading. Nothing was taken back.', {
      fields: missing.map((index) => ({ field: `readings.${index}`, message: 'No reading of this metric, time and source' })),
    });
  const standing = stored.filter(({ value }) => !Number.isNaN(value));
  const { reason, by: takenBackBy } = request;
  // On record first: what is cut short after this counts still, and is taken back by the next try or when the record is read.
  await store.record(
    tenantId,
    userId,
    standing.map((one) => ({ ...one, reason, takenBackBy, takenBackAtMs: nowMs() })),
  );
  await putInPlace(deps, request, standing);
  const all = await store.between(tenantId, userId, Math.min(...times), Math.max(...times));
  return all.filter((one) => asked.has(nameOf(one)));
}

/**
 * Takes back what is on record and counts still, as it was: a crash, or an engine that was away, came in between. Whoever reads
 * the record calls this first, so that a reading is never listed as taken back and drawn as one that counts.
 */
export async function finishTakingBack(
  deps: Pick<TakeBackDeps, 'engine' | 'nowMs' | 'appendAhead' | 'noteMember'>,
  member: Pick<TakeBackRequest, 'tenantId' | 'userId'>,
  recorded: readonly TakenBack[],
): Promise<void> {
  if (recorded.length === 0) return;
  const nameAndValue = (one: ReadingName & { readonly value: number }) => `${nameOf(one)}/${one.value}`;
  const values = new Set(recorded.map(nameAndValue));
  const stored = await readStored(
    deps.engine,
    { ...member, readings: recorded },
    recorded.map(({ timestampMs }) => timestampMs),
  );
  // Another value is a correction, which counts.
  await putInPlace(
    deps,
    member,
    stored.filter((row) => values.has(nameAndValue(row))),
  );
}

async function putInPlace(
  { nowMs, appendAhead, noteMember }: Pick<TakeBackDeps, 'nowMs' | 'appendAhead' | 'noteMember'>,
  { tenantId, userId }: Pick<TakeBackRequest, 'tenantId' | 'userId'>,
  readings: readonly Stored[],
): Promise<void> {
  noteMember(tenantId, userId);
  for (const [source, ofSource] of Map.groupBy(readings, (one) => one.source))
    for (const [deviceId, rows] of Map.groupBy(ofSource, (one) => one.deviceId))
      await appendAhead({ tenantId, userId, source, deviceId, receivedAtMs: nowMs(), series: tombstones(rows) });
}

const nameOf = ({ metric, timestampMs, source }: ReadingName) => `${metric}/${timestampMs}/${source}`;

/** In the place of each reading a value that is none: no plausible value is NaN. */
function tombstones(rows: readonly ReadingName[]): TickBatch['series'] {
  return [...Map.groupBy(rows, ({ metric }) => metric)].map(([metric, some]) => ({
    metric,
    timestampsMs: Float64Array.from(some, ({ timestampMs }) => timestampMs),
    values: new Float64Array(some.length).fill(Number.NaN),
  }));
}

type Stored = Omit<TakenBack, 'reason' | 'takenBackBy' | 'takenBackAtMs'>;

async function readStored(
  engine: TicksEngine,
  { tenantId, userId, readings }: Pick<TakeBackRequest, 'tenantId' | 'userId' | 'readings'>,
  times: readonly number[],
): Promise<Stored[]> {
  const rows = await engine.query<{
    metric: MetricId;
    at: number;
    source: TickSource;
    value: number | null;
    device: string;
    version: number;
  }>(
    `select metric, toUnixTimestamp64Milli(ts) as at, source, if(isNaN(value), null, value) as value, device_id as device,
       toUnixTimestamp64Milli(received_at) as version
     from vigil.ticks final
     where tenant_id = {tenantId:UUID} and user_id = {userId:UUID} and metric in {metrics:Array(String)}
       and ts in (select fromUnixTimestamp64Milli(arrayJoin({times:Array(Int64)}), 'UTC'))`,
    { tenantId, userId, metrics: [...new Set(readings.map(({ metric }) => metric))], times },
  );
  return rows.map(({ metric, at: timestampMs, source, value, device: deviceId, version }) => ({
    ...{ metric, timestampMs, source, deviceId },
    value: value ?? Number.NaN,
    receivedAtMs: receivedAtOf(version),
  }));
}
