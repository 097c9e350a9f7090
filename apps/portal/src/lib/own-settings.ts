import { useQueryClient } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import type { UserAccount } from '@vigil/contract/registry.contract';
import type { GlucoseUnit, UnitSystem } from '@vigil/domain/units/unit-system';
import { type ColorMode, colorMode, setColorMode } from './color-mode.ts';
import { useEndpointMutation } from './endpoint-query.ts';
import type { Language } from './i18n.ts';
import { chooseLanguage } from './language.ts';
import { accountQuery } from './member.ts';
import { useSession } from './session/session.ts';
import { glucoseUnit, unitSystem } from './units.ts';

type Setting = keyof UserAccount['portalSettings'];

/** The signed-in person's own settings: on screen at once, kept on the server, and set back when that fails, which `onFailed` tells. */
export function useOwnSettings(onFailed: () => void) {
  const { userId } = useSession();
  const client = useQueryClient();

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
      onFailed();
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
    chooseGlucoseUnit(unit: GlucoseUnit) {
      const before = glucoseUnit.get();
      glucoseUnit.set(unit);
      void save('glucoseUnit', unit, () => glucoseUnit.set(before));
    },
    /** Also of the mails that the person gets. */
    chooseLanguage(language: Language, before: Language) {
      chooseLanguage(language);
      void save('language', language, () => chooseLanguage(before));
    },
    /** Of charts; they show it when they are opened next. */
    chooseChartAxes(axes: NonNullable<UserAccount['portalSettings']['chartAxes']>) {
      const { queryKey } = accountQuery(userId);
      const before = client.getQueryData(queryKey);
      const show = (account: UserAccount | undefined) => client.setQueryData(queryKey, account);
      if (before) show({ ...before, portalSettings: { ...before.portalSettings, chartAxes: axes } });
      void save('chartAxes', axes, () => show(before));
    },
  };
}
