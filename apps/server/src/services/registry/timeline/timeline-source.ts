import type { CarePerson } from '@vigil/contract/registry-care-person';
import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import type { TimelineFilter } from '@vigil/contract/registry-timeline.values';
import type { Counted, ListPlace, Stretch, StretchPage } from '#platform/postgres/newest-first.ts';

/** Whose timeline, and in which zone their days are. */
export interface TimelineOf {
  readonly tenantId: string;
  readonly memberId: string;
  readonly zone: string;
}

export type Named = (userId: string | null) => CarePerson | null;

/** Something that happened, before those who took part are named. */
export interface SourceRow extends ListPlace {
  readonly peopleIds: readonly (string | null)[];
  entry(named: Named): TimelineEntry;
}

/** Where entries come from: one question to the module that owns them. */
export interface TimelineSource {
  /** In the places behind which pages begin; unlike all others. */
  readonly id: string;
  readonly filter: TimelineFilter;
  read(of: TimelineOf, stretch: Stretch): Promise<StretchPage<SourceRow>>;
}

/** A source that reads rows of its module and makes each an entry. */
export function sourceOf<Row>({
  id,
  filter,
  read,
  at,
  people,
  entry,
}: {
  readonly id: string;
  readonly filter: TimelineFilter;
  readonly read: (of: TimelineOf, stretch: Stretch) => Promise<StretchPage<Counted<Row>>>;
  /** Milliseconds since 1970. */
  readonly at: (row: Row) => number;
  readonly people: (row: Row) => readonly (string | null)[];
  readonly entry: (row: Counted<Row>, named: Named) => Pick<TimelineEntry, 'id' | 'kind' | 'executedBy'> & Partial<TimelineEntry>;
}): TimelineSource {
  return {
    id,
    filter,
    async read(of, stretch) {
      const { rows, total } = await read(of, stretch);
      return {
        total,
        rows: rows.map((row) => {
          const atMs = Math.floor(at(row));
          return { atMs, key: row.key, peopleIds: people(row), entry: (named) => ({ ...nothing, at: atMs, ...entry(row, named) }) };
        }),
      };
    },
  };
}

const nothing = {
  ...{ clinician: null, teamType: null, assignmentType: null, careTeam: null, task: null, action: null, alert: null },
  ...{ call: null, note: null, messages: null, survey: null, reading: null, program: null },
};
