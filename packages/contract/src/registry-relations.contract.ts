import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { fullTeamAssignment } from './registry-relations.forms.ts';
import { askedAssignmentTypes, assignmentTypes, patientTeamTypes, relationTeamTypes, timelineKinds } from './registry-relations.values.ts';
import { commaList, id, roleName } from './shapes.ts';

/** Milliseconds since 1970, as the registry writes its dates. */
const milliseconds = z.number().int();
const teamType = z.enum(relationTeamTypes);

/** Somebody as lists of care teams name them. */
export const carePerson = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    title: z.string().nullable(),
    photoUrl: z.string().nullable(),
    roles: z.array(roleName),
    isInTheTenant: z.boolean().nullable(),
  })
  .meta({ id: 'CarePerson' });
export type CarePerson = z.output<typeof carePerson>;

/** One clinician and one member: in which of the member's teams, and how it came about. */
export const careRelation = z
  .object({
    clinicianId: id,
    patientId: id,
    teamType,
    assignmentType: z.enum(assignmentTypes),
    /** In a full assignment, the clinician whom this one came with. */
    withClinicianId: id.nullable(),
    associatedCareTeamId: id.nullable(),
    assignedAt: milliseconds,
  })
  .meta({ id: 'CareRelation' });
export type CareRelation = z.output<typeof careRelation>;

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

/** What a change of assignments came to; both empty where everything was as asked already. */
export const relationChange = z
  .object({ assigned: z.array(careRelation), removed: z.array(careRelation) })
  .meta({ id: 'CareRelationChange' });

const caredPatient = carePerson
  .extend({
    relations: z.array(careRelation),
    /** Care teams in which the clinician looks after the member. */
    careTeamIds: z.array(id),
  })
  .meta({ id: 'CaredPatient' });
export type CaredPatient = z.output<typeof caredPatient>;

const pair = z.object({ clinicianId: id, patientId: id });
const users = '/registry/api/v1/users';
const ofPair = `${users}/{clinicianId}/patients/{patientId}` as const;
const teamTypeAsked = teamType.default('PRIMARY');

export const listPatientsOfClinician = endpoint({
  id: 'registry.listPatientsOfClinician',
  service: 'registry',
  method: 'GET',
  path: `${users}/{clinicianId}/patients`,
  summary: 'The members whom somebody of the staff looks after, directly or in a care team, by last then first name',
  access: access.staffListMembers(),
  params: z.object({ clinicianId: id }),
  response: z.array(caredPatient),
  errors: ['not_found'],
});

export const getPatientOfClinician = endpoint({
  id: 'registry.getPatientOfClinician',
  service: 'registry',
  method: 'GET',
  path: ofPair,
  summary: 'How somebody of the staff looks after one member; 404 when they do not',
  access: access.staffReadMember('patientId'),
  params: pair,
  response: caredPatient,
});

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
  path: `${ofPair}/teams`,
  summary: 'The teams in which a clinician looks after a member: primary, support, and care teams (NONE)',
  access: access.staffReadMember('patientId'),
  params: pair,
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

export const assignFully = endpoint({
  id: 'registry.assignFully',
  service: 'registry',
  method: 'PUT',
  path: `${ofPair}/full-assignment`,
  summary: 'Assign a member to a clinician and to the clinician’s subordinates',
  access: access.administerMember('patientId'),
  params: pair,
  query: z.object({ teamType: teamTypeAsked }),
  response: relationChange,
});

export const unassignFully = endpoint({
  id: 'registry.unassignFully',
  service: 'registry',
  method: 'DELETE',
  path: `${ofPair}/full-assignment`,
  summary: 'End a full assignment: of the clinician, and of the subordinates who came with it. 404 when there is none',
  access: access.administerMember('patientId'),
  params: pair,
  query: z.object({ teamType: teamTypeAsked }),
  response: relationChange,
});

export const assignClinician = endpoint({
  id: 'registry.assignClinician',
  service: 'registry',
  method: 'PUT',
  path: ofPair,
  summary:
    'Assign a member to a clinician. With TRANSFER_ASSIGNMENT the clinician takes the member over from everybody in that team, in one step',
  access: access.administerMember('patientId'),
  params: pair,
  query: z.object({ teamType: teamTypeAsked, assignmentType: z.enum(askedAssignmentTypes).default('DIRECT_ASSIGNMENT') }),
  response: relationChange,
});

