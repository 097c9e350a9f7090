import { noAccessToUser, VigilError } from '@vigil/contract/errors';
import { getLastTask, postTask } from '@vigil/contract/registry-tasks.contract';
import { type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { TasksService } from './tasks.service.ts';

export function tasksRoutes(tasks: TasksService): readonly Route[] {
  return [
    route(postTask, async ({ params, body }, context) => {
      const userId = userIdOf(context);
      if (params.userId.toLowerCase() !== userId) throw new VigilError('no_access_to_user', noAccessToUser);
      return tasks.note(tenantOf(context).id, userId, body);
    }),
    route(getLastTask, ({ params }, context) => tasks.last(tenantOf(context).id, params.clinicianId.toLowerCase())),
  ];
}
