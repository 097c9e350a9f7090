/**
 * What acknowledging several alarms did to one of them. `already`: somebody has it. `changed`: it was raised anew or got worse since it
 * was read, and keeps ringing. `over`: it asks for nobody any more. `not_allowed`: others handle what it is about.
 */
export const answerOutcomes = ['acknowledged', 'already', 'changed', 'over', 'not_allowed'] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

/** `changed`: it was raised again, answered by somebody else, or has ended since. `late`: more than a minute has passed. */
export const undoOutcomes = ['undone', 'changed', 'late'] as const;
export type UndoOutcome = (typeof undoOutcomes)[number];

/** Undo is possible for so long. Seconds. */
export const undoWithinSeconds = 60;
