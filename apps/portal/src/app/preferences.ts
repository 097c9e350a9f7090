import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { setColorMode } from '#lib/color-mode.ts';
import { accountQuery } from '#lib/member.ts';
import { useNotices } from '#lib/notices.ts';
import { useOwnSettings } from '#lib/own-settings.ts';
import { useSession } from '#lib/session/session.ts';
import { unitSystem } from '#lib/unit-system.ts';

/** The signed-in person's own settings, for the menus: a failure is told at the edge of the page. */
export function usePreferences() {
  const notify = useNotices();
  const { t } = useTranslation('app');
  return useOwnSettings(() => notify({ message: t('preferencesFailed'), variant: 'error' }));
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
