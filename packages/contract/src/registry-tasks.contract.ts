import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { newTask } from './registry-tasks.forms.ts';
import { id } from './shapes.ts';

/** Milliseconds since 1970, as the registry writes its dates. */
const milliseconds = z.number().int();
const users = '/registry/api/v1/users';

export const task = z
  .object({ id, type: z.string(), performedAt: milliseconds, patientId: id.nullable(), seconds: z.number().nullable() })
  .meta({ id: 'Task' });

export const postTask = endpoint({
  id: 'registry.postTask',
  service: 'registry',
  method: 'POST',
  path: `${users}/{userId}/tasks`,
  summary: 'Note something that the caller did, and for which member. Sent again with the same id it is stored once',
  access: access.staffWriteForMembersInBody({ at: ['patientId'], orNobody: true }),
  params: z.object({ userId: id }),
  body: newTask,
  response: task,
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});

export const getLastTask = endpoint({
  id: 'registry.getLastTask',
  service: 'registry',
  method: 'GET',
  path: `${users}/{clinicianId}/last_task`,
  summary: 'What somebody of the staff did last; null where nothing is known. It does not say for whom',
  access: access.staff(),
  params: z.object({ clinicianId: id }),
  response: z.object({ id, type: z.string(), performedAt: milliseconds, seconds: z.number().nullable() }).nullable(),
  errors: ['not_found'],
});
