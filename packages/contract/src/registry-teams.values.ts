/** Longest name of a care team, in characters. */
export const longestTeamName = 100;

/** Clinicians that one care team can have. */
export const mostTeamClinicians = 50;

/** Members that one care team can look after. */
export const mostTeamPatients = 500;

/** Care teams of one tenant. */
export const mostTeams = 200;
