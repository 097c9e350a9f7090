import * as z from 'zod';
import { access } from './access.ts';
import { mealTypes } from './activities.values.ts';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

/** A meal of a member's. */
export const meal = z
  .object({
    id,
    /** Unix seconds. */
    timestamp: z.number(),
    type: z.enum(mealTypes),
    items: z.array(
      z.object({
        /** HH:mm, 24 hours, of the member's day. */
        meal_time: z.string(),
        /** Path of a photo on this server. */
        image: z.string().nullable(),
        note: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Meal' });
export type Meal = z.output<typeof meal>;

export const getFoodLogs = endpoint({
  id: 'foodLogs.getFoodLogs',
  service: 'food-logs',
  method: 'GET',
  path: '/food-logging/api/v1/users/{userId}/food-logs/date',
  summary: 'Meals of a member on the days start_date to end_date (yyyy-MM-dd, both included), in order of time',
  access: access.readMember('userId'),
  params: z.object({ userId: id }),
  query: z.object({ start_date: z.iso.date(), end_date: z.iso.date() }),
  response: z.array(meal),
});
