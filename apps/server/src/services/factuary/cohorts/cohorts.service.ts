import { randomUUID } from 'node:crypto';
import type { CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import type { SentCohort } from '@vigil/contract/factuary-cohorts.forms';
import { mayWriteCohort, totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import type { FigureScope } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { CohortCounts } from './cohort-counts.ts';
import { faultOf, inUse, isFixed, maySay, noSuchCohort, noSuchTenant } from './cohort-faults.ts';
import { mayChange, mayRead, type StaffMember, shownCohort, shownTotal } from './cohorts.rules.ts';
import type { CohortRow, CohortsStore } from './cohorts.store.ts';
import type { Places } from './places.ts';

/** Somebody of the staff, and how figures over members are told to them. */
export type CohortsReader = StaffMember & FigureScope;

/** An answer, and whom its counts say something of, for the audit log. */
interface Told<T> {
  readonly answer: T;
  readonly about: readonly string[];
}

export interface CohortsService {
  list(tenantId: string, reader: CohortsReader): Promise<Told<CohortWithMeta[]>>;
  /** Throws not_found for a cohort that the tenant does not have or the person may not read. */
  read(tenantId: string, id: string, reader: CohortsReader): Promise<Told<CohortWithMeta & { meta: { used_in: string[] } }>>;
  /** Throws conflict for the Total Population, a stale version, an id that is another's, one too many and a draft of what is in use; forbidden for a type. */
  put(tenantId: string, by: CohortsReader, sent: SentCohort): Promise<Told<CohortWithMeta>>;
  /** Throws conflict for the Total Population and for a cohort in use, naming the places. */
  remove(tenantId: string, id: string, by: StaffMember): Promise<{ id: string; title: string }>;
}

export interface CohortsServiceDeps {
  readonly store: CohortsStore;
  readonly people: Pick<People, 'privacy'>;
  readonly counts: CohortCounts;
  readonly places: Places;
  readonly clock: Clock;
  /** Something about who belongs has changed. */
  readonly changed: () => void;
}

export function createCohortsService(deps: CohortsServiceDeps): CohortsService {
  const { store, people, counts, places, clock, changed } = deps;

  async function shown(tenantId: string, rows: readonly CohortRow[], reader: CohortsReader): Promise<Told<CohortWithMeta[]>> {
    const names = await people.privacy.knownNames(tenantId, [...new Set(rows.flatMap((row) => [row.createdBy, row.changedBy]))]);
    const nameOf = (userId: string) => {
      const name = names.get(userId);
      return name ? `${name.givenName} ${name.familyName}` : '';
    };
    const counted = await counts.of(tenantId, rows, reader);
    return { answer: rows.map((row) => shownCohort(tenantId, row, reader, nameOf, counted.of(row))), about: counted.about };
  }

  async function total(tenantId: string, reader: CohortsReader): Promise<Told<CohortWithMeta>> {
    const { count, about } = await counts.ofEverybody(tenantId, reader);
    return { answer: shownTotal(tenantId, count), about };
  }

  async function one(tenantId: string, row: CohortRow, reader: CohortsReader): Promise<Told<CohortWithMeta>> {
    const { answer, about } = await shown(tenantId, [row], reader);
    return { answer: answer[0] as CohortWithMeta, about };
  }

  async function readable(tenantId: string, id: string, reader: StaffMember): Promise<CohortRow> {
    const row = await store.read(tenantId, id);
    if (!row || !mayRead(reader, row)) throw noSuchCohort();
    return row;
  }

  return {
    async list(tenantId, reader) {
      const rows = (await store.list(tenantId, reader.userId)).filter((row) => mayRead(reader, row));
      const [everybody, others] = [await total(tenantId, reader), await shown(tenantId, rows, reader)];
      return { answer: [everybody.answer, ...others.answer], about: [...everybody.about, ...others.about] };
    },

    async read(tenantId, id, reader) {
      const isTotal = id === totalPopulation.id;
      const { answer, about } = isTotal ? await total(tenantId, reader) : await one(tenantId, await readable(tenantId, id, reader), reader);
      return { answer: { ...answer, meta: { ...answer.meta, used_in: [...(await places.of(tenantId, id))] } }, about };
    },

    async put(tenantId, by, { id = randomUUID(), version, tenant_id: saidTenant = tenantId, ...sent }) {
      if (saidTenant !== tenantId) throw noSuchTenant();
      if (id === totalPopulation.id) throw isFixed('changed');
      if (!mayWriteCohort(by.roles, sent.type)) throw maySay(sent.type);
      const { json_conditions: conditions, display_facts: facts, ...rest } = sent;
      const content = { ...rest, id, version, conditions, displayFacts: facts.map(({ name }) => name) };
      const made = await store.put(tenantId, { userId: by.userId, atMs: clock.now() }, content, {
        mayChange: (present) => mayChange(by, present),
        usedIn: (sql, present) => places.within(sql, tenantId, present.id),
      });
      if (typeof made === 'string' || 'stale' in made) throw faultOf(made, sent.type);
      if ('places' in made) throw inUse(made.places, 'made a draft');
      changed();
      return one(tenantId, made.row, by);
    },

    async remove(tenantId, id, by) {
      if (id === totalPopulation.id) throw isFixed('deleted');
      if (!mayChange(by, await readable(tenantId, id, by))) throw noSuchCohort();
      const done = await store.remove(tenantId, id, clock.now(), (sql) => places.within(sql, tenantId, id));
      if (!done) throw noSuchCohort();
      if ('places' in done) throw inUse(done.places, 'deleted');
      return { id, title: done.removed.title };
    },
  };
}
