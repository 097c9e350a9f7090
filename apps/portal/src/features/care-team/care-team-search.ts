import * as z from 'zod/mini';
import { listSearch } from '#lib/list-search.ts';

/** What the address of the care team's list holds. */
export const careTeamSearch = z.object(listSearch(['name', 'role', 'caseload', 'primary', 'support', 'activity']));
export type CareTeamSearch = z.output<typeof careTeamSearch>;
