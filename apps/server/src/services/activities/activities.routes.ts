import {
  checkValues,
  getActivityAdvice,
  listActivities,
  listReadingsByHand,
  postActivity,
  takeBackActivity,
} from '@vigil/contract/activities.contract';
import { type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { ActivitiesService } from './activities.service.ts';

export function activitiesRoutes(activities: ActivitiesService): readonly Route[] {
  return [
    route(listActivities, ({ params, query }, context) => activities.list(tenantOf(context).id, params.userId.toLowerCase(), query)),
    route(listReadingsByHand, ({ params, query }, context) =>
      activities.readingsByHand(tenantOf(context).id, params.userId.toLowerCase(), query),
    ),
    route(postActivity, ({ params, query, body }, context) => {
      const who = { userId: params.userId.toLowerCase(), by: userIdOf(context) };
      return activities.log(tenantOf(context).id, who, query, body);
    }),
    route(checkValues, async ({ params, body }, context) => ({
      concerns: [...(await activities.concernsOf(tenantOf(context).id, params.userId.toLowerCase(), body))],
    })),
    route(getActivityAdvice, ({ params }, context) =>
      activities.advice(tenantOf(context).id, params.userId.toLowerCase(), params.activityId.toLowerCase()),
    ),
    route(takeBackActivity, ({ params, body }, context) => {
      const who = { userId: params.userId.toLowerCase(), by: userIdOf(context) };
      return activities.takeBack(tenantOf(context).id, who, params.activityId.toLowerCase(), body.reason ?? null);
    }),
  ];
}
