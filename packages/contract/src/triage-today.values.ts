export { type GapOrder, gapOrder } from '@vigil/domain/today/gap-order';
export { type TodayOrder, todayOrder } from '@vigil/domain/today/order';

/** Whose members Today shows: those I look after, those of my care teams, all whom I may see, those of a cohort. */
export const todayScopes = ['mine', 'teams', 'all', 'cohort'] as const;
export type TodayScope = (typeof todayScopes)[number];

/** What is to be done; who has only gaps in the data; what somebody has put aside until tomorrow. */
export const todayLists = ['open', 'gaps', 'reviewed'] as const;
export type TodayList = (typeof todayLists)[number];

/** Rows of a page: without a word about it, and at most. */
export const rowsOfToday = { usual: 25, most: 100 } as const;

/**
 * Whether a row can be put aside. `unacknowledged`: a critical or high alert of the member has not been acknowledged. `critical_open`: a
 * critical action that no alert stands for is still open. `not_allowed`: others handle what is open.
 */
export const reviewable = ['yes', 'unacknowledged', 'critical_open', 'not_allowed'] as const;
export type Reviewable = (typeof reviewable)[number];
