/** Shifts that one role's rota can have. */
export const mostShifts = 200;

/** Days ahead for which an override can be said, and for which it can last. */
export const longestCoverDays = 366;

/** Hours for which a handover holds where nobody says until when, and no shift ends before. */
export const usualHandoverHours = 12;
