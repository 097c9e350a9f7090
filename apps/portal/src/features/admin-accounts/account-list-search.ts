import { accountSortFields, accountStatuses, noPrimaryClinician } from '@vigil/contract/registry.values';
import { staffRoles } from '@vigil/domain/roles';
import * as z from 'zod/mini';
import { listSearch, wordList } from '#lib/list-search.ts';

/** Everybody but those who were removed: they are looked for on purpose. */
export const usualStatuses = accountStatuses.filter((status) => status !== 'REMOVED').join(',');
const usual = usualStatuses.split(',');

const isClinician = (word: string) => word === noPrimaryClinician || z.uuid().safeParse(word).success;
const idsOrNone = z.pipe(
  z.string(),
  z.transform((given) => [...new Set(given.split(','))].filter(isClinician).join(',')),
);

/** What the address of the member list holds. */
export const memberListSearch = z.object({
  ...listSearch(accountSortFields),
  /** Comma list; every status but removed unless some are chosen. */
  status: wordList(accountStatuses, usual),
  /** Comma list of primary clinicians, and of whether there is none; everybody unless some are chosen. */
  clinician: z._default(z.catch(idsOrNone, ''), ''),
});
export type MemberListSearch = z.output<typeof memberListSearch>;
/** What every list of accounts has. */
export type AccountListSearch = Omit<MemberListSearch, 'clinician'>;

/** What the address of the staff list holds. */
export const staffListSearch = z.object({
  ...listSearch(accountSortFields),
  status: wordList(accountStatuses, usual),
  /** Comma list; every role unless some are chosen. */
  roles: wordList(staffRoles, staffRoles),
});
export type StaffListSearch = z.output<typeof staffListSearch>;
