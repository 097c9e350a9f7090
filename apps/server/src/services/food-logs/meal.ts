import type { Meal } from '@vigil/contract/food-logs.contract';
import { defaultMealType } from '@vigil/domain/activities/meals';
import { secondsOfDay } from '@vigil/domain/timeframe/zone';
import type { ActivityRow } from '#services/activities/index.ts';

/** A logged meal: what was logged in parts has an item each; otherwise the whole is the one item. */
export function mealOf(row: ActivityRow): Meal {
  const time = row.timeOfDay ?? clockTime(row.at / 1000, row.timeZone);
  const own = { meal_time: time, image: row.details.imageUrl ?? null, note: noteOf(row) };
  const parts = row.parts.map((part) => ({ meal_time: part.time ?? time, image: part.imageUrl, note: noteOf(part) }));
  const items = parts.length === 0 || own.image !== null || own.note !== null ? [own, ...parts] : parts;
  return { id: row.id, timestamp: row.at / 1000, type: row.details.mealType ?? defaultMealType, items };
}

const noteOf = ({ title, description }: { readonly title: string | null; readonly description: string | null }): string | null =>
  [title, description].filter((text) => text !== null).join(': ') || null;

function clockTime(seconds: number, zone: string): string {
  const minutes = Math.floor(secondsOfDay(seconds, zone) / 60);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
