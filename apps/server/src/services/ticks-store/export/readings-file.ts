import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { csvLine, isoTime } from '#platform/personal-data/exported-files.ts';
import type { ExportedFile, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { TakenBack, TakenBackStore } from '../write/taken-back-store.ts';
import { receivedAtSql } from '../write/versions.ts';

/** Readings that the engine writes at once, about: five megabytes of text. An hour is never parted. */
const readingsAPart = 50_000;

/** Nobody waits for an export as for a chart, and one thread keeps the order. */
const inBackground = { lane: 'background', maxSeconds: 120 } as const;

const columns = ['time', 'value', 'unit', 'source', 'device_id', 'received_at', 'status', 'reason', 'taken_back_at'];

/** Metrics of which anything was ever stored about a person. */
export async function metricsOf(engine: TicksEngine, { tenantId, userId }: PersonInTenant): Promise<MetricId[]> {
  const rows = await engine.query<{ metric: MetricId }>(
    'select distinct metric from vigil.ticks where tenant_id = {tenantId:UUID} and user_id = {userId:UUID} order by metric',
    { tenantId, userId },
    inBackground,
  );
  return rows.map(({ metric }) => metric);
}

interface Source {
  readonly engine: TicksEngine;
  readonly takenBack: Pick<TakenBackStore, 'ofMetric'>;
}

/** Every reading of one metric, whatever its source, and those that were taken back, marked. The engine writes the lines. */
export function readingsFile({ engine, takenBack }: Source, person: PersonInTenant, metric: MetricId): ExportedFile {
  const { label, unit } = catalogue[metric];
  return {
    name: `readings/${metric}.csv`,
    about: `${label}${unit ? ` in ${unit}` : ''}: one line a reading, with its source and when it was received. Lines with the status entered-in-error were taken back. A copy of the record: it is not made to be brought in again.`,
    content: (async function* () {
      yield csvLine(columns);
      for (const part of await partsOf(engine, person, metric)) yield await linesOf(engine, person, metric, part);
      for (const one of await takenBack.ofMetric(person.tenantId, person.userId, metric)) yield takenBackLine(one, unit);
    })(),
  };
}

interface Part {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

const hourSeconds = 3_600;

/** Stretches of whole hours with about as many readings each. */
async function partsOf(engine: TicksEngine, { tenantId, userId }: PersonInTenant, metric: MetricId): Promise<Part[]> {
  const hours = await engine.query<{ at: number; n: number }>(
    `select toUnixTimestamp(toStartOfHour(ts)) as at, count() as n from vigil.ticks
     where tenant_id = {tenantId:UUID} and user_id = {userId:UUID} and metric = {metric:String} group by at order by at`,
    { tenantId, userId, metric },
    inBackground,
  );
  const parts: Part[] = [];
  let from: number | undefined;
  let readings = 0;
  hours.forEach(({ at, n }, index) => {
    from ??= at;
    readings += n;
    if (readings < readingsAPart && index < hours.length - 1) return;
    parts.push({ fromSeconds: from, toSeconds: at + hourSeconds });
    from = undefined;
    readings = 0;
  });
  return parts;
}

const utc = (time: string) => `replaceOne(toString(${time}), ' ', 'T'), 'Z'`;
const device = `if(match(device_id, '[",\\r\\n]'), concat('"', replaceAll(device_id, '"', '""'), '"'), device_id)`;

async function linesOf(engine: TicksEngine, { tenantId, userId }: PersonInTenant, metric: MetricId, part: Part): Promise<Uint8Array> {
  const row = await engine.rowBinary(
    `select arrayStringConcat(groupArray(line)) as lines from (
       select concat(${utc('ts')}, ',', toString(value), ',', {unit:String}, ',', toString(source), ',', ${device}, ',',
         ${utc(receivedAtSql)}, ',final,,\\r\\n') as line
       from vigil.ticks final
       where tenant_id = {tenantId:UUID} and user_id = {userId:UUID} and metric = {metric:String} and not isNaN(value)
         and ts >= fromUnixTimestamp64Milli({fromMs:Int64}) and ts < fromUnixTimestamp64Milli({toMs:Int64})
       order by ts, source)`,
    { tenantId, userId, metric, unit: catalogue[metric].unit, fromMs: part.fromSeconds * 1000, toMs: part.toSeconds * 1000 },
    inBackground,
  );
  return textIn(row);
}

/** The one text of a row in RowBinary: its length as LEB128, then its bytes, which are handed on as they are. */
function textIn(row: Uint8Array): Uint8Array {
  let start = 0;
  while (start < row.length && (row[start] ?? 0) >= 0x80) start += 1;
  return row.subarray(start + 1);
}

function takenBackLine(one: TakenBack, unit: string): string {
  const { timestampMs, value, source, deviceId, receivedAtMs, reason, takenBackAtMs } = one;
  return csvLine([
    ...[isoTime(timestampMs), value, unit, source, deviceId, isoTime(receivedAtMs)],
    ...['entered-in-error', reason, isoTime(takenBackAtMs)],
  ]);
}
