import { careTeamRoles, type Role } from '@vigil/domain/roles';
import type { CareUserRow, People } from '#people/index.ts';
import type { Sql } from '#platform/postgres/database.ts';
import { patientsSeen } from '../configurator/index.ts';
import { caretakersOf } from '../registry/relations/index.ts';

/** The two of a call, and the member of the two where there is one. */
export interface Pair {
  readonly callerId: string;
  readonly calleeId: string;
  readonly memberId: string | null;
}

/** Why two people may not talk to each other now. `nobody`: one of them is not there for the other at all. */
export type Fault = 'nobody' | 'left' | 'on_hold';

export interface Permission {
  /** Asked anew each time, within a transaction; null where they may. */
  faultBetween(sql: Sql, tenantId: string, pair: Pair): Promise<Fault | null>;
}

const isOfCareTeam = ({ roles }: CareUserRow) => roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));

export function createPermission(care: Pick<People['care'], 'namedWithin'>): Permission {
  return {
    async faultBetween(sql, tenantId, { callerId, calleeId, memberId }) {
      const people = await care.namedWithin(sql, tenantId, [callerId, calleeId]);
      const staff = people.filter(({ id }) => id !== memberId);
      const member = people.find(({ id }) => id === memberId);
      if (people.length < 2 || !staff.every(isOfCareTeam)) return 'nobody';
      if (memberId !== null && !member?.roles.includes('patient')) return 'nobody';
      if (people.some(({ isInTheTenant }) => isInTheTenant === false)) return 'left';
      if (people.some(({ isOnHold }) => isOnHold)) return 'on_hold';
      if (memberId === null || (await patientsSeen(sql, tenantId)) !== 'assigned') return null;
      const caretakers = await caretakersOf(sql, tenantId, [memberId]);
      return caretakers.some(({ clinicianId }) => clinicianId === staff[0]?.id) ? null : 'nobody';
    },
  };
}
