import type { CarePerson } from '@vigil/contract/registry-care-person';
import type { PatientCareTeam, PatientClinician, PatientTeam } from '@vigil/contract/registry-care-team.contract';
import { patientTeamTypes } from '@vigil/contract/registry-relations.values';
import { shown } from './relations.service.ts';
import type { RelationRow } from './relations.store.ts';
import type { TeamRow } from './teams.store.ts';

type Named = ReadonlyMap<string, CarePerson>;

/** The clinicians of a member, in the order in which they were assigned. */
export function cliniciansOf(rows: readonly RelationRow[], named: Named): PatientClinician[] {
  return rows.flatMap((row) => {
    const person = named.get(row.clinicianId);
    if (!person) return [];
    const { teamType, assignmentType, associatedCareTeamId, assignedAt } = shown(row);
    return [{ ...person, teamType, isPrimary: teamType === 'PRIMARY', assignmentType, associatedCareTeamId, assignedAt }];
  });
}

/**
 * Who looks after a member. Direct clinicians are those of the support team and, of the primary team, those with
 * DIRECT_ASSIGNMENT (specification: "DIRECT_ASSIGNMENT decides which primary clinicians count as direct"). The primary clinician
 * is the one of the primary team who has been there longest and did not come along with somebody else.
 */
export function careTeamOf(relations: readonly RelationRow[], teams: readonly TeamRow[], named: Named): PatientCareTeam {
  const all = cliniciansOf(relations, named);
  const primary = all.filter((one) => one.isPrimary);
  const primaryClinician = primary.find((one) => one.assignmentType !== 'TEAM_ASSIGNMENT') ?? primary[0] ?? null;
  return {
    clinicians: all.filter((one) => !one.isPrimary || one.assignmentType === 'DIRECT_ASSIGNMENT'),
    careTeams: teams.map(({ id, name, clinicianIds }) => ({
      id,
      name,
      clinicians: [...named.values()].filter((person) => clinicianIds.includes(person.id)),
    })),
    primaryTeam: primaryClinician && {
      assignmentType: primaryClinician.assignmentType,
      clinicianIds: primary.map(({ id }) => id),
      clinicians: primary,
    },
    primaryClinician,
  };
}

/** The teams of a member that a clinician is in: the primary and the support team, and care teams. */
export function teamsWith(clinicianId: string, relations: readonly RelationRow[], teams: readonly TeamRow[]): PatientTeam[] {
  const own = patientTeamTypes.flatMap((teamType): PatientTeam[] => {
    const rows = relations.filter((row) => row.teamType === teamType);
    const mine = rows.find((row) => row.clinicianId === clinicianId);
    if (!mine) return [];
    return [{ teamType, assignmentType: mine.assignmentType, id: null, name: null, clinicianIds: rows.map((row) => row.clinicianId) }];
  });
  const shared = teams
    .filter((team) => team.clinicianIds.includes(clinicianId))
    .map(({ id, name, clinicianIds }): PatientTeam => ({ teamType: 'NONE', assignmentType: null, id, name, clinicianIds }));
  return [...own, ...shared];
}
