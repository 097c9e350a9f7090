import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRouteWithContext, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '#ui/messages.ts';
import './messages.ts';
import { configuration } from '#lib/configuration.ts';
import { i18next } from '#lib/i18n.ts';
import { accountQuery } from '#lib/member.ts';
import { queryClient } from '#lib/query.ts';
import { EmergencyLine } from './emergency-line.tsx';
import type { RouteContext } from './screen.ts';

afterEach(async () => {
  cleanup();
  queryClient.clear();
  configuration.set(null);
  vi.restoreAllMocks();
  await i18next.changeLanguage('en');
});

const gatesOf = (...held: string[]) => ({
  patient: held.includes('patient'),
  clinician: held.includes('clinician'),
  admin: held.includes('admin'),
});

async function open(path: string, ...held: string[]): Promise<void> {
  const root = createRootRouteWithContext<RouteContext>()({ component: EmergencyLine });
  const rest = createRoute({ getParentRoute: () => root, path: '$' });
  const router = createRouter({
    routeTree: root.addChildren([rest]),
    history: createMemoryHistory({ initialEntries: [path] }),
    context: { userId: 'me', gates: gatesOf(...held) as RouteContext['gates'] },
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

async function isSaid(path: string, ...held: string[]): Promise<boolean> {
  await open(path, ...held);
  const said = screen.queryByRole('complementary', { name: 'In an emergency' }) !== null;
  cleanup();
  return said;
}

test.each(['data', 'analysis', 'content', 'log', 'reports', 'privacy', ''])(
  'a member’s own page %s says what to do in an emergency',
  async (page) => {
    expect(await isSaid(`/patient/me/${page}`, 'patient')).toBe(true);
  },
);

test('so do the member’s other pages, and the own pages of somebody who is staff as well; the page with words of its own does not say it twice', async () => {
  expect(await isSaid('/account/security', 'patient')).toBe(true);
  expect(await isSaid('/patient/me/data', 'patient', 'clinician')).toBe(true);
  expect(await isSaid('/patient/me/surveys', 'patient')).toBe(false);
  expect(await isSaid('/patient/other/data', 'patient', 'clinician')).toBe(false);
  expect(await isSaid('/dashboard/panel', 'clinician')).toBe(false);
});

/** Where the account says that the person is, and where the clinic is and what it has set. */
function known(country: string | null, clinic: { country: string | null; number?: string }): void {
  queryClient.setQueryData(accountQuery('me').queryKey, { languageRegion: { timezone: 'UTC', country } } as never);
  const emergency = { number: clinic.number ?? '', crisisNumber: '', crisisName: '' };
  configuration.set({ tenant: { country: clinic.country }, emergency } as never);
}

test.each([
  ['the member’s country', 'ES', { country: 'US' }, 'Call 112.', 'tel:112'],
  ['the clinic’s, where the member’s is not known', null, { country: 'NZ' }, 'Call 111.', 'tel:111'],
  ['the clinic’s own number in its own country', 'AU', { country: 'AU', number: '1800 022 222' }, 'Call 1800 022 222.', 'tel:1800022222'],
  ['the member’s country, whatever the clinic has set at home', 'GB', { country: 'AU', number: '1800 022 222' }, 'Call 999.', 'tel:999'],
  ['the clinic’s own number, where nobody knows its country', 'ES', { country: null, number: '061' }, 'Call 061.', 'tel:061'],
  ['no number, where a wrong one would be invented', 'XX', { country: 'US' }, 'Call your local emergency number.', null],
])('the number is that of %s', async (_, country, clinic, words, link) => {
  known(country, clinic);
  await open('/patient/me/data', 'patient');
  const line = screen.getByRole('complementary');
  expect(line.textContent).toContain(words);
  expect(line.querySelector('a')?.getAttribute('href') ?? null).toBe(link);
});

test('a member in Madrid reads it in Spanish', async () => {
  await i18next.changeLanguage('es');
  known('ES', { country: 'US' });
  await open('/patient/me/data', 'patient');
  expect(screen.getByRole('complementary').textContent).toContain('Llame al 112.');
});

/** What the browser says about its time zone. */
function phoneIn(timeZone: string): void {
  const { DateTimeFormat } = Intl;
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function zoned(locales, options) {
    return new DateTimeFormat(locales, { timeZone, ...options });
  } as typeof Intl.DateTimeFormat);
}

test.each([
  ['Europe/Lisbon', true],
  ['Atlantic/Canary', false],
  ['UTC', false],
])('on a phone in %s a member from Spain is told that the number is Spain’s: %s', async (zone, isSaid) => {
  known('ES', { country: 'US' });
  phoneIn(zone);
  await open('/patient/me/data', 'patient');
  const line = screen.getByRole('complementary').textContent ?? '';
  expect(line.includes('If you’re not in Spain, call the local emergency number.')).toBe(isSaid);
});
