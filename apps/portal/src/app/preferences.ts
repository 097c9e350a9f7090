import { useQuery, useQueryClient } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import type { UserAccount } from '@vigil/contract/registry.contract';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColorMode, colorMode, setColorMode } from '#lib/color-mode.ts';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { accountQuery } from '#lib/member.ts';
import { useSession } from '#lib/session/session.ts';
import { unitSystem } from '#lib/unit-system.ts';
import { useNotices } from './notices.ts';

type Setting = keyof UserAccount['portalSettings'];

/** The signed-in person's own settings: on screen at once, kept on the server, and set back when that fails. */
export function usePreferences() {
  const { userId } = useSession();
  const client = useQueryClient();
  const notify = useNotices();
  const { t } = useTranslation('app');

  const { mutateAsync } = useEndpointMutation(registry.patchUser, {
    // The answer is the account as it is now: nothing has to be asked for again.
    touches: [],
    onSuccess: (account) => void client.setQueryData(accountQuery(userId).queryKey, account),
    quiet: true,
  });

  async function save(field: Setting, value: string, revert: () => void) {
    try {
      const body = [{ op: 'replace' as const, path: `/portalSettings/${field}`, value: value.toUpperCase() }];
      await mutateAsync({ params: { id: userId }, body });
    } catch (reason) {
      console.error('Failed to update user preferences', reason);
      revert();
      notify({ message: t('preferencesFailed'), variant: 'error' });
    }
  }

  return {
    chooseColorMode(mode: ColorMode) {
      const before = colorMode.get();
      setColorMode(mode);
      void save('colorMode', mode, () => setColorMode(before));
    },
    chooseUnitSystem(system: UnitSystem) {
      const before = unitSystem.get();
      unitSystem.set(system);
      void save('unitSystem', system, () => unitSystem.set(before));
    },
  };
}

/** Takes over, once per sign-in, what the server keeps of the person's settings: they follow the person to another computer. */
export function useKeptPreferences(): void {
  const { userId } = useSession();
  const { data } = useQuery({ ...accountQuery(userId), select: (account) => account.portalSettings, staleTime: Number.POSITIVE_INFINITY });
  const mode = data?.colorMode;
  const units = data?.unitSystem;
  useEffect(() => {
    if (mode) setColorMode(mode === 'DARK' ? 'dark' : 'light');
  }, [mode]);
  useEffect(() => {
    if (units) unitSystem.set(units === 'IMPERIAL' ? 'imperial' : 'metric');
  }, [units]);
}