export const unassignClinician = endpoint({
  id: 'registry.unassignClinician',
  service: 'registry',
  method: 'DELETE',
  path: ofPair,
  summary: 'End the assignment of a clinician to a member. 404 when there is none',
  access: access.administerMember('patientId'),
  params: pair,
  query: z.object({ teamType: teamTypeAsked }),
  response: relationChange,
});

export const assignTeamFully = endpoint({
  id: 'registry.assignTeamFully',
  service: 'registry',
  method: 'POST',
  path: '/registry/api/v3/relations/team_assignment/full',
  summary: 'Assign a member to a clinician and the clinician’s subordinates and, where one is named, to a care team of the clinician',
  access: access.administerMembersInBody(),
  body: fullTeamAssignment,
  response: relationChange,
  errors: ['not_found', 'conflict'],
});

const subordinateParams = z.object({ clinicianId: id, subordinateId: id });
const subordinate = z.object({ clinicianId: id, subordinateId: id, since: milliseconds, user: carePerson }).meta({ id: 'Subordinate' });
export type Subordinate = z.output<typeof subordinate>;

export const listSubordinates = endpoint({
  id: 'registry.listSubordinates',
  service: 'registry',
  method: 'GET',
  path: `${users}/{clinicianId}/subordinates`,
  summary: 'Who works for somebody of the staff, by last then first name',
  access: access.administerAccount('clinicianId'),
  params: z.object({ clinicianId: id }),
  response: z.array(subordinate),
});

export const getSubordinate = endpoint({
  id: 'registry.getSubordinate',
  service: 'registry',
  method: 'GET',
  path: `${users}/{clinicianId}/subordinate/{subordinateId}`,
  summary: 'Whether somebody works for somebody of the staff; 404 when not',
  access: access.administerAccount('clinicianId'),
  params: subordinateParams,
  response: subordinate,
});

export const putSubordinate = endpoint({
  id: 'registry.putSubordinate',
  service: 'registry',
  method: 'PUT',
  path: `${users}/{clinicianId}/subordinate/{subordinateId}`,
  summary: 'Make somebody of the care team the subordinate of another. Full assignments from then on bring them along',
  access: access.administerAccount('clinicianId'),
  params: subordinateParams,
  response: subordinate,
});

export const deleteSubordinate = endpoint({
  id: 'registry.deleteSubordinate',
  service: 'registry',
  method: 'DELETE',
  path: `${users}/{clinicianId}/subordinate/{subordinateId}`,
  summary: 'Somebody no longer works for another. Members whom they look after stay theirs. 404 when they did not',
  access: access.administerAccount('clinicianId'),
  params: subordinateParams,
  response: subordinate,
});

export const timelineEntry = z
  .object({
    id: z.string(),
    kind: z.enum(timelineKinds),
    at: milliseconds,
    /** Whom the change was about; null where it was the member. */
    clinician: carePerson.nullable(),
    teamType: teamType.nullable(),
    assignmentType: z.enum(assignmentTypes).nullable(),
    careTeam: z.object({ id, name: z.string() }).nullable(),
    task: z.object({ type: z.string(), seconds: z.number().nullable() }).nullable(),
    /** Who did it, with the roles held then; null where it was no person of the tenant. */
    executedBy: carePerson.nullable(),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.output<typeof timelineEntry>;

export const getTimeline = endpoint({
  id: 'registry.getTimeline',
  service: 'registry',
  method: 'GET',
  path: `${users}/{patientId}/timeline`,
  summary:
    'What happened around a member’s care, newest first: assignments, care teams, tasks. Unix milliseconds, the end exclusive; the last 90 days where nothing is asked, 400 days at most',
  access: access.staffReadMember('patientId'),
  params: z.object({ patientId: id }),
  query: z.object({
    startDate: z.coerce.number().int().min(0).max(99_999_999_999_999).optional(),
    endDate: z.coerce.number().int().min(0).max(99_999_999_999_999).optional(),
  }),
  response: z.object({ content: z.array(timelineEntry), startDate: milliseconds, endDate: milliseconds, complete: z.boolean() }),
});
