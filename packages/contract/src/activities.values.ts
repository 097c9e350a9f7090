export { type ActivityStatus, type ActivityType, activityStatuses, activityTypes } from '@vigil/domain/activities/activity-types';
export { type MealName, type MealType, mealNames, mealTypes } from '@vigil/domain/activities/meals';
export { type MedicationFrequency, medicationFrequencies } from '@vigil/domain/activities/medication';
export { type DayPart, dayParts } from '@vigil/domain/activities/time-of-day';

/**
 * What became of a value that was logged: the rules have not looked at it yet; somebody of the care team was notified; it stands on an
 * alert that they were notified of before; somebody of them has acknowledged that alert; it is on their list, and nobody was notified of it
 * alone; nobody was notified.
 */
export const notifiedStates = ['pending', 'notified', 'known', 'acknowledged', 'listed', 'nobody'] as const;
export type NotifiedState = (typeof notifiedStates)[number];

/** Longest name of a medication, meal or workout, and longest note about it, in characters. */
export const longestActivityTitle = 200;
export const longestActivityText = 2_000;

/** Parts that an activity can have, as the dishes of a meal. */
export const mostActivityParts = 20;

/** Activities that one day of one member can have: more is a program gone wrong. */
export const mostActivitiesADay = 200;

/** Activities of one answer: without a word about it, and at most. */
export const activitiesOfAnswer = { usual: 200, most: 5_000 } as const;

/** Days that one activity can reach over: `to` at most so many after `from`. */
export const longestActivityDays = 31;

/** Days that food logs can be asked for at once, both ends included. */
export const longestFoodLogDays = 400;

/** Days that readings by hand can be asked for at once, both ends included. */
export const longestReadingsByHandDays = 400;

/** Meals of one answer. */
export const mostMealsOfAnswer = 5_000;

/** Longest workout, in minutes. */
export const longestWorkoutMinutes = 24 * 60;

/** Longest reason for taking an activity back, in characters. */
export const longestActivityTakeBackReason = 500;
