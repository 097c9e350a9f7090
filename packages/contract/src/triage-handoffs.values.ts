/** A draft is its author's alone. What was handed over never changes: it is acknowledged by who takes over, or withdrawn before. */
export const handoffStates = ['draft', 'handed_over', 'acknowledged', 'withdrawn'] as const;
export type HandoffState = (typeof handoffStates)[number];

/** `mine`: that the caller wrote; `received`: that were handed to the caller; `recent`: of the whole team. */
export const handoffLists = ['mine', 'received', 'recent'] as const;
export type HandoffList = (typeof handoffLists)[number];

/** Members whom the author looks after, directly, in a care team or by an action; or all whom the author may see. */
export const handoffScopes = ['mine', 'all'] as const;
export type HandoffScope = (typeof handoffScopes)[number];

/** Why it tells from then on: the last handoff that was acknowledged, the shift by the rota, the usual hours, or the author's choice. */
export const sinceSources = ['handoff', 'shift', 'usual', 'chosen'] as const;
export type SinceSource = (typeof sinceSources)[number];

/** How far back a handoff tells where neither a handoff nor the rota says it, and at most. */
export const handoffHours = { usual: 12, most: 72 } as const;
/** What is due within these hours stands in a handoff. */
export const dueWithinHours = 24;
/** A shift that ends within these minutes is offered to be handed over. */
export const offeredBeforeMinutes = 60;

/** What happened about a member: what became of an action, a note, a call, a message that waits for an answer. */
export const happenedKinds = [
  'OPENED',
  'ASSIGNED',
  'ESCALATED',
  'DEESCALATED',
  'REASSIGNED',
  'ATTEMPTED',
  'INTERVENED',
  'CONFIRMED',
  'CLOSED',
  'EXPIRED',
  'NOTE',
  'CALL',
  'UNANSWERED_MESSAGE',
] as const;
export type HappenedKind = (typeof happenedKinds)[number];

export const dueKinds = ['follow_up', 'appointment'] as const;

/** Longest texts, in characters. */
export const longestSituation = 4_000;
export const longestSummary = 2_000;
export const longestToDo = 1_000;
export const longestContingency = 1_000;
export const longestReadBack = 2_000;
/** What a note said, cut to so many characters. */
export const longestHappenedNote = 400;

/** Members that a handoff tells of: the worst. */
export const mostHandoffMembers = 200;
/** Members whose texts one call saves. */
export const mostMembersSaved = 50;
/** Events that are told of a member: the newest. */
export const mostHappened = 20;
/** Handoffs of a page. */
export const handoffsOnPage = 20;
/** Bytes of a call that saves: the longest texts of so many members, whatever their letters. */
export const handoffBodyBytes = 1024 * 1024;
