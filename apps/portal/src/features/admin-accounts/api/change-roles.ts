import { registry } from '@vigil/contract';
import type { RoleFlag } from '@vigil/contract/registry.values';
import { useEndpointMutation } from '#lib/endpoint-query.ts';

/** Gives and takes roles, on the version of the account that was on screen. Its caller shows a failure. */
export function useChangeRoles(onDone: () => void) {
  const { mutate, error, isPending } = useEndpointMutation(registry.patchUser, {
    touches: [registry.listUsers],
    quiet: true,
    onSuccess: onDone,
  });
  const change = (account: { readonly id: string; readonly version: number }, flags: Partial<Record<RoleFlag, boolean>>) =>
    mutate({
      params: { id: account.id },
      body: [
        { op: 'test', path: '/version', value: account.version },
        ...Object.entries(flags).map(([flag, value]) => ({ op: 'replace' as const, path: `/${flag}`, value })),
      ],
    });
  return { change, error, isPending };
}
