import { expect, test, vi } from 'vitest';
import { gatesOf } from './gates.ts';
import { navigationOf, screens } from './screens.ts';

// The charts behind it take seconds to compile, and are not what is asked here.
vi.mock('#features/patient-data/patient-data-screen.tsx', () => ({ PatientDataScreen: () => null }));

test.each(Object.entries(screens))(
  'the code of %s is loaded ahead by its route, and its address opens without any search',
  async (_id, row) => {
    expect(row.route.component.preload).toBeTypeOf('function');
    expect(await row.load()).toBeTypeOf('function');
    expect(row.search.safeParse({}).success).toBe(true);
  },
);

test('every address is a screen’s own', () => {
  const paths = Object.values(screens).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test.each([
  [['nurse'], ['/dashboard/panel']],
  [['tenant_admin'], ['/admin/members']],
  [['patient'], ['/patient/me/data']],
  [
    ['tenant_admin', 'coach', 'patient'],
    ['/dashboard/panel', '/admin/members', '/patient/me/data'],
  ],
  [[], []],
] as const)('the menus of %j lead to %j', (roles, places) => {
  expect(navigationOf(gatesOf(roles), 'me').map(({ to }) => to)).toEqual(places);
});
