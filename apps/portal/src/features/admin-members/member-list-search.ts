import { pageSizes } from '@vigil/contract/paging.values';
import { oneOf, someOf, wholeNumber, words } from '#lib/search-text.ts';

export const statuses = ['ACTIVE', 'CREATED', 'HOLDING', 'INACTIVE', 'REMOVED', 'DISCHARGED'] as const;
export type Status = (typeof statuses)[number];
const sortFields = ['lastName', 'email', 'createdAt'] as const;
export type SortField = (typeof sortFields)[number];

/** What the address of the member list holds; defaults are left out. */
export interface MemberListSearch {
  /** From 1. */
  page?: number;
  size?: number;
  sort?: SortField;
  order?: 'desc';
  q?: string;
  /** Comma list; absent: every status. */
  status?: string;
}

export function memberListSearch(search: Record<string, unknown>): MemberListSearch {
  const page = wholeNumber(search, 'page', (n) => n > 1 && n <= 1_000_000);
  const size = wholeNumber(search, 'size', (n) => n !== pageSizes[0] && (pageSizes as readonly number[]).includes(n));
  const sort = oneOf(search, 'sort', sortFields);
  const q = words(search, 'q');
  const status = someOf(search, 'status', statuses);
  return {
    ...(page && { page }),
    ...(size && { size }),
    ...(sort && sort !== 'lastName' && { sort }),
    ...(search.order === 'desc' && { order: 'desc' as const }),
    ...(q && { q }),
    ...(status && status.length < statuses.length && { status: status.join(',') }),
  };
}
