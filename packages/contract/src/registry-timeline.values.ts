/** What stands in a member's timeline. */
export const timelineKinds = [
  ...(['ASSIGNED', 'UNASSIGNED', 'TEAM_JOINED', 'TEAM_LEFT', 'TASK', 'ACTION', 'CALL'] as const),
  ...(['ALERT', 'NOTE', 'MESSAGES', 'SURVEY', 'READING', 'PROGRAM'] as const),
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** What a timeline can be narrowed to. */
export const timelineFilters = ['alerts', 'notes', 'messages', 'calls', 'surveys', 'readings', 'programs', 'tasks', 'team'] as const;
export type TimelineFilter = (typeof timelineFilters)[number];

/** What became of the alert of an action, beside what became of the action. */
export const alertEvents = ['ACKNOWLEDGED', 'SNOOZED', 'ANSWER_UNDONE', 'ESCALATED'] as const;
export type AlertEvent = (typeof alertEvents)[number];

export const timelineSurveyEvents = ['GIVEN', 'COMPLETED'] as const;
export type TimelineSurveyEvent = (typeof timelineSurveyEvents)[number];

/** `FINISHED`: every step is over, and something came of some of them only; `COMPLETED`: of all. */
export const timelineProgramEvents = ['STARTED', 'STEP_DONE', 'COMPLETED', 'FINISHED', 'CANCELED'] as const;
export type TimelineProgramEvent = (typeof timelineProgramEvents)[number];

/** The longest stretch of a timeline, in days. */
export const longestTimelineDays = 400;

/** The stretch of a timeline that nobody has chosen: the last days. */
export const usualTimelineDays = 90;

/** Entries that one answer of a timeline holds, the newest: without a word about it, and at most. */
export const mostTimelineEntries = 500;

/** Characters of a text that an entry begins to tell. */
export const timelineExcerpt = 200;
