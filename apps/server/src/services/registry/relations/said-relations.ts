import type { ChatNotice } from '@vigil/contract/chat.contract';
import type { People } from '#people/index.ts';
import type { Sql } from '#platform/postgres/database.ts';
import type { SayRelations } from './relations.store.ts';

/** Says something in the conversations of members, in the transaction of its cause, where somebody has written already. */
export type SayToMembers = (
  sql: Sql,
  tenantId: string,
  said: readonly { readonly memberId: string; readonly notice: ChatNotice }[],
) => Promise<void>;

export interface SayRelationsDeps {
  readonly care: Pick<People['care'], 'namedWithin'>;
  readonly say: SayToMembers;
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
    await say(
      sql,
      tenantId,
      told.map(({ type, patientId, clinicianId }) => ({
        memberId: patientId,
        notice: { type, name: names.get(clinicianId) ?? null, time: null },
      })),
    );
  };
}
