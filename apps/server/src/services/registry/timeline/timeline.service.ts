import type { QueryOf, ResponseOf } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import type { getTimeline, TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import { longestTimelineDays, type TimelineFilter, timelineFilters, usualTimelineDays } from '@vigil/contract/registry-timeline.values';
import type { Role } from '@vigil/domain/roles';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import { afterAllKeys, beforeAllKeys, type ListPlace } from '#platform/postgres/newest-first.ts';
import { carePeople } from '../relations/index.ts';
import { placeIn, placeText, type TimelinePlace } from './timeline-place.ts';
import { readableBy } from './timeline-readers.ts';
import type { SourceRow, TimelineOf, TimelineSource } from './timeline-source.ts';

export interface Timeline {
  /**
   * A page of what happened around a member, newest first, of the kinds that somebody with these roles may read. Throws invalid_input
   * for a stretch that ends before it begins or is too long, and for a place that no page has told.
   */
  read(
    tenantId: string,
    patientId: string,
    roles: readonly Role[],
    asked: QueryOf<typeof getTimeline>,
  ): Promise<ResponseOf<typeof getTimeline>>;
}

export interface TimelineDeps {
  /** In the order in which entries of one moment stand. */
  readonly sources: readonly TimelineSource[];
  readonly people: Pick<People, 'care' | 'timeZoneOf'>;
  readonly clock: Clock;
}

const dayMs = 86_400_000;
/** Each takes a connection for as long as it is asked. */
const sourcesAtOnce = 3;

interface PlacedRow extends SourceRow {
  readonly sourceId: string;
}

export function createTimeline({ sources, people, clock }: TimelineDeps): Timeline {
  const rankOf = new Map(sources.map(({ id }, rank) => [id, rank]));
  const rank = (sourceId: string) => rankOf.get(sourceId) ?? 0;
  const inOrder = (one: PlacedRow, other: PlacedRow) =>
    other.atMs - one.atMs || rank(one.sourceId) - rank(other.sourceId) || (one.key < other.key ? -1 : 1);

  /** Behind what one source goes on, where the page ends at an entry that may be another's: sources before that one have told its moment, those after it have not. */
  function behindIn(source: TimelineSource, place: TimelinePlace | null): ListPlace | null {
    if (place === null || source.id === place.sourceId) return place;
    return { atMs: place.atMs, key: rank(source.id) < rank(place.sourceId) ? afterAllKeys : beforeAllKeys };
  }

  return {
    async read(tenantId, memberId, roles, { kinds, size, before, ...ends }) {
      const { startDate, endDate } = rangeOf(ends, clock.now());
      const readable = readableBy(roles);
      const shown = readable.filter((filter) => kinds?.includes(filter) ?? true);
      const place = before === undefined ? null : placeIn(before, sources);
      const of: TimelineOf = { tenantId, memberId, zone: memberTimeZone(await people.timeZoneOf(tenantId, memberId)) };
      const rows: PlacedRow[] = [];
      const counts = new Map<TimelineFilter, number>();
      // What is not shown is counted beside the first page only.
      const left = sources.filter(({ filter }) => (place === null ? readable : shown).includes(filter));
      const readNext = async (): Promise<void> => {
        for (let source = left.shift(); source !== undefined; source = left.shift()) {
          const { id: sourceId } = source;
          const isShown = shown.includes(source.filter);
          const behind = behindIn(source, place);
          const page = await source.read(of, { fromMs: startDate, toMs: endDate, behind, limit: isShown ? size + 1 : 1 });
          counts.set(source.filter, (counts.get(source.filter) ?? 0) + page.total);
          if (isShown) for (const row of page.rows) rows.push({ ...row, sourceId });
        }
      };
      await Promise.all(Array.from({ length: sourcesAtOnce }, readNext));
      const page = rows.sort(inOrder).slice(0, size);
      const last = page.at(-1);
      const complete = rows.length <= size;
      return {
        content: await entriesOf(tenantId, page),
        ...{ startDate, endDate, complete },
        next: complete || !last ? null : placeText(last),
        counts: place
          ? null
          : timelineFilters.filter((kind) => readable.includes(kind)).map((kind) => ({ kind, count: counts.get(kind) ?? 0 })),
      };
    },
  };

  async function entriesOf(tenantId: string, rows: readonly PlacedRow[]): Promise<TimelineEntry[]> {
    const ids = new Set(rows.flatMap(({ peopleIds }) => peopleIds));
    const named = await carePeople(people, tenantId, [...ids]);
    return rows.map((row) => row.entry((userId) => named.get(userId ?? '') ?? null));
  }
}

/** What happens in this very millisecond belongs to it. */
function rangeOf(asked: Pick<QueryOf<typeof getTimeline>, 'startDate' | 'endDate'>, nowMs: number) {
  const endDate = asked.endDate ?? nowMs + 1;
  const startDate = asked.startDate ?? Math.max(0, endDate - usualTimelineDays * dayMs);
  if (startDate >= endDate) throw refused('startDate', 'has to be before endDate');
  if (endDate - startDate > longestTimelineDays * dayMs) throw refused('startDate', `at most ${longestTimelineDays} days can be asked for`);
  return { startDate, endDate };
}

const refused = (field: string, message: string) =>
  new VigilError('invalid_input', `${field}: ${message}.`, { fields: [{ field, message }] });
