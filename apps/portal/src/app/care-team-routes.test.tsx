import '#ui/messages.ts';
import './messages.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import type { FeatureFlags } from '@vigil/contract/configurator.contract';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configuration } from '#lib/configuration.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { gatesOf } from './gates.ts';
import { createPortalRouter } from './routes.tsx';
import { subpagesOf } from './screens.ts';

vi.mock('#features/patient-data/patient-data-screen.tsx', () => ({ PatientDataScreen: () => <p>Data</p> }));

// The first screen of a run is compiled on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });

const flagged = (featureFlags: FeatureFlags) =>
  configuration.set({ featureFlags, app: { alert_banner_message: '' }, tenant: { displayName: 'Demo Health' } } as never);

beforeEach(() => {
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  // What the screens ask for is beside the point: they only have to be there.
  vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'not_found', message: 'Nothing here.' } }, { status: 404 }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(address: string, roles: readonly Role[]) {
  history.replaceState(null, '', address);
  session.set({ userId: 'me', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles }, severalTenants: false });
  const router = createPortalRouter({ userId: 'me', gates: gatesOf(roles) });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
}
const at = (path: string) => waitFor(() => expect(location.pathname).toBe(path));

/** Where `/` leads an administrator. */
const adminHome = subpagesOf('/admin/members')[0]?.path ?? '';

test.each<[FeatureFlags, readonly Role[], string, string]>([
  [{}, ['nurse'], '/dashboard/team', '/dashboard/team'],
  [{}, ['nurse'], '/dashboard/team/staff', '/dashboard/team'],
  [{}, ['nurse'], '/dashboard/team/a', '/dashboard/team'],
  [{ newCareTeam: true }, ['nurse'], '/dashboard/team', '/dashboard/team/staff'],
  [{ newCareTeam: true }, ['observer'], '/dashboard/team/a', '/dashboard/team/a'],
  [{ newCareTeam: true }, ['patient'], '/dashboard/team/staff', '/patient/me/data'],
  [{}, ['tenant_admin'], '/admin/teams/create', adminHome],
  [{ careTeam: true }, ['tenant_admin'], '/admin/teams', '/admin/teams/list'],
  [{ careTeam: true }, ['tenant_admin'], '/admin/teams/create', '/admin/teams/create'],
  [{ careTeam: true }, ['tenant_admin'], '/admin/teams/a', '/admin/teams/a'],
  [{ careTeam: true }, ['nurse'], '/admin/teams/list', '/dashboard/today'],
  [{}, ['nurse'], '/patient/a/team', '/patient/a/team'],
  [{}, ['nurse'], '/patient/a/timeline', '/patient/a/summary'],
  [{ careTeam: true }, ['nurse'], '/patient/a/timeline', '/patient/a/timeline'],
  [{ careTeam: true }, ['patient'], '/patient/me/team', '/patient/me/data'],
])('with %j %j at %s comes to %s', async (flags, roles, from, to) => {
  flagged(flags);
  open(from, roles);
  await at(to);
});

test('flags that are switched are followed by pages that are open', async () => {
  flagged({});
  open('/dashboard/team', ['nurse']);
  await screen.findByRole('heading', { name: 'Care team' });
  act(() => flagged({ newCareTeam: true }));
  await at('/dashboard/team/staff');
  act(() => flagged({}));
  await at('/dashboard/team');
});

test('the administration of teams is left when its flag is switched off', async () => {
  flagged({ careTeam: true });
  open('/admin/teams/list', ['tenant_admin']);
  await screen.findByRole('heading', { name: 'Teams' });
  act(() => flagged({ careTeam: false }));
  await at(adminHome);
});
