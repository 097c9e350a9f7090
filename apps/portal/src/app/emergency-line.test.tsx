import { createMemoryHistory, createRootRouteWithContext, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import './messages.ts';
import { EmergencyLine } from './emergency-line.tsx';
import type { RouteContext } from './screen.ts';

afterEach(cleanup);

const gatesOf = (...held: string[]) => ({
  patient: held.includes('patient'),
  clinician: held.includes('clinician'),
  admin: held.includes('admin'),
});

async function isSaid(path: string, ...held: string[]): Promise<boolean> {
  const root = createRootRouteWithContext<RouteContext>()({ component: EmergencyLine });
  const rest = createRoute({ getParentRoute: () => root, path: '$' });
  const router = createRouter({
    routeTree: root.addChildren([rest]),
    history: createMemoryHistory({ initialEntries: [path] }),
    context: { userId: 'me', gates: gatesOf(...held) as RouteContext['gates'] },
  });
  await router.load();
  render(<RouterProvider router={router as never} />);
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
