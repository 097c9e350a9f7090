import * as z from 'zod/mini';
import { listSearch } from '#lib/list-search.ts';

/** What the address of the list of cohorts holds. */
export const cohortsSearch = z.object(listSearch(['title', 'members', 'changed']));
export type CohortsSearch = z.output<typeof cohortsSearch>;
