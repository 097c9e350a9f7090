/** What a meal is kept as. */
export const mealTypes = ['BREAKFAST', 'LUNCH', 'DINNER', 'SNACK'] as const;
export type MealType = (typeof mealTypes)[number];

/** Names that stand for a snack: "dessert, beverage and jacket map to snack" (specification, business constants). */
export const snackNames = ['DESSERT', 'BEVERAGE', 'JACKET'] as const;

/** Names that a meal can come under, whatever their case. */
export const mealNames = [...mealTypes, ...snackNames] as const;
export type MealName = (typeof mealNames)[number];

/** The meal that nobody gave a name (specification, entities: "default type LUNCH, default time 12:00"). */
export const defaultMealType: MealType = 'LUNCH';

/** When a meal was eaten that nobody gave a time: hours and minutes of the member's day (specification, business constants). */
export const defaultMealTimes: Readonly<Record<MealType, string>> = {
  BREAKFAST: '09:00',
  LUNCH: '12:00',
  DINNER: '19:00',
  SNACK: '16:00',
};

/** What a meal's name stands for; null for a name that is none, and for none at all the default. */
export function mealTypeOf(name: string | null | undefined): MealType | null {
  if (name === null || name === undefined) return defaultMealType;
  const upper = name.trim().toUpperCase();
  const type = mealTypes.find((one) => one === upper);
  if (type) return type;
  return (snackNames as readonly string[]).includes(upper) ? 'SNACK' : null;
}
