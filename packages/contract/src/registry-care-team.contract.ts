import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { carePerson, milliseconds, teamType, users } from './registry-care-person.ts';
import { assignmentTypes, patientTeamTypes } from './registry-relations.values.ts';
import { commaList, id } from './shapes.ts';

/** A clinician who looks after a member. */
export const patientClinician = carePerson
  .extend({
    teamType,
    /** Whether the clinician is of the member's primary team. */
    isPrimary: z.boolean(),
    assignmentType: z.enum(assignmentTypes),
    associatedCareTeamId: id.nullable(),
    assignedAt: milliseconds,
  })
  .meta({ id: 'PatientClinician' });
export type PatientClinician = z.output<typeof patientClinician>;

export const careTeamMember = carePerson
  .extend({
    /** Members whom the clinician looks after, each counted once. */
    caseload: z.number().int(),
    primary: z.number().int(),
    support: z.number().int(),
    recentActivity: z.object({ performedAt: milliseconds, type: z.string() }).nullable(),
  })
  .meta({ id: 'CareTeamMember' });
export type CareTeamMember = z.output<typeof careTeamMember>;

export const getCaseloads = endpoint({
  id: 'registry.getCaseloads',
  service: 'registry',
  method: 'GET',
  path: `${users}/clinicians/patients`,
  summary: 'The caseload of everybody in the care team, with what each did last. Numbers only: the members of a caseload are not named',
  access: access.staffListMembers(),
  otherNumbers: {
    caseload: 'Workload of the staff: it says nothing of anybody’s health, and whoever is to be counted cannot be chosen.',
    primary: 'Workload of the staff: it says nothing of anybody’s health, and whoever is to be counted cannot be chosen.',
    support: 'Workload of the staff: it says nothing of anybody’s health, and whoever is to be counted cannot be chosen.',
  },
  response: z.array(careTeamMember),
});

export const listCliniciansOfPatient = endpoint({
  id: 'registry.listCliniciansOfPatient',
  service: 'registry',
  method: 'GET',
  path: `${users}/{id}/clinicians`,
  summary: 'Who is assigned to a member, in the primary and the support team',
  access: access.readCareTeam('id'),
  params: z.object({ id }),
  query: z.object({ teamTypes: commaList(teamType).optional() }),
  response: z.array(patientClinician),
});

export const cliniciansByTeamType = endpoint({
  id: 'registry.cliniciansByTeamType',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v2/users/{patientId}/clinicians',
  summary: 'Who is assigned to a member, as one list a team type',
  access: access.readCareTeam('patientId'),
  params: z.object({ patientId: id }),
  response: z.object({ PRIMARY: z.array(patientClinician), SUPPORT: z.array(patientClinician) }),
});

/** A team that looks after a member: the primary or support team, or a care team of the tenant. */
export const patientTeam = z
  .object({
    teamType: z.enum(patientTeamTypes),
    /** How the team came to look after the member; null for a care team, which the member belongs to. */
    assignmentType: z.enum(assignmentTypes).nullable(),
    /** Of a care team. */
    id: id.nullable(),
    name: z.string().nullable(),
    clinicianIds: z.array(id),
  })
  .meta({ id: 'PatientTeam' });
export type PatientTeam = z.output<typeof patientTeam>;

export const listTeamsOfPatient = endpoint({
  id: 'registry.listTeamsOfPatient',
  service: 'registry',
  method: 'GET',
  path: `${users}/{clinicianId}/patients/{patientId}/teams`,
  summary: 'The teams in which a clinician looks after a member: primary, support, and care teams (NONE)',
  access: access.staffReadMember('patientId'),
  params: z.object({ clinicianId: id, patientId: id }),
  query: z.object({ teamTypes: commaList(z.enum(patientTeamTypes)).optional() }),
  response: z.array(patientTeam),
  errors: ['not_found'],
});

/** Everything about who looks after a member now. */
export const patientCareTeam = z
  .object({
    /** Directly assigned primary clinicians and everybody of the support team. */
    clinicians: z.array(patientClinician),
    careTeams: z.array(z.object({ id, name: z.string(), clinicians: z.array(carePerson) })),
    primaryTeam: z
      .object({ assignmentType: z.enum(assignmentTypes), clinicianIds: z.array(id), clinicians: z.array(patientClinician) })
      .nullable(),
    primaryClinician: patientClinician.nullable(),
  })
  .meta({ id: 'PatientCareTeam' });
export type PatientCareTeam = z.output<typeof patientCareTeam>;

export const getCareTeamOfPatient = endpoint({
  id: 'registry.getCareTeamOfPatient',
  service: 'registry',
  method: 'GET',
  path: `${users}/{patientId}/care-team`,
  summary: 'Who looks after a member: direct clinicians, care teams, the primary team and the primary clinician',
  access: access.staffReadMember('patientId'),
  params: z.object({ patientId: id }),
  response: patientCareTeam,
});

/** A time in which somebody looked after a member, and that has ended. */
export const endedAssignment = z
  .object({
    teamType,
    assignmentType: z.enum(assignmentTypes),
    assignedAt: milliseconds.nullable(),
    unassignedAt: milliseconds,
    executedBy: carePerson.nullable(),
  })
  .meta({ id: 'EndedAssignment' });

export const clinicianUnassignmentDetails = endpoint({
  id: 'registry.clinicianUnassignmentDetails',
  service: 'registry',
  method: 'GET',
  path: `${users}/{patientId}/clinicianUnassignmentDetails`,
  summary: 'Who looked after a member before, by clinician id, with when it began and ended',
  access: access.staffReadMember('patientId'),
  params: z.object({ patientId: id }),
  response: z.object({ clinicianHistory: z.record(z.string(), z.object({ user: carePerson, assignments: z.array(endedAssignment) })) }),
});
