import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { carePerson, milliseconds, teamType, users } from './registry-care-person.ts';
import { fullTeamAssignment } from './registry-relations.forms.ts';
import { askedAssignmentTypes, assignmentTypes } from './registry-relations.values.ts';
import { id } from './shapes.ts';

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
  access: access.administerMembersInBody({ at: ['patientId'] }),
  body: fullTeamAssignment,
  response: relationChange,
  errors: ['not_found', 'conflict'],
});
