import type { People } from '#people/index.ts';
import type { Sql } from '#platform/postgres/database.ts';
import type { Say } from '#services/chat/index.ts';
import type { RelationChange } from './relations.store.ts';

/** Within the transaction that changes who looks after a member: says so where the member and the care team write to each other. */
export type SayRelations = (sql: Sql, tenantId: string, change: RelationChange) => Promise<void>;

export interface SayRelationsDeps {
  readonly care: Pick<People['care'], 'namedWithin'>;
  readonly say: Say;
}

/** Whoever comes along with somebody else is not named: a conversation is no list of a team. */
export function createSayRelations({ care, say }: SayRelationsDeps): SayRelations {
  return async (sql, tenantId, { assigned, removed }) => {
    const told = [
      ...removed.map((relation) => ({ ...relation, type: 'unassigned' as const })),
      ...assigned.map((relation) => ({ ...relation, type: 'assigned' as const })),
    ].filter(({ withClinicianId }) => withClinicianId === null);
    if (told.length === 0) return;
    const clinicians = await care.namedWithin(sql, tenantId, [...new Set(told.map(({ clinicianId }) => clinicianId))]);
    const names = new Map(clinicians.map((one) => [one.id, `${one.givenName} ${one.familyName}`]));
    for (const { type, patientId, clinicianId } of told)
      await say(sql, tenantId, {
        conversationId: patientId,
        notice: { type, name: names.get(clinicianId) ?? null, time: null },
        ...{ isQuiet: true, opensNone: true },
      });
  };
}
