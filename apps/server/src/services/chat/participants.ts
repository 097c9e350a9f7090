import { careTeamRoles, type Role } from '@vigil/domain/roles';
import type { CareUserRow, People } from '#people/index.ts';
import type { Sql } from '#platform/postgres/database.ts';
import { patientsSeen } from '../configurator/index.ts';
import { caretakersOf } from '../registry/relations/index.ts';
import { type ConversationRow, namedPeople } from './conversations.store.ts';

/** Who takes part in a conversation, asked anew each time, so that assignments hold at once. */
export interface Participants {
  /** Everybody who takes part now: the member and those of the care team who may see the member; two or more of the staff otherwise. */
  of(sql: Sql, tenantId: string, conversation: ConversationRow): Promise<CareUserRow[]>;
}

/** Whether somebody of these roles takes part in conversations of the staff. */
export const isOfCareTeam = (roles: readonly Role[]) => roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
export const hasLeft = ({ isInTheTenant }: CareUserRow) => isInTheTenant === false;

export function createParticipants(care: Pick<People['care'], 'namedWithin' | 'staffNow'>): Participants {
  /** Those who look after the member; whoever else has written to the member, where the tenant lets them; where there is nobody, everybody. */
  async function staffOf(sql: Sql, tenantId: string, conversation: ConversationRow): Promise<readonly string[]> {
    const caretakers = (await caretakersOf(sql, tenantId, [conversation.id])).map(({ clinicianId }) => clinicianId);
    if ((await patientsSeen(sql, tenantId)) === 'assigned') return caretakers;
    const wrote = await namedPeople(sql, tenantId, conversation);
    if (caretakers.length > 0) return [...caretakers, ...wrote];
    return (await care.staffNow(sql, tenantId)).filter(({ roles }) => isOfCareTeam(roles)).map(({ id }) => id);
  }

  return {
    async of(sql, tenantId, conversation) {
      const { kind, firstUserId, secondUserId, memberId } = conversation;
      const ids =
        kind === 'member'
          ? await staffOf(sql, tenantId, conversation)
          : kind === 'direct'
            ? [firstUserId, secondUserId].filter((one) => one !== null)
            : await namedPeople(sql, tenantId, conversation);
      const people = await care.namedWithin(sql, tenantId, memberId === null ? ids : [...ids, memberId]);
      // Of two who wrote to each other, one who has left is still shown; elsewhere whoever has left takes no part.
      const takesPart = (one: CareUserRow) => isOfCareTeam(one.roles) && (kind === 'direct' || !hasLeft(one));
      return people.filter((one) => one.id === memberId || takesPart(one));
    },
  };
}

/** Those who may be told of something now: whoever has left may not. */
export const reachable = (people: readonly CareUserRow[]): string[] => people.filter((one) => !hasLeft(one)).map(({ id }) => id);
