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
  [['nurse'], ['/dashboard/panel']],
  [['tenant_admin'], ['/admin/members', '/admin/settings', '/admin/audit']],
  [['patient'], ['/patient/me/data', '/patient/me/privacy']],
  [
    ['tenant_admin', 'coach', 'patient'],
    ['/dashboard/panel', '/admin/members', '/admin/settings', '/admin/audit', '/patient/me/data', '/patient/me/privacy'],
  ],
  [[], []],
] as const)('the menus of %j lead to %j', (roles, places) => {
  expect(navigationOf(gatesOf(roles), 'me').map(({ to }) => to)).toEqual(places);
});
