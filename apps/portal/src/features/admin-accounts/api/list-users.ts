import { keepPreviousData } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import { mostBulkMembers } from '@vigil/contract/registry-bulk-assignment.values';
import { staffRoles } from '@vigil/domain/roles';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { pageAsked } from '#lib/list-search.ts';
import { type MemberListSearch, type StaffListSearch, usualStatuses } from '../account-list-search.ts';

/** An account whose status is not known is listed unless some are chosen. */
const statusAsked = ({ status }: Pick<MemberListSearch, 'status'>) => (status === usualStatuses ? {} : { userStatus: status });

const membersAsked = (search: MemberListSearch) => ({
  ...{ teamType: 'PATIENT' as const, ...pageAsked(search), ...statusAsked(search) },
  ...(search.clinician && { primaryClinicians: search.clinician }),
});
const staffAsked = (search: StaffListSearch) => ({
  ...{ teamType: 'CLINICIAN' as const, ...pageAsked(search), ...statusAsked(search) },
  ...(search.roles !== staffRoles.join(',') && { roles: search.roles }),
});

/** One page of the tenant's member accounts. */
export const memberAccountsQuery = (search: MemberListSearch) => ({
  ...endpointQuery(registry.listUsers, { query: membersAsked(search) }),
  placeholderData: keepPreviousData,
});

/** All that match, in their order, at most as many as can be assigned at once. */
export const matchingMembersQuery = (search: MemberListSearch) =>
  endpointQuery(registry.listUsers, { query: { ...membersAsked(search), page: 0, size: mostBulkMembers } });

/** One page of the accounts of those who work for the tenant. */
export const staffAccountsQuery = (search: StaffListSearch) => ({
  ...endpointQuery(registry.listUsers, { query: staffAsked(search) }),
  placeholderData: keepPreviousData,
});
