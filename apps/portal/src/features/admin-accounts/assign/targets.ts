import type { CareTeamMember } from '@vigil/contract/registry-care-team.contract';
import type { TeamRow } from '@vigil/contract/registry-teams.contract';
import { createRecentChoices, mostRecent, recentFirst } from '#lib/recent-choices.ts';
import { fullName, rolesInWords } from '#ui/person.tsx';

/** Whom members were assigned to last on this computer. */
export const recentTargets = createRecentChoices('vigil.admin.assigned-to');

/** Somebody, or a care team, that members can be assigned to. */
export interface Target {
  readonly key: string;
  readonly kind: 'clinician' | 'careTeam';
  readonly id: string;
  readonly name: string;
  /** Roles of a clinician; null of a care team. */
  readonly roles: string | null;
  /** How many members are looked after. */
  readonly caseload: number;
  /** One of those chosen last. */
  readonly isRecent: boolean;
}

/** All that can be chosen: the last choices first, then clinicians, then care teams. */
export function targetsOf(
  staff: readonly CareTeamMember[],
  teams: readonly Pick<TeamRow, 'id' | 'name' | 'patientCount'>[],
  recent: readonly string[],
): readonly Target[] {
  const clinicians = staff
    .filter(({ isInTheTenant }) => isInTheTenant !== false)
    .map((one) => ({
      ...({ key: `clinician ${one.id}`, kind: 'clinician', id: one.id } as const),
      ...{ name: fullName(one), roles: rolesInWords(one.roles), caseload: one.caseload },
    }));
  const groups = teams.map(({ id, name, patientCount }) => ({
    ...({ key: `careTeam ${id}`, kind: 'careTeam', id, name } as const),
    ...{ roles: null, caseload: patientCount },
  }));
  const last = recent.slice(0, mostRecent);
  const all = [...clinicians, ...groups].map((one) => ({ ...one, isRecent: last.includes(one.key) }));
  return recentFirst<Target>(all, last);
}
