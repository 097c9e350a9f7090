import { useQuery, useQueryClient } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { useCallback } from 'react';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { accountQuery } from '#lib/member.ts';
import { useSession } from '#lib/session/session.ts';
import type { ViewControl } from './use-view.ts';
import type { AxisEnds } from './view.ts';

type Kept = NonNullable<UserAccount['portalSettings']['chartAxes']>;

/**
 * How value axes end: as the address says (a link shows another person the same), else as this person chose last, else
 * fitted. A choice is on screen at once and kept with the account, so that it holds on every computer.
 */
export function useAxes({ view, change }: ViewControl): readonly [AxisEnds, (axes: AxisEnds) => void] {
  const { userId } = useSession();
  const client = useQueryClient();
  const { queryKey } = accountQuery(userId);
  const { data: kept } = useQuery({ ...accountQuery(userId), select: (account) => account.portalSettings.chartAxes });
  // A choice that could not be kept still holds on this page, whose address has it.
  const { mutate } = useEndpointMutation(registry.patchUser, {
    touches: [],
    quiet: true,
    onSuccess: (account) => void client.setQueryData(queryKey, account),
  });
  const choose = useCallback(
    (axes: AxisEnds) => {
      change({ axes });
      const value: Kept = axes === 'fit' ? 'FIT' : 'STANDARD';
      mutate({ params: { id: userId }, body: [{ op: 'replace', path: '/portalSettings/chartAxes', value }] });
    },
    [change, mutate, userId],
  );
  return [view.axes ?? (kept === 'STANDARD' ? 'standard' : 'fit'), choose];
}
