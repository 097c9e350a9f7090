import type { ResponseOf } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import type {
  CareTeamMember,
  clinicianUnassignmentDetails,
  PatientCareTeam,
  PatientClinician,
  PatientTeam,
} from '@vigil/contract/registry-care-team.contract';
import type { CaredPatient } from '@vigil/contract/registry-relations.contract';
import type { People } from '#people/index.ts';
import type { Tasks } from '../tasks/index.ts';
import { carePeople, carePersonOf, requireStaff } from './care-people.ts';
import { careTeamOf, cliniciansOf, teamsWith } from './care-team.rules.ts';
import type { HistoryStore } from './history.store.ts';
import { shown } from './relations.service.ts';
import type { RelationsStore } from './relations.store.ts';
import type { TeamsStore } from './teams.store.ts';

export interface CareTeam {
  /** Everybody of the care team, by name, with caseload and last activity. */
  caseloads(tenantId: string): Promise<CareTeamMember[]>;
  /** Members of a clinician, by name. Throws not_found for somebody who is not of the staff. */
  patientsOf(tenantId: string, clinicianId: string): Promise<CaredPatient[]>;
  /** Throws not_found where the clinician does not look after the member. */
  patientOf(tenantId: string, clinicianId: string, patientId: string): Promise<CaredPatient>;
  cliniciansOf(tenantId: string, patientId: string): Promise<PatientClinician[]>;
  teamsOf(tenantId: string, clinicianId: string, patientId: string): Promise<PatientTeam[]>;
  ofPatient(tenantId: string, patientId: string): Promise<PatientCareTeam>;
  endedOf(tenantId: string, patientId: string): Promise<ResponseOf<typeof clinicianUnassignmentDetails>>;
}

export interface CareTeamDeps {
  readonly relations: RelationsStore;
  readonly teams: TeamsStore;
  readonly history: HistoryStore;
  readonly tasks: Pick<Tasks, 'lastOf'>;
  readonly people: Pick<People, 'care'>;
}

/** Ended assignments that are told of one member, the last ones. */
const mostEnded = 1_000;

export function createCareTeamService({ relations, teams, history, tasks, people }: CareTeamDeps): CareTeam {
  const clinicians = async (tenantId: string, patientId: string) => {
    const rows = await relations.ofPatient(tenantId, patientId);
    return cliniciansOf(
      rows,
      await carePeople(
        people,
        tenantId,
        rows.map(({ clinicianId }) => clinicianId),
      ),
    );
  };
  const patientsOf = async (tenantId: string, clinicianId: string): Promise<CaredPatient[]> => {
    await requireStaff(people, tenantId, clinicianId);
    const [rows, own] = [await relations.ofClinician(tenantId, clinicianId), await teams.ofClinician(tenantId, clinicianId)];
    const ids = [...rows.map(({ patientId }) => patientId), ...own.flatMap(({ patientIds }) => patientIds)];
    const byPatient = Map.groupBy(rows, ({ patientId }) => patientId);
    const removed = await people.care.removedMembers(tenantId);
    const members = await carePeople(
      people,
      tenantId,
      ids.filter((id) => !removed.has(id)),
    );
    return [...members.values()].map((person) => ({
      ...person,
      relations: (byPatient.get(person.id) ?? []).map(shown),
      careTeamIds: own.filter(({ patientIds }) => patientIds.includes(person.id)).map(({ id }) => id),
    }));
  };

  return {
    patientsOf,
    cliniciansOf: clinicians,

    async caseloads(tenantId) {
      const team = await people.care.careTeam(tenantId);
      const cared = await relations.caseloads(tenantId, await people.care.removedMembers(tenantId));
      const counted = new Map(cared.map((row) => [row.clinicianId, row] as const));
      const last = new Map(
        (
          await tasks.lastOf(
            tenantId,
            team.map(({ id }) => id),
          )
        ).map((row) => [row.userId, row]),
      );
      return team.map((row) => {
        const { caseload = 0, primary = 0, support = 0 } = counted.get(row.id) ?? {};
        const done = last.get(row.id);
        const recentActivity = done ? { performedAt: done.performedAt, type: done.type } : null;
        return { ...carePersonOf(row), caseload, primary, support, recentActivity };
      });
    },

    async patientOf(tenantId, clinicianId, patientId) {
      const found = (await patientsOf(tenantId, clinicianId)).find(({ id }) => id === patientId);
      if (!found) throw new VigilError('not_found', 'This clinician does not look after the member.');
      return found;
    },

    async teamsOf(tenantId, clinicianId, patientId) {
      await requireStaff(people, tenantId, clinicianId);
      return teamsWith(clinicianId, await relations.ofPatient(tenantId, patientId), await teams.ofPatient(tenantId, patientId));
    },

    async ofPatient(tenantId, patientId) {
      const [rows, own] = [await relations.ofPatient(tenantId, patientId), await teams.ofPatient(tenantId, patientId)];
      const ids = [...rows.map(({ clinicianId }) => clinicianId), ...own.flatMap(({ clinicianIds }) => clinicianIds)];
      return careTeamOf(rows, own, await carePeople(people, tenantId, ids));
    },

    async endedOf(tenantId, patientId) {
      const rows = await history.endedOf(tenantId, patientId, mostEnded);
      const named = await carePeople(
        people,
        tenantId,
        rows.flatMap(({ clinicianId, executedBy }) => [clinicianId, executedBy]),
      );
      const clinicianHistory: ResponseOf<typeof clinicianUnassignmentDetails>['clinicianHistory'] = {};
      for (const row of rows) {
        const user = named.get(row.clinicianId ?? '');
        if (!user || !row.teamType || !row.assignmentType) continue;
        clinicianHistory[user.id] ??= { user, assignments: [] };
        clinicianHistory[user.id]?.assignments.push({
          teamType: row.teamType,
          assignmentType: row.assignmentType,
          assignedAt: row.since,
          unassignedAt: row.at,
          executedBy: named.get(row.executedBy ?? '') ?? null,
        });
      }
      return { clinicianHistory };
    },
  };
}
