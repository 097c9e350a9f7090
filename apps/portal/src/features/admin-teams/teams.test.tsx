import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SnackbarProvider } from 'notistack';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { TeamCreation } from './components/team-creation.tsx';
import './messages.ts';
import { newTeamSubject, newTeams } from './new-team.ts';
import { TeamScreen } from './team-screen.tsx';

// The first screen of a run is compiled on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });

const person = (id: string, lastName: string) => ({
  id,
  firstName: 'Ann',
  lastName,
  title: null,
  photoUrl: null,
  roles: ['nurse'],
  isInTheTenant: true,
});
const staff = [person('n', 'Nurse'), person('c', 'Coach')].map((one) => ({
  ...one,
  caseload: 3,
  primary: 1,
  support: 2,
  recentActivity: null,
}));
const teamNow = (version: number, name: string) => ({
  id: 'team',
  name,
  version,
  clinicianIds: ['n'],
  clinicians: [staff[0]],
  patientIds: [],
  patients: [],
  patientCount: 0,
  changedAt: 0,
});

let team: ReturnType<typeof teamNow>;
let sent: { method: string; body: Record<string, unknown> }[];
let refusal: (() => Response) | null;

beforeEach(() => {
  [team, sent, refusal] = [teamNow(1, 'Blue'), [], null];
  queryClient.clear();
  sessionStorage.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: crypto.randomUUID(),
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'tenant_admin', roles: ['tenant_admin'] },
    severalTenants: false,
  });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (method !== 'GET') {
      const parsed = JSON.parse(String(body)) as Record<string, unknown>;
      sent.push({ method, body: parsed });
      if (refusal) return refusal();
      team = teamNow(2, String(parsed.name));
      return Response.json(team);
    }
    if (pathname.endsWith('/clinicians/patients')) return Response.json(staff);
    if (pathname.endsWith('/teams/team')) return Response.json(team);
    if (pathname.endsWith('/users'))
      return Response.json({ content: [{ id: 'm', firstName: 'Mia', lastName: 'Member' }], totalElements: 1 });
    throw new Error(`Nobody expected ${address}`);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(content: ReactNode) {
  const router = createRouter({ routeTree: createRootRoute({ component: () => content }), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router as never} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const next = () => screen.findByRole('button', { name: 'Next' });

test('a team that was changed after an answer was lost is another, and not taken for the first', async () => {
  const user = show(<TeamCreation onMade={() => undefined} onCancel={() => undefined} />);
  refusal = () => Response.json({ error: { code: 'internal', message: 'Not now.' } }, { status: 500 });
  await next();
  await user.type(screen.getByLabelText('Name of the team'), 'Blue');
  for (let step = 0; step < 3; step++) await user.click(await next());
  await user.click(screen.getByRole('button', { name: 'Create team' }));
  await screen.findByText('Not now.');
  for (let step = 0; step < 3; step++) await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.type(screen.getByLabelText('Name of the team'), ' sky');
  for (let step = 0; step < 3; step++) await user.click(await next());
  await user.click(screen.getByRole('button', { name: 'Create team' }));
  await waitFor(() => expect(sent.map(({ body }) => body.name)).toEqual(['Blue', 'Blue sky']));
  expect(sent[1]?.body.id).not.toBe(sent[0]?.body.id);
});

test('a team is made step by step, and what was entered survives a failed attempt, which is sent again as the same team', async () => {
  const onMade = vi.fn();
  const user = show(<TeamCreation onMade={onMade} onCancel={() => undefined} />);
  await user.click(await next());
  expect(screen.getByText('The team needs a name, of at most 100 characters')).toBeTruthy();
  await user.type(screen.getByLabelText('Name of the team'), 'Blue');
  await user.click(await next());
  await user.click(await screen.findByRole('checkbox', { name: /Ann Nurse/ }));
  await user.click(await next());
  await user.type(screen.getByRole('searchbox', { name: 'Find a member to add' }), 'mi');
  await user.click(await screen.findByRole('button', { name: 'Add Mia Member' }));
  await user.click(await next());
  refusal = () => Response.json({ error: { code: 'internal', message: 'Not now.' } }, { status: 500 });
  await user.click(screen.getByRole('button', { name: 'Create team' }));
  await screen.findByText('Not now.');
  expect(screen.getByText('Mia Member')).toBeTruthy();
  refusal = null;
  await user.click(screen.getByRole('button', { name: 'Create team' }));
  await waitFor(() => expect(onMade).toHaveBeenCalled());
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[1]?.body).toMatchObject({ name: 'Blue', clinicianIds: ['n'], patientIds: ['m'] });
});

test('a team that is being made is kept through a reload, with its step, and is gone when it is given up or made', async () => {
  const shown = () => <TeamCreation onMade={() => undefined} onCancel={() => undefined} />;
  const user = show(shown());
  await user.type(await screen.findByLabelText('Name of the team'), 'Blue');
  await user.click(await next());
  await user.click(await screen.findByRole('checkbox', { name: /Ann Nurse/ }));
  await user.click(await next());
  cleanup();
  const again = show(shown());
  await screen.findByText('Step 3 of 4: Members');
  await again.click(await next());
  expect(screen.getByText('Blue')).toBeTruthy();
  expect(screen.getByText('Ann Nurse')).toBeTruthy();
  for (let step = 0; step < 3; step++) await again.click(screen.getByRole('button', { name: 'Back' }));
  await again.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(newTeams.of(newTeamSubject)).toEqual([]);
});

test('the keyboard goes on where the next step begins, Enter in the search sends no step off, and adding keeps its place', async () => {
  const user = show(<TeamCreation onMade={() => undefined} onCancel={() => undefined} />);
  await user.type(await screen.findByLabelText('Name of the team'), 'Blue{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Step 2 of 4: Clinicians'));
  await user.click(await next());
  await user.type(screen.getByRole('searchbox', { name: 'Find a member to add' }), 'mi{Enter}');
  const add = await screen.findByRole('button', { name: 'Add Mia Member' });
  add.focus();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Step 3 of 4: Members')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Mia Member');
});

