import { VigilError } from '@vigil/contract/errors';
import type { DateSearch } from '@vigil/domain/fhir/date-search';
import { isMetricId, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { HourReading, TakenBack, TicksReads } from '#services/ticks-store/index.ts';
import {
  badParameter,
  boundsOf,
  matchesDate,
  matchesToken,
  readCursor,
  type TokenSearch,
  writeCursor,
} from '../search/search-parameters.ts';
import type { SearchPage } from '../search/searchset.ts';
import { type ObservationKey, observationKeyOf } from './observation-key.ts';
import { type FhirResource, observationResource } from './observation-resource.ts';
import {
  byTime,
  type ObservationReadings,
  observationsOfHour,
  orderOf,
  samplingPeriodMs,
  single,
  startOf,
} from './observations-of-hour.ts';
import { type Observed, observed, observedThings } from './observed-things.ts';

export interface ObservationsQuestion {
  readonly tenantId: string;
  readonly userId: string;
  /** Of either list one has to match. */
  readonly codes?: readonly TokenSearch[] | undefined;
  readonly categories?: readonly TokenSearch[] | undefined;
  readonly dates: readonly DateSearch[];
  readonly status: 'final' | 'entered-in-error';
  readonly newestFirst: boolean;
  readonly count: number;
  readonly cursor?: string | undefined;
}

export interface ObservationsService {
  search(question: ObservationsQuestion): Promise<SearchPage>;
  /** Throws not_found where there is no such reading, nor one that was taken back. */
  read(tenantId: string, id: string): Promise<FhirResource>;
}

type Reads = Pick<TicksReads, 'moments' | 'takenBack' | 'wholeHours'>;

const hourMs = 3_600_000;
const earliestMs = 0;
/** Before the year 10000, so that a timestamp of any store can hold it. */
const latestMs = 253_402_300_799_000;
const categorySystem = 'http://terminology.hl7.org/CodeSystem/observation-category';

/** Our own readings as Observations. */
export function createObservations(reads: Reads): ObservationsService {
  return {
    async search(question) {
      const things = observedThings.filter((one) => isAsked(one, question));
      if (things.length === 0) return { resources: [], next: null };
      return question.status === 'final' ? searchReadings(reads, question, things) : searchTakenBack(reads, question, things);
    },

    async read(tenantId, id) {
      const key = observationKeyOf(id);
      const about = key && observed.get(key.thing);
      const resource = key && about && (await readOne(reads, tenantId, key, about));
      if (!resource) throw new VigilError('not_found', 'There is no such Observation. Readings of several moments are found by a search.');
      return resource;
    },
  };
}

function isAsked({ category, codings }: Observed, { categories, codes }: ObservationsQuestion): boolean {
  const ofCategory = categories?.some((token) => matchesToken(token, { system: categorySystem, code: category })) ?? true;
  return ofCategory && (codes?.some((token) => codings.some((coding) => matchesToken(token, coding))) ?? true);
}

async function searchReadings(reads: Reads, question: ObservationsQuestion, things: readonly Observed[]): Promise<SearchPage> {
  const { count, dates, newestFirst, tenantId, userId } = question;
  const after = question.cursor === undefined ? null : cursorOf(question.cursor);
  const bounds = clamped(boundsOf(dates));
  const range = after === null ? bounds : newestFirst ? { ...bounds, toMs: after.hourMs + hourMs } : { ...bounds, fromMs: after.hourMs };
  if (range.fromMs >= range.toMs) return { resources: [], next: null };
  const metrics = things.flatMap((one) => one.metrics);
  const { hasMore, hours } = await reads.wholeHours({ tenantId, userId, metrics, ...range, newestFirst, hours: count + 1 });
  const found = hours.flatMap(({ hourMs: hour, readings }) => {
    const ofHour = observationsOfHour(userId, hour, readings).filter((one) => isWithin(one, dates));
    const ordered = newestFirst ? ofHour.reverse() : ofHour;
    return ordered.filter((one) => after === null || isBehind(one, after, newestFirst)).map((one) => ({ one, hour }));
  });
  const shown = found.slice(0, count);
  const lastHour = hours.at(-1)?.hourMs;
  const last = found.length > count ? shown.at(-1) : undefined;
  // Hours of which nothing is left by the date are behind as a whole.
  const next = last
    ? writeCursor([last.hour, startOf(last.one), orderOf(last.one)])
    : hasMore && lastHour !== undefined
      ? writeCursor([lastHour, newestFirst ? lastHour - 1 : lastHour + hourMs, ''])
      : null;
  return { resources: shown.map(({ one }) => observationResource(one)), next };
}

interface Cursor {
  readonly hourMs: number;
  readonly startMs: number;
  readonly order: string;
}

function cursorOf(text: string): Cursor {
  const [hour, startMs, order] = readCursor(text, ['number', 'number', 'string']) as [number, number, string];
  if (!Number.isSafeInteger(hour) || hour < earliestMs || hour > latestMs) throw badParameter('_cursor', 'Has to be that of a next link');
  return { hourMs: hour, startMs, order };
}

function isBehind(one: ObservationReadings, { startMs, order }: Cursor, newestFirst: boolean): boolean {
  const start = startOf(one);
  if (start !== startMs) return newestFirst ? start < startMs : start > startMs;
  return newestFirst ? orderOf(one) < order : orderOf(one) > order;
}

function isWithin({ readings }: ObservationReadings, dates: readonly DateSearch[]): boolean {
  const target = { fromMs: readings[0]?.timestampMs ?? 0, toMs: (readings.at(-1)?.timestampMs ?? 0) + 1 };
  return dates.every((search) => matchesDate(search, target));
}

const clamped = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => ({
  fromMs: Math.max(earliestMs, fromMs),
  toMs: Math.min(latestMs, toMs),
});

/** Readings that were taken back are few: they are read as a whole. */
async function searchTakenBack(reads: Reads, question: ObservationsQuestion, things: readonly Observed[]): Promise<SearchPage> {
  const { count, cursor, dates, newestFirst, tenantId, userId } = question;
  const { fromMs, toMs } = clamped(boundsOf(dates));
  if (fromMs > toMs) return { resources: [], next: null };
  const metrics = new Set<string>(things.flatMap((one) => one.metrics));
  const rows = (await reads.takenBack(tenantId, userId, fromMs, toMs)).filter(({ metric }) => metrics.has(metric));
  const groups = Map.groupBy(rows.map(readingOf), ({ timestampMs }) => timestampMs);
  const all = [...groups]
    .flatMap(([, readings]) => singles(userId, readings))
    .filter((one) => isWithin(one, dates))
    .sort(byTime);
  const ordered = newestFirst ? all.reverse() : all;
  const offset = cursor === undefined ? 0 : Math.max(0, Number(readCursor(cursor, ['number'])[0]));
  const shown = ordered.slice(offset, offset + count);
  return {
    resources: shown.map((one) => observationResource(one, { isInError: true })),
    total: ordered.length,
    next: offset + count < ordered.length ? writeCursor([offset + count]) : null,
  };
}

/** Readings of one moment, by what and by source; of one that was taken back twice, the last. */
function singles(userId: string, readings: readonly HourReading[]): ObservationReadings[] {
  const newest = new Map(readings.map((one) => [`${one.metric} ${one.source}`, one]));
  const groups = Map.groupBy(newest.values(), ({ metric, source }) => `${thingWith(metric).thing} ${source}`);
  return [...groups.values()].map((group) => {
    const [{ metric, source, timestampMs }] = group as [HourReading];
    return single({ userId, thing: thingWith(metric).thing, source, timestampMs }, group);
  });
}

function thingWith(metric: string): Observed {
  const found = observedThings.find(({ metrics }) => isMetricId(metric) && metrics.includes(metric));
  if (!found) throw new Error('A reading of the band was taken for one of the member');
  return found;
}

function readingOf({ metric, source, timestampMs, value, deviceId, receivedAtMs }: TakenBack): HourReading {
  return { metric, source, timestampMs, value, deviceId, receivedAtMs };
}

async function readOne(reads: Reads, tenantId: string, key: ObservationKey, { metrics }: Observed): Promise<FhirResource | null> {
  const { kind, source, timestampMs, userId } = key;
  if (timestampMs > latestMs) return null;
  if (kind === 'samples') {
    const question = { tenantId, userId, metrics, fromMs: timestampMs, toMs: timestampMs + hourMs, newestFirst: true, hours: 1 };
    const readings = (await reads.wholeHours(question)).hours.flatMap((one) => one.readings).filter((one) => one.source === source);
    const periodMs = samplingPeriodMs(readings);
    return periodMs > 0 && timestampMs % hourMs === 0 ? observationResource({ key, readings, periodMs }) : null;
  }
  const readings = await readMoment(reads, tenantId, key, metrics);
  if (readings.length > 0) return observationResource(single(key, readings));
  const taken = (await reads.takenBack(tenantId, userId, timestampMs, timestampMs)).filter(
    (one) => one.source === source && metrics.includes(one.metric),
  );
  const [gone] = singles(userId, taken.map(readingOf));
  return gone ? observationResource(gone, { isInError: true }) : null;
}

/** What a source said of a moment, whether it counts or not: it was sent, and has its id. */
async function readMoment(reads: Reads, tenantId: string, key: ObservationKey, metrics: readonly MetricId[]): Promise<HourReading[]> {
  const { source, timestampMs, userId } = key;
  const range = { tenantId, userId, metrics, fromMs: timestampMs, toMs: timestampMs + 1 };
  const ticks = await reads.moments({ ...range, deduplicate: false, provenance: true });
  return ticks
    .filter(({ timestamp }) => Math.round(timestamp * 1000) === timestampMs)
    .flatMap(({ data, provenance = {} }) =>
      metrics.flatMap((metric): HourReading[] => {
        const value = data[metric];
        const from = provenance[metric];
        if (typeof value !== 'number' || from?.source !== source) return [];
        return [{ metric, source, timestampMs, value, deviceId: from.deviceId ?? '', receivedAtMs: Math.round(from.receivedAt * 1000) }];
      }),
    );
}
