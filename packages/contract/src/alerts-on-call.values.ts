/** Shifts that one role's rota can have. */
export const mostShifts = 200;

/** Days ahead for which an override can be said, and for which it can last. */
export const longestCoverDays = 366;

/** Days back from which an override can be said to have begun: it is written down while it holds. */
export const longestCoverDaysAgo = 1;

/** Hours for which a handover holds where nobody says until when, and no shift ends before. */
export const usualHandoverHours = 12;

/** Tries of one cover whose answers were lost. */
export const mostReplaced = 20;
