import { createRecentChoices } from '#lib/recent-choices.ts';

/** To whom, and in which role, each person gave actions last on this computer: `<user id> <role>`. */
export const recentAssignees = createRecentChoices('vigil.actions.assignees');
