import { accountSortFields, accountStatuses } from '@vigil/contract/registry.values';
import { staffRoles } from '@vigil/domain/roles';
import * as z from 'zod/mini';
import { listSearch, wordList } from '#lib/list-search.ts';

/** What the address of the member list holds. */
export const memberListSearch = z.object({
  ...listSearch(accountSortFields),
  /** Comma list; every status unless some are chosen. */
  status: wordList(accountStatuses, accountStatuses),
});
export type MemberListSearch = z.output<typeof memberListSearch>;

/** What the address of the staff list holds. */
export const staffListSearch = z.object({
  ...listSearch(accountSortFields),
  status: wordList(accountStatuses, accountStatuses),
  /** Comma list; every role unless some are chosen. */
  roles: wordList(staffRoles, staffRoles),
});
export type StaffListSearch = z.output<typeof staffListSearch>;
