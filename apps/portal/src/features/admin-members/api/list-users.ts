import { keepPreviousData } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import { pageSizes } from '@vigil/contract/paging.values';
import { endpointQuery } from '#lib/endpoint-query.ts';
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
  return { ...endpointQuery(registry.listUsers, { query }), placeholderData: keepPreviousData };
}
