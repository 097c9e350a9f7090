import { accountSortFields, accountStatuses } from '@vigil/contract/registry.values';
import * as z from 'zod/mini';
import { listSearch, wordList } from '#lib/list-search.ts';

/** What the address of the member list holds. */
export const memberListSearch = z.object({
  ...listSearch(accountSortFields),
  /** Comma list; every status unless some are chosen. */
  status: wordList(accountStatuses, accountStatuses),
});
export type MemberListSearch = z.output<typeof memberListSearch>;