test('a name that is taken leads back to the name and says so beside it', async () => {
  const user = show(<TeamCreation onMade={() => undefined} onCancel={() => undefined} />);
  await user.type(await screen.findByLabelText('Name of the team'), 'Blue');
  for (let step = 0; step < 3; step += 1) await user.click(await next());
  const fields = [{ field: 'name', message: 'Is taken by another care team' }];
  refusal = () => Response.json({ error: { code: 'conflict', message: 'name: taken.', fields } }, { status: 409 });
  await user.click(await screen.findByRole('button', { name: 'Create team' }));
  await screen.findByText('Is taken by another care team');
  expect((screen.getByLabelText('Name of the team') as HTMLInputElement).value).toBe('Blue');
});

test('a change over somebody else’s is refused, keeps what was typed, and can be made on what the team is now', async () => {
  const user = show(<TeamScreen teamId="team" />);
  const name = (await screen.findByLabelText('Name of the team')) as HTMLInputElement;
  await user.type(name, ' 2');
  team = teamNow(2, 'Green');
  refusal = () => Response.json({ error: { code: 'conflict', message: 'Stale.' } }, { status: 409 });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText(/Somebody has changed this team/);
  expect([name.value, sent[0]?.body.version]).toEqual(['Blue 2', 1]);
  refusal = null;
  await user.click(screen.getByRole('button', { name: 'Load what it is now' }));
  await waitFor(() => expect((screen.getByLabelText('Name of the team') as HTMLInputElement).value).toBe('Green'));
  await user.type(screen.getByLabelText('Name of the team'), ' 3');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent[1]?.body).toMatchObject({ name: 'Green 3', version: 2 }));
});
