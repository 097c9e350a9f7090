import { VigilError } from '@vigil/contract/errors';
import type { CarePerson } from '@vigil/contract/registry-care-person';
import type { Subordinate } from '@vigil/contract/registry-subordinates.contract';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import { carePeople, requireCareTeam, requireStaff } from './care-people.ts';
import type { SubordinateRow, SubordinatesStore } from './subordinates.store.ts';

/** Who works for whom. Throws not_found where nobody is, or where somebody does not work for the other. */
export interface Subordinates {
  list(tenantId: string, clinicianId: string): Promise<Subordinate[]>;
  read(tenantId: string, clinicianId: string, subordinateId: string): Promise<Subordinate>;
  /** Throws invalid_input for oneself, for somebody outside the care team, and for one's own superior. */
  add(tenantId: string, clinicianId: string, subordinateId: string): Promise<Subordinate>;
  remove(tenantId: string, clinicianId: string, subordinateId: string): Promise<Subordinate>;
}

export interface SubordinatesDeps {
  readonly store: SubordinatesStore;
  readonly people: Pick<People, 'care'>;
  readonly clock: Clock;
}

export function createSubordinatesService({ store, people, clock }: SubordinatesDeps): Subordinates {
  async function list(tenantId: string, clinicianId: string): Promise<Subordinate[]> {
    await requireStaff(people, tenantId, clinicianId);
    const rows = await store.of(tenantId, clinicianId);
    const named = await carePeople(
      people,
      tenantId,
      rows.map(({ subordinateId }) => subordinateId),
    );
    return [...named.values()].flatMap((user) =>
      rows.filter(({ subordinateId }) => subordinateId === user.id).map((row) => ({ ...row, user })),
    );
  }
  async function read(tenantId: string, clinicianId: string, subordinateId: string): Promise<Subordinate> {
    const found = (await list(tenantId, clinicianId)).find((one) => one.subordinateId === subordinateId);
    if (!found) throw notSubordinate();
    return found;
  }

  return {
    list,
    read,
    async add(tenantId, clinicianId, subordinateId) {
      if (clinicianId === subordinateId) throw refused('Nobody is their own subordinate');
      await requireCareTeam(people, tenantId, [clinicianId], 'clinicianId');
      await requireCareTeam(people, tenantId, [subordinateId], 'subordinateId');
      const above = await store.of(tenantId, subordinateId);
      if (above.some((row) => row.subordinateId === clinicianId)) throw refused('The two already stand the other way round');
      await store.add(tenantId, { clinicianId, subordinateId, since: clock.now() });
      return read(tenantId, clinicianId, subordinateId);
    },
    async remove(tenantId, clinicianId, subordinateId) {
      const removed = await store.remove(tenantId, clinicianId, subordinateId);
      if (!removed) throw notSubordinate();
      const named = await carePeople(people, tenantId, [subordinateId]);
      return withUser(removed, named.get(subordinateId));
    },
  };
}

function withUser(row: SubordinateRow, user: CarePerson | undefined): Subordinate {
  if (!user) throw notSubordinate();
  return { ...row, user };
}

const notSubordinate = () => new VigilError('not_found', 'This person does not work for the other.');
const refused = (message: string) =>
  new VigilError('invalid_input', `subordinateId: ${message}. Nothing was changed.`, { fields: [{ field: 'subordinateId', message }] });
