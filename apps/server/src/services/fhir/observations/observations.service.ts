import { VigilError } from '@vigil/contract/errors';
import type { DateSearch } from '@vigil/domain/fhir/date-search';
import { isMetricId, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { People } from '#people/index.ts';
import type { CountedReading, TakenBack, TicksReads } from '#services/ticks-store/index.ts';
import {
  badCursor,
  boundsOf,
  type CursorSearch,
  excludesWithin,
  matchesDate,
  matchesToken,
  readCursor,
  type TokenSearch,
  writeCursor,
} from '../search/search-parameters.ts';
import type { SearchPage } from '../search/searchset.ts';
import { type ObservationKey, observationIdOf, observationKeyOf } from './observation-key.ts';
import { type FhirResource, observationResource } from './observation-resource.ts';
import { type CountedReads, observationsInOrder } from './observations-in-order.ts';
import { byTime, type ObservationReadings, orderOf, single, startOf } from './observations-of-stretch.ts';
import { type Observed, observed, observedThings } from './observed-things.ts';

export interface ObservationsQuestion {
  readonly tenantId: string;
  readonly userId: string;
  /** Of either list one has to match. */
  readonly codes?: readonly TokenSearch[] | undefined;
  readonly categories?: readonly TokenSearch[] | undefined;
  readonly dates: readonly DateSearch[];
  /** The member's. */
  readonly timeZone: string;
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

type Reads = CountedReads & Pick<TicksReads, 'moments' | 'takenBack'>;

/** Steps of time that are read together for a page, at most. */
const mostSteps = 120;
/** Readings from which on a page is full, whatever `_count` asks for: a series may have thousands. */
const mostReadings = 10_000;
const earliestMs = 0;
/** Before the year 10000, so that a timestamp of any store can hold it. */
const latestMs = 253_402_300_799_000;
const categorySystem = 'http://terminology.hl7.org/CodeSystem/observation-category';

/** Our own readings as Observations. */
export function createObservations(reads: Reads, people: Pick<People, 'timeZoneOf'>): ObservationsService {
  return {
    async search(question) {
      const things = observedThings.filter((one) => isAsked(one, question));
      if (things.length === 0) return { resources: [], next: null };
      return question.status === 'final' ? searchReadings(reads, question, things) : searchTakenBack(reads, question, things);
    },

    async read(tenantId, id) {
      const key = observationKeyOf(id);
      const about = key && observed.get(key.thing);
      const resource = key && about && (await readOne(reads, people, tenantId, key, about));
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
  const { count, dates, newestFirst } = question;
  const after = cursorOf(question);
  const bounds = clamped(boundsOf(dates));
  const range = {
    fromMs: after && !newestFirst ? Math.max(bounds.fromMs, after.startMs) : bounds.fromMs,
    toMs: after && newestFirst ? Math.min(bounds.toMs, after.startMs + 1) : bounds.toMs,
  };
  const isWanted = (fromMs: number, toMs: number) => !dates.some((search) => excludesWithin(search, { fromMs, toMs }));
  const steps = Math.min(count + 1, mostSteps);
  const { next, shown } = await pageOf(observationsInOrder(reads, { ...question, ...range, things, steps, isWanted }), question);
  return { resources: shown.map((one) => observationResource(one)), next };
}

/**
 * A page of Observations that come in order: those of the dates, from behind the cursor on. There is a next page where there is something to
 * stand on it.
 */
async function pageOf(
  ordered: AsyncIterable<ObservationReadings> | Iterable<ObservationReadings>,
  question: ObservationsQuestion,
): Promise<{ shown: readonly ObservationReadings[]; next: string | null }> {
  const { count, dates, newestFirst } = question;
  const after = cursorOf(question);
  const shown: ObservationReadings[] = [];
  let readings = 0;
  for await (const one of ordered) {
    if (!isWithin(one, dates) || (after && !isBehind(one, after, newestFirst))) continue;
    const last = shown.at(-1);
    if (last && (shown.length === count || readings >= mostReadings))
      return { shown, next: writeCursor(searchOf(question), [startOf(last), orderOf(last)]) };
    shown.push(one);
    readings += one.readings.length;
  }
  return { shown, next: null };
}

interface Cursor {
  readonly startMs: number;
  readonly order: string;
}

const searchOf = ({ newestFirst, tenantId }: ObservationsQuestion): CursorSearch => ({
  ...{ tenantId, type: 'Observation', sort: newestFirst ? '-date' : 'date' },
});

function cursorOf(question: ObservationsQuestion): Cursor | null {
  if (question.cursor === undefined) return null;
  const [startMs, order] = readCursor(searchOf(question), question.cursor, ['number', 'string']) as [number, string];
  if (!Number.isSafeInteger(startMs) || startMs < earliestMs || startMs > latestMs) throw badCursor();
  return { startMs, order };
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
  const { dates, newestFirst, tenantId, userId } = question;
  const { fromMs, toMs } = clamped(boundsOf(dates));
  if (fromMs > toMs) return { resources: [], next: null };
  const metrics = new Set<string>(things.flatMap((one) => one.metrics));
  const rows = (await reads.takenBack(tenantId, userId, fromMs, toMs)).filter(({ metric }) => metrics.has(metric));
  const groups = Map.groupBy(rows.map(readingOf), ({ timestampMs }) => timestampMs);
  const all = [...groups]
    .flatMap(([, readings]) => singles(userId, readings))
    .filter((one) => isWithin(one, dates))
    .sort(byTime);
  const { next, shown } = await pageOf(newestFirst ? all.toReversed() : all, question);
  return { resources: shown.map((one) => observationResource(one, { isInError: true })), total: all.length, next };
}

/** Readings of one moment, by what and by source; of one that was taken back twice, the last. */
function singles(userId: string, readings: readonly CountedReading[]): ObservationReadings[] {
  const newest = new Map(readings.map((one) => [`${one.metric} ${one.source}`, one]));
  const groups = Map.groupBy(newest.values(), ({ metric, source }) => `${thingWith(metric).thing} ${source}`);
  return [...groups.values()].map((group) => {
    const [{ metric, source, timestampMs }] = group as [CountedReading];
    return single({ userId, thing: thingWith(metric).thing, source, timestampMs }, group);
  });
}

function thingWith(metric: string): Observed {
  const found = observedThings.find(({ metrics }) => isMetricId(metric) && metrics.includes(metric));
  if (!found) throw new Error('A reading of the band was taken for one of the member');
  return found;
}

function readingOf({ metric, source, timestampMs, value, deviceId, receivedAtMs }: TakenBack): CountedReading {
  return { metric, source, timestampMs, value, deviceId, receivedAtMs };
}

async function readOne(
  reads: Reads,
  people: Pick<People, 'timeZoneOf'>,
  tenantId: string,
  key: ObservationKey,
  about: Observed,
): Promise<FhirResource | null> {
  const { kind, source, timestampMs, userId } = key;
  const { metrics } = about;
  if (timestampMs > latestMs) return null;
  if (kind === 'samples') {
    const range = { tenantId, userId, things: [about], fromMs: timestampMs, toMs: timestampMs + 1, newestFirst: false, steps: 1 };
    const id = observationIdOf(key);
    for await (const one of observationsInOrder(reads, { ...range, timeZone: await people.timeZoneOf(tenantId, userId) }))
      if (observationIdOf(one.key) === id) return observationResource(one);
    return null;
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
async function readMoment(reads: Reads, tenantId: string, key: ObservationKey, metrics: readonly MetricId[]): Promise<CountedReading[]> {
  const { source, timestampMs, userId } = key;
  const range = { tenantId, userId, metrics, fromMs: timestampMs, toMs: timestampMs + 1 };
  const ticks = await reads.moments({ ...range, deduplicate: false, provenance: true });
  return ticks
    .filter(({ timestamp }) => Math.round(timestamp * 1000) === timestampMs)
    .flatMap(({ data, provenance = {} }) =>
      metrics.flatMap((metric): CountedReading[] => {
        const value = data[metric];
        const from = provenance[metric];
        if (typeof value !== 'number' || from?.source !== source) return [];
        return [{ metric, source, timestampMs, value, deviceId: from.deviceId ?? '', receivedAtMs: Math.round(from.receivedAt * 1000) }];
      }),
    );
}
