import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { accountQuery } from '#lib/member.ts';
import { queryClient } from '#lib/query.ts';
import { session } from '#lib/session/session.ts';
import { glucoseUnit, unitSystem } from '#lib/units.ts';
import { useKeptPreferences } from './preferences.ts';

const me = '5d0cba11-0000-4000-8000-000000000001';

beforeEach(() => {
  session.set({ userId: me, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'patient', roles: ['patient'] }, severalTenants: false });
});
afterEach(async () => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
  localStorage.clear();
  await i18next.changeLanguage('en');
});

function Kept() {
  useKeptPreferences();
  return null;
}

/** What is on screen for somebody whose account says this, in a browser in this language. */
function units(browser: string, country: string | null, chosen: 'IMPERIAL' | 'METRIC' | null, language: 'EN' | 'ES' | null = null) {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser);
  const portalSettings = {
    unitSystem: chosen ?? 'IMPERIAL',
    unitSystemIsAssumed: chosen === null,
    glucoseUnit: null,
    language,
    colorMode: null,
    chartAxes: null,
  };
  queryClient.setQueryData(accountQuery(me).queryKey, { languageRegion: { timezone: 'UTC', country }, portalSettings } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <Kept />
    </QueryClientProvider>,
  );
  return unitSystem.get();
}

test.each([
  ['a member in Madrid', 'es-ES', 'ES', null, 'metric'],
  ['a member in Madrid whose browser is American', 'en-US', 'ES', null, 'metric'],
  ['a member in New Zealand', 'en-NZ', 'NZ', null, 'metric'],
  ['a member in the United States', 'en-US', 'US', null, 'imperial'],
  ['a member in the United States who has chosen', 'en-US', 'US', 'METRIC', 'metric'],
  ['a member in Madrid who has chosen', 'es-ES', 'ES', 'IMPERIAL', 'imperial'],
] as const)('%s reads %s, %s, %s as %s', (_, browser, country, chosen, expected) => {
  // What the person before has left on this computer.
  unitSystem.set(expected === 'metric' ? 'imperial' : 'metric');
  expect(units(browser, country, chosen)).toBe(expected);
});

test.each([
  ['a member in New Zealand whose browser is American', 'en-US', 'NZ', 'mmol/L'],
  ['a member in the United States', 'en-US', 'US', 'mg/dL'],
] as const)('%s reads glucose, in %s, %s, in %s', (_, browser, country, expected) => {
  glucoseUnit.set(expected === 'mg/dL' ? 'mmol/L' : 'mg/dL');
  units(browser, country, null);
  expect(glucoseUnit.get()).toBe(expected);
});

test('the language that a person has chosen, or was invited in, follows them to this browser', () => {
  units('en-US', null, null, 'ES');
  expect(i18next.language).toBe('es');
});
