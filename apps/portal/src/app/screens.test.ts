import { expect, test } from 'vitest';
import { gatesOf } from './gates.ts';
import { navigationOf, screens } from './screens.ts';

test.each(Object.entries(screens))('the route of %s can load its code ahead, and its address opens without any search', (_id, row) => {
  expect(row.route.component.preload).toBeTypeOf('function');
  expect(row.search.safeParse({}).success).toBe(true);
});

test('every address is a screen’s own', () => {
  const paths = Object.values(screens).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test.each([
  [
    ['nurse'],
    ['/dashboard/today', '/dashboard/panel', '/dashboard/calendar', '/dashboard/account', '/dashboard/support', '/dashboard/team'],
  ],
  [['tenant_admin'], ['/dashboard/calendar', '/admin/members', '/admin/staff', '/admin/settings', '/admin/audit', '/account/security']],
  [
    ['patient'],
    [
      '/patient/me/data',
      '/patient/me/analysis',
      '/patient/me/content',
      '/patient/me/reports',
      '/patient/me/log',
      '/patient/me/surveys',
      '/patient/me/privacy',
      '/account/security',
    ],
  ],
  [
    ['tenant_admin', 'coach', 'patient'],
    [
      '/dashboard/today',
      '/dashboard/panel',
      '/dashboard/calendar',
      '/dashboard/account',
      '/dashboard/support',
      '/dashboard/team',
      '/admin/members',
      '/admin/staff',
      '/admin/settings',
      '/admin/audit',
      '/patient/me/data',
      '/patient/me/analysis',
      '/patient/me/content',
      '/patient/me/reports',
      '/patient/me/log',
      '/patient/me/surveys',
      '/patient/me/privacy',
    ],
  ],
  [[], ['/account/security']],
] as const)('the menus of %j lead to %j', (roles, places) => {
  const listed = navigationOf(gatesOf(roles), 'me', undefined).filter(({ place }) => place === 'header' || place === 'menu');
  expect(listed.map(({ to }) => to)).toEqual(places);
});

test.each([
  [['nurse'], '/dashboard/account/security'],
  [['nurse', 'tenant_admin', 'patient'], '/dashboard/account/security'],
  [['tenant_admin'], '/account/security'],
  [['patient'], '/account/security'],
] as const)('the palette leads %j to the own sign-in once, at %s', (roles, place) => {
  const places = navigationOf(gatesOf(roles), 'me', undefined).map(({ to }) => to);
  expect(places.filter((to) => to.endsWith('/security'))).toEqual([place]);
});

test.each([
  [['nurse'], ['actions', 'cohorts', 'programs', 'surveys', 'rules', 'on-call', 'handoff', 'burden']],
  [['tenant_admin'], ['cohorts', 'rules', 'on-call', 'burden']],
  [['patient'], []],
] as const)('the care team’s tools of %j are at %j', (roles, places) => {
  const tools = navigationOf(gatesOf(roles), 'me', undefined).filter(({ place }) => place === 'care');
  expect(tools.map(({ to }) => to)).toEqual(places.map((place) => `/dashboard/${place}`));
});

test('the link to the teams is there while the flag is on', () => {
  const places = (careTeam: boolean) => navigationOf(gatesOf(['tenant_admin']), 'me', { careTeam }).map(({ to }) => to);
  expect([places(true).includes('/admin/teams/list'), places(false).includes('/admin/teams/list')]).toEqual([true, false]);
});
