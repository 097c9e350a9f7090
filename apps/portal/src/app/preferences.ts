import { useQuery } from '@tanstack/react-query';
import type { UserAccount } from '@vigil/contract/registry.contract';
import type { GlucoseUnit, UnitSystem } from '@vigil/domain/units/unit-system';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { setColorMode } from '#lib/color-mode.ts';
import { chooseLanguage } from '#lib/language.ts';
import { accountQuery } from '#lib/member.ts';
import { useNotices } from '#lib/notices.ts';
import { useOwnSettings } from '#lib/own-settings.ts';
import { useSession } from '#lib/session/session.ts';
import { glucoseUnit, unitSystem, usualGlucoseUnit, usualUnitSystem } from '#lib/units.ts';

/** The signed-in person's own settings, for the menus: a failure is told at the edge of the page. */
export function usePreferences() {
  const notify = useNotices();
  const { t } = useTranslation('app');
  return useOwnSettings(() => notify({ message: t('preferencesFailed'), variant: 'error' }));
}

/** Takes over, once per sign-in, what the server keeps of the person's settings: they follow the person to another computer. */
export function useKeptPreferences(): void {
  const { userId } = useSession();
  const { data } = useQuery({ ...accountQuery(userId), staleTime: Number.POSITIVE_INFINITY });
  const mode = data?.portalSettings.colorMode;
  const language = data?.portalSettings.language;
  const units = data && unitSystemOf(data);
  const glucose = data && glucoseUnitOf(data);
  useEffect(() => {
    if (mode) setColorMode(mode === 'DARK' ? 'dark' : 'light');
  }, [mode]);
  useEffect(() => {
    if (units) unitSystem.set(units);
  }, [units]);
  useEffect(() => {
    if (glucose) glucoseUnit.set(glucose);
  }, [glucose]);
  useEffect(() => {
    if (language) chooseLanguage(language === 'ES' ? 'es' : 'en');
  }, [language]);
}

/** What the person has chosen. The account names imperial units also for members who have chosen none: for them where they are decides. */
function unitSystemOf({ portalSettings, languageRegion }: UserAccount): UnitSystem {
  const chosen = portalSettings.unitSystemIsAssumed ? null : portalSettings.unitSystem;
  if (chosen === null) return usualUnitSystem(languageRegion.country);
  return chosen === 'IMPERIAL' ? 'imperial' : 'metric';
}

function glucoseUnitOf({ portalSettings, languageRegion }: UserAccount): GlucoseUnit {
  if (portalSettings.glucoseUnit === null) return usualGlucoseUnit(languageRegion.country);
  return portalSettings.glucoseUnit === 'MMOL/L' ? 'mmol/L' : 'mg/dL';
}
