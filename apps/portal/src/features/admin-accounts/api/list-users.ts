import { keepPreviousData } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import { staffRoles } from '@vigil/domain/roles';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { pageAsked } from '#lib/list-search.ts';
import { type MemberListSearch, type StaffListSearch, usualStatuses } from '../account-list-search.ts';

/** An account whose status is not known is listed unless some are chosen. */
const statusAsked = ({ status }: MemberListSearch) => (status === usualStatuses ? {} : { userStatus: status });

/** One page of the tenant's member accounts. */
export function memberAccountsQuery(search: MemberListSearch) {
  return {
    ...endpointQuery(registry.listUsers, { query: { teamType: 'PATIENT', ...pageAsked(search), ...statusAsked(search) } }),
    placeholderData: keepPreviousData,
  };
}

/** One page of the accounts of those who work for the tenant. */
export function staffAccountsQuery(search: StaffListSearch) {
  const roles = search.roles === staffRoles.join(',') ? {} : { roles: search.roles };
  return {
    ...endpointQuery(registry.listUsers, { query: { teamType: 'CLINICIAN', ...pageAsked(search), ...statusAsked(search), ...roles } }),
    placeholderData: keepPreviousData,
  };
}
