import * as z from 'zod/mini';
import { listSearch } from '#lib/list-search.ts';

/** What the address of the list of care teams holds. */
export const teamsSearch = z.object(listSearch(['name', 'clinicians', 'members', 'changed']));
export type TeamsSearch = z.output<typeof teamsSearch>;
