import { useRouteContext } from '@tanstack/react-router';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { colorMode } from '#lib/color-mode.ts';
import { languageNames, nextLanguage } from '#lib/language.ts';
import { useSession } from '#lib/session/session.ts';
import { shortcuts } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import { unitSystem } from '#lib/units.ts';
import type { IconName } from '#ui/icons.tsx';
import { hasOwnPagesOnly } from '../gates.ts';
import { usePreferences } from '../preferences.ts';
import { SignOutContext } from '../sign-out-context.ts';
import { changeTenant } from '../start-up/tenant-choice.ts';

/** What a person can set or do for themselves, wherever it is listed. */
export interface AccountItem {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  /** What is set now. */
  readonly setting?: string;
  /** It is switched on and off. */
  readonly isOn?: boolean;
  readonly onChoose: () => void;
}

/** The person's settings, and the way out. */
export function useAccountItems(): { readonly settings: readonly AccountItem[]; readonly leave: AccountItem } {
  const { t, i18n } = useTranslation('app');
  const { gates } = useRouteContext({ from: '__root__' });
  const { severalTenants } = useSession();
  const signOut = use(SignOutContext);
  const mode = useStore(colorMode);
  const units = useStore(unitSystem);
  const keys = useStore(shortcuts);
  const { chooseColorMode, chooseUnitSystem, chooseLanguage } = usePreferences();
  const language = i18n.language === 'es' ? 'es' : 'en';
  const isDark = mode === 'dark';
  const settings: AccountItem[] = [
    {
      id: 'mode',
      icon: isDark ? 'sun' : 'moon',
      label: t(isDark ? 'lightMode' : 'darkMode'),
      onChoose: () => chooseColorMode(isDark ? 'light' : 'dark'),
    },
    {
      id: 'units',
      icon: 'ruler',
      label: t('units'),
      setting: t(units),
      onChoose: () => chooseUnitSystem(units === 'metric' ? 'imperial' : 'metric'),
    },
    {
      id: 'language',
      icon: 'globe',
      label: t('language'),
      setting: languageNames[language],
      onChoose: () => chooseLanguage(nextLanguage(i18n.language), language),
    },
  ];
  // A member's phone has no keys to shorten.
  if (!hasOwnPagesOnly(gates))
    settings.push({
      id: 'shortcuts',
      icon: 'keyboard',
      label: t('shortcuts'),
      setting: t(keys ? 'on' : 'off'),
      isOn: keys,
      onChoose: () => shortcuts.set(!keys),
    });
  if (severalTenants) settings.push({ id: 'tenant', icon: 'swap', label: t('changeTenant'), onChoose: changeTenant });
  return { settings, leave: { id: 'signOut', icon: 'signOut', label: t('signOut'), onChoose: signOut } };
}
