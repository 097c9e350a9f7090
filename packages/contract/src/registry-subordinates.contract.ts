import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { carePerson, milliseconds, users } from './registry-care-person.ts';
import { id } from './shapes.ts';

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
