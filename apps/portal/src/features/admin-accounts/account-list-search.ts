import { accountSortFields, accountStatuses } from '@vigil/contract/registry.values';
import { staffRoles } from '@vigil/domain/roles';
import * as z from 'zod/mini';
import { listSearch, wordList } from '#lib/list-search.ts';

/** Everybody but those who were removed: they are looked for on purpose. */
export const usualStatuses = accountStatuses.filter((status) => status !== 'REMOVED').join(',');
const usual = usualStatuses.split(',');

/** What the address of the member list holds. */
export const memberListSearch = z.object({
  ...listSearch(accountSortFields),
  /** Comma list; every status but removed unless some are chosen. */
  status: wordList(accountStatuses, usual),
});
export type MemberListSearch = z.output<typeof memberListSearch>;

/** What the address of the staff list holds. */
export const staffListSearch = z.object({
  ...listSearch(accountSortFields),
  status: wordList(accountStatuses, usual),
  /** Comma list; every role unless some are chosen. */
  roles: wordList(staffRoles, staffRoles),
});
export type StaffListSearch = z.output<typeof staffListSearch>;
