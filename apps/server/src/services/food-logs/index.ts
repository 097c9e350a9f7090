import { longestFoodLogDays, mostMealsOfAnswer } from '@vigil/contract/activities.values';
import { VigilError } from '@vigil/contract/errors';
import { getFoodLogs } from '@vigil/contract/food-logs.contract';
import { type Module, route, tenantOf } from '#http/route.ts';
import type { Activities } from '#services/activities/index.ts';
import { mealOf } from './meal.ts';

export interface FoodLogsDependencies {
  readonly activities: Pick<Activities, 'counted'>;
}

const dayMs = 86_400_000;

/** The meals among a member's activities, in the form of the food logging service. */
export function createFoodLogs({ activities }: FoodLogsDependencies): Module {
  return {
    routes: [
      route(getFoodLogs, async ({ params, query }, context) => {
        const { start_date: fromDate, end_date: toDate } = query;
        const days = (Date.parse(toDate) - Date.parse(fromDate)) / dayMs + 1;
        if (days < 1) throw refused('Has to be the day start_date or a later one');
        if (days > longestFoodLogDays) throw refused(`Ask for at most ${longestFoodLogDays} days at once`);
        const rows = await activities.counted(tenantOf(context).id, {
          ...{ userId: params.userId.toLowerCase(), fromDate, toDate, types: ['LOGGING_FOOD'] },
          limit: mostMealsOfAnswer + 1,
        });
        if (rows.length > mostMealsOfAnswer) throw refused(`More than ${mostMealsOfAnswer} meals: ask for fewer days`);
        return rows
          .filter(({ status }) => status === 'DONE')
          .reverse()
          .map(mealOf);
      }),
    ],
  };
}

const refused = (message: string) => new VigilError('invalid_input', `end_date: ${message}.`, { fields: [{ field: 'end_date', message }] });
