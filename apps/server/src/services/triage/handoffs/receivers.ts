import { actionRolesOf } from '@vigil/contract/factuary-actions.values';
import type { HandoffReceiver } from '@vigil/contract/triage-handoffs.contract';
import type { People } from '#people/index.ts';
import type { ShiftOfStaff } from '../../alerts/index.ts';
import type { TodayViewer } from '../today/viewer.ts';
import { personOf } from './facts.ts';

export interface ReceiversDeps {
  readonly people: Pick<People, 'care'>;
  /** The members whom somebody of the care team may see. */
  readonly visibleTo: (tenantId: string, staffId: string) => Promise<'tenant' | readonly string[]>;
}

/** To whom somebody can hand over: whoever is on call next first, then the care team by name. Nobody on hold. */
export async function readReceivers(
  { people, visibleTo }: ReceiversDeps,
  author: TodayViewer,
  shifts: readonly ShiftOfStaff[],
  userIds: readonly string[],
): Promise<HandoffReceiver[]> {
  const team = (await people.care.careTeam(author.tenantId)).filter(({ id, isOnHold }) => id !== author.id && !isOnHold);
  const found = await Promise.all(
    team.map(async (row): Promise<HandoffReceiver[]> => {
      const [role] = actionRolesOf(row.roles);
      if (!role) return [];
      const seen = await visibleTo(author.tenantId, row.id);
      const may = seen === 'tenant' ? null : new Set(seen);
      return [
        {
          ...{ ...personOf(row), role, on_call_from: onCallFrom(shifts, row.id) },
          cannot_see: may === null ? [] : userIds.filter((userId) => !may.has(userId)),
        },
      ];
    }),
  );
  return found.flat().sort((a, b) => (a.on_call_from ?? Number.POSITIVE_INFINITY) - (b.on_call_from ?? Number.POSITIVE_INFINITY) || 0);
}

/** Of the first of the author's shifts after which the person is on call. */
function onCallFrom(shifts: readonly ShiftOfStaff[], staffId: string): number | null {
  const next = shifts.find((shift) => shift.next?.userIds.includes(staffId))?.next;
  return next ? next.fromMs / 1000 : null;
}
