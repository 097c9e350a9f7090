import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { carePerson } from './registry-care-person.ts';
import { changedTeam, newTeam } from './registry-teams.forms.ts';
import { id } from './shapes.ts';

const milliseconds = z.number().int();

/** A care team in a list: the members whom it looks after are counted, not named. */
export const teamRow = z
  .object({
    id,
    name: z.string(),
    clinicianIds: z.array(id),
    clinicians: z.array(carePerson),
    patientCount: z.number().int(),
    version: z.number().int(),
    changedAt: milliseconds,
  })
  .meta({ id: 'TeamRow' });
export type TeamRow = z.output<typeof teamRow>;

/** A care team with the members whom it looks after and the caller may see. */
export const team = teamRow.extend({ patientIds: z.array(id), patients: z.array(carePerson) }).meta({ id: 'Team' });
export type Team = z.output<typeof team>;

export const listTeams = endpoint({
  id: 'registry.listTeams',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/teams',
  summary: 'The tenant’s care teams by name, with their clinicians and how many members each looks after',
  access: access.staffListMembers(),
  otherNumbers: {
    patientCount: 'Workload of the staff: it says nothing of anybody’s health, and whoever is to be counted cannot be chosen.',
  },
  response: z.array(teamRow),
});

export const getTeam = endpoint({
  id: 'registry.getTeam',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/teams/{id}',
  summary: 'One care team. Its list of members holds those whom the caller may see; `patientCount` counts all',
  access: access.staffListMembers(),
  params: z.object({ id }),
  otherNumbers: {
    patientCount: 'Workload of the staff: it says nothing of anybody’s health, and whoever is to be counted cannot be chosen.',
  },
  response: team,
  errors: ['not_found'],
});

export const createTeam = endpoint({
  id: 'registry.createTeam',
  service: 'registry',
  method: 'POST',
  path: '/registry/api/v1/teams',
  summary: 'Make a care team. Sent again with the same id it is made once',
  access: access.administerMembersInBody({ at: ['patientIds'], orNobody: true }),
  body: newTeam,
  otherNumbers: {
    patientCount: 'Workload of the staff: it says nothing of anybody’s health, and whoever is to be counted cannot be chosen.',
  },
  response: team,
  errors: ['not_found', 'conflict'],
});

export const changeTeam = endpoint({
  id: 'registry.changeTeam',
  service: 'registry',
  method: 'PUT',
  path: '/registry/api/v1/teams/{id}',
  summary: 'Change a care team: name, clinicians and members as they are to be, and the version that was read',
  access: access.administerMembersInBody({ at: ['patientIds'], orNobody: true }),
  params: z.object({ id }),
  body: changedTeam,
  otherNumbers: {
    patientCount: 'Workload of the staff: it says nothing of anybody’s health, and whoever is to be counted cannot be chosen.',
  },
  response: team,
  errors: ['not_found', 'conflict'],
});

export const deleteTeam = endpoint({
  id: 'registry.deleteTeam',
  service: 'registry',
  method: 'DELETE',
  path: '/registry/api/v1/teams/{id}',
  summary: 'Dissolve a care team, if it is still the version that was read. Direct assignments of its clinicians stay',
  access: access.changeTenant(),
  params: z.object({ id }),
  query: z.object({ version: z.coerce.number().int().min(1) }),
  response: z.object({ id, name: z.string() }),
  errors: ['not_found', 'conflict'],
});
