import { VigilError } from '@vigil/contract/errors';
import type { TickSource } from '@vigil/domain/metrics/counting';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { counts } from '../counting-sql.ts';
import { receivedAtOf } from '../write/versions.ts';
import { type MemberRange, ofMember, rangeParameters, ticksWhere, within } from './member-range.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** Readings of one answer, as long as they are of several hours; an hour is whole. */
const fewReadings = 10_000;
/** Readings that one hour may have: thirteen metrics four times a second. */
const mostReadings = 200_000;
/** How far the first look reaches; each further one reaches four times as far. */
const firstReachMs = 2 * dayMs;
const growth = 4;

export interface WholeHoursQuestion extends MemberRange {
  readonly newestFirst: boolean;
  /** Hours in the answer, at most. */
  readonly hours: number;
}

/** A reading that counts. Times in milliseconds since 1970. */
export interface HourReading {
  readonly metric: string;
  readonly source: TickSource;
  readonly timestampMs: number;
  readonly value: number;
  /** Empty where no device is known. */
  readonly deviceId: string;
  readonly receivedAtMs: number;
}

export interface WholeHours {
  /** By hour in the order that was asked for; within an hour by metric and time. */
  readonly hours: readonly { readonly hourMs: number; readonly readings: readonly HourReading[] }[];
  /** There are readings of the range beyond these hours. */
  readonly hasMore: boolean;
}

/**
 * A member's readings that count, by whole hours (UTC) from the newest or the oldest on: as many hours as hold some readings, and
 * as fit into an answer. Ends of the range are widened to whole hours. Throws invalid_input where a single hour holds too many.
 */
export async function readWholeHours(engine: TicksEngine, question: WholeHoursQuestion): Promise<WholeHours> {
  const extent = await readExtent(engine, question);
  if (!extent) return { hours: [], hasMore: false };
  const { chosen, hasMore } = await chooseHours(engine, { ...question, ...extent });
  // All that there is may have been taken back.
  if (chosen.length === 0) return { hours: [], hasMore: false };
  const [first, last] = [Math.min(...chosen), Math.max(...chosen)];
  const readings = await readReadings(engine, { ...question, fromMs: first, toMs: last + hourMs });
  const byHour = Map.groupBy(readings, ({ timestampMs }) => startOfHour(timestampMs));
  return { hours: chosen.map((hour) => ({ hourMs: hour, readings: byHour.get(hour) ?? [] })), hasMore };
}

const startOfHour = (ms: number) => Math.floor(ms / hourMs) * hourMs;

/** The whole hours of the range between the first and the last reading; null where there is none. */
async function readExtent(engine: TicksEngine, question: WholeHoursQuestion): Promise<{ fromMs: number; toMs: number } | null> {
  const [row] = await engine.query<{ first: number; last: number; n: number }>(
    `select toUnixTimestamp64Milli(min(ts)) as first, toUnixTimestamp64Milli(max(ts)) as last, count() as n from vigil.ticks where ${ticksWhere()}`,
    rangeParameters({ ...question, fromMs: startOfHour(question.fromMs), toMs: startOfHour(question.toMs + hourMs - 1) }),
  );
  return row && Number(row.n) > 0 ? { fromMs: startOfHour(row.first), toMs: startOfHour(row.last) + hourMs } : null;
}

/** Which hours have readings that count? A year of minutes is not gone through for the last two days of it. */
async function chooseHours(engine: TicksEngine, question: WholeHoursQuestion): Promise<{ chosen: number[]; hasMore: boolean }> {
  const { fromMs, hours, newestFirst, toMs } = question;
  const found: { hour: number; n: number }[] = [];
  let reach = firstReachMs;
  let [from, to] = newestFirst ? [Math.max(fromMs, toMs - reach), toMs] : [fromMs, Math.min(toMs, fromMs + reach)];
  for (;;) {
    found.push(...(await countHours(engine, { ...question, fromMs: from, toMs: to, hours: hours + 1 - found.length })));
    const isAtEnd = newestFirst ? from <= fromMs : to >= toMs;
    if (found.length > hours || isAtEnd) break;
    reach *= growth;
    [from, to] = newestFirst ? [Math.max(fromMs, from - reach), from] : [to, Math.min(toMs, to + reach)];
  }
  let readings = 0;
  const fitting = found.slice(0, hours).findIndex(({ n }, index) => {
    readings += n;
    return index > 0 && readings > fewReadings;
  });
  const chosen = found.slice(0, fitting < 0 ? hours : fitting);
  if ((chosen[0]?.n ?? 0) > mostReadings) throw tooMany();
  return { chosen: chosen.map(({ hour }) => hour), hasMore: chosen.length < found.length };
}

async function countHours(engine: TicksEngine, question: WholeHoursQuestion): Promise<{ hour: number; n: number }[]> {
  const rows = await engine.query<{ hour: number; n: number }>(
    `select toUnixTimestamp(toStartOfHour(ts)) * 1000 as hour, uniqExact(metric, ts) as n from vigil.ticks final
     where ${ticksWhere()} and ${counting(question)}
     group by hour order by hour ${question.newestFirst ? 'desc' : 'asc'} limit {hours:UInt32}`,
    { ...rangeParameters(question), hours: question.hours },
  );
  return rows.map(({ hour, n }) => ({ hour: Number(hour), n: Number(n) }));
}

async function readReadings(engine: TicksEngine, question: WholeHoursQuestion): Promise<HourReading[]> {
  const rows = await engine.query<readonly unknown[] & { values: [number, number, TickSource, string, number][]; metric: string }>(
    `select metric, groupArray((toUnixTimestamp64Milli(ts), value, source, device_id, toUnixTimestamp64Milli(received_at))) as values
     from (
       select metric, ts, value, source, device_id, received_at from vigil.ticks final
       where ${ticksWhere()} and ${counting(question)}
       order by metric, ts, source limit 1 by metric, ts
     )
     group by metric order by metric`,
    rangeParameters(question),
  );
  return rows.flatMap(({ metric, values }) =>
    values
      .sort((a, b) => a[0] - b[0])
      .map(([timestampMs, value, source, deviceId, receivedMs]) => ({
        ...{ metric, source, timestampMs, value, deviceId },
        receivedAtMs: receivedAtOf(receivedMs),
      })),
  );
}

const counting = ({ metrics }: MemberRange) => counts(metrics, `${ofMember} and ${within([['from', 'to']])}`);

function tooMany(): VigilError {
  return new VigilError('invalid_input', `One hour holds more than ${mostReadings} readings. Ask for fewer codes at once.`, {
    fields: [{ field: 'code', message: 'Name fewer codes' }],
  });
}
