/** What an activity is. The first four are the specification's; blood pressure and glucose are logged the same way. */
export const activityTypes = [
  'LOGGING_WEIGHT',
  'LOGGING_MEDICATION',
  'LOGGING_FOOD',
  'MOVE',
  'LOGGING_BLOOD_PRESSURE',
  'LOGGING_GLUCOSE',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** What became of an activity. Logging a weight sets DONE (specification, entities); SKIPPED is what was left out on purpose. */
export const activityStatuses = ['DONE', 'SKIPPED'] as const;
export type ActivityStatus = (typeof activityStatuses)[number];
