import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import { call } from '#lib/api.ts';
import { pageSizes } from '#lib/page-sizes.ts';
import type { MemberListSearch } from '../member-list-search.ts';

/** One page of the tenant's member accounts. */
export function memberAccountsQuery(search: MemberListSearch) {
  const query = {
    teamType: 'PATIENT' as const,
    page: (search.page ?? 1) - 1,
    size: search.size ?? pageSizes[0],
    sortingField: search.sort ?? ('lastName' as const),
    sortOrder: search.order === 'desc' ? ('DESC' as const) : ('ASC' as const),
    ...(search.q?.trim() && { partOfName: search.q.trim() }),
    ...(search.status && { userStatus: search.status }),
  };
  return queryOptions({
    queryKey: ['member-accounts', query],
    queryFn: ({ signal }) => call(registry.listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
