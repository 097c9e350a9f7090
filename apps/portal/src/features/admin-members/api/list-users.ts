import { keepPreviousData } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import { accountStatuses } from '@vigil/contract/registry.values';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { pageAsked } from '#lib/list-search.ts';
import type { MemberListSearch } from '../member-list-search.ts';

/** One page of the tenant's member accounts. An account whose status is not known is listed unless some are chosen. */
export function memberAccountsQuery(search: MemberListSearch) {
  const chosen = search.status === accountStatuses.join(',') ? {} : { userStatus: search.status };
  return {
    ...endpointQuery(registry.listUsers, { query: { teamType: 'PATIENT', ...pageAsked(search), ...chosen } }),
    placeholderData: keepPreviousData,
  };
}
