import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { privacy, registry } from '@vigil/contract';
import { call } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import { type AuditSearch, askedOf } from '../audit-search.ts';

/** Entries that match, the newest first; each further page goes on where the one before ended. */
export function auditQuery(search: AuditSearch) {
  const query = askedOf(search);
  const { queryKey } = endpointQuery(privacy.searchAudit, { query }, { quiet: true });
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(privacy.searchAudit, { query: { ...query, ...(pageParam !== null && { after: pageParam }) } }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    // Each look is an entry of its own: coming back to the window is no reason for another.
    refetchOnWindowFocus: false,
  });
}

/** How far the log is checked; asked every second until it has come to the end. */
export const auditStateQuery = () => ({
  ...endpointQuery(privacy.getAuditState, {}, { quiet: true }),
  refetchInterval: (query: { state: { data?: { checked: number; entries: number; brokenAt: number | null } | undefined } }) => {
    const { data } = query.state;
    return data && data.brokenAt === null && data.checked < data.entries ? 1_000 : false;
  },
});

/** The first people of that name, members or everybody. */
export const peopleQuery = (partOfName: string, teamType: 'PATIENT' | undefined) => ({
  ...endpointQuery(registry.listUsers, { query: { partOfName, size: 20, ...(teamType && { teamType }) } }, { quiet: true }),
  placeholderData: keepPreviousData,
  staleTime: 30_000,
});

export const personQuery = (id: string) => ({ ...endpointQuery(registry.getUser, { params: { id } }, { quiet: true }), staleTime: 60_000 });

export const erasuresQuery = () => endpointQuery(privacy.listErasures, {}, { quiet: true });
export const erasureQuery = (userId: string) => endpointQuery(privacy.getErasure, { params: { userId } }, { quiet: true });

const touches = [privacy.listErasures, privacy.getErasure] as const;
export const useRequestErasure = () => useEndpointMutation(privacy.requestErasure, { touches, quiet: true });
export const useWithdrawErasure = () => useEndpointMutation(privacy.withdrawErasure, { touches, quiet: true });
export const useCarryOutErasure = () =>
  useEndpointMutation(privacy.carryOutErasure, { touches: [...touches, registry.listUsers, registry.getUser], quiet: true });

type How = Parameters<typeof download>[2];
export const downloadAudit = (search: AuditSearch, how: How) => download(privacy.exportAudit, { query: askedOf(search) }, how);
export const downloadMember = (userId: string, how: How) => download(privacy.exportMember, { params: { userId } }, how);
