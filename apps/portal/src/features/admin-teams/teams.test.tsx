import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SnackbarProvider } from 'notistack';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { TeamCreation } from './components/team-creation.tsx';
import './messages.ts';
import { newTeamSubject, newTeams } from './new-team.ts';
import { teamEdits } from './team-edits.ts';
import { TeamScreen } from './team-screen.tsx';

// The first screen of a run is compiled on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 45_000 });
vi.setConfig({ testTimeout: 90_000 });

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
let sent: { method: string; query: string; body: Record<string, unknown> }[];
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
    const { pathname, search } = new URL(address, location.href);
    if (method !== 'GET') {
      const parsed = JSON.parse(String(body ?? '{}')) as Record<string, unknown>;
      sent.push({ method, query: search, body: parsed });
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

test('what is changed of a team is kept through a reload, told when somebody else was faster, and gone once it is given up', async () => {
  const user = show(<TeamScreen teamId="team" />);
  await user.type(await screen.findByLabelText('Name of the team'), ' 2');
  cleanup();
  queryClient.clear();
  team = teamNow(2, 'Green');
  const again = show(<TeamScreen teamId="team" />);
  expect(((await screen.findByLabelText('Name of the team')) as HTMLInputElement).value).toBe('Blue 2');
  expect(screen.getByText(/Somebody has changed this team/)).toBeTruthy();
  await again.click(screen.getByRole('button', { name: 'Load what it is now' }));
  await waitFor(() => expect((screen.getByLabelText('Name of the team') as HTMLInputElement).value).toBe('Green'));
  expect(teamEdits.of('team')).toEqual([]);
  await again.type(screen.getByLabelText('Name of the team'), ' 3');
  await again.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect((screen.getByLabelText('Name of the team') as HTMLInputElement).value).toBe('Green');
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
});

test('a change whose answer was lost is taken for stored once the team is read as it was typed, and not for somebody else’s', async () => {
  const user = show(<TeamScreen teamId="team" />);
  await user.type(await screen.findByLabelText('Name of the team'), ' 2');
  refusal = () => {
    team = teamNow(2, 'Blue 2');
    throw new TypeError('Failed to fetch');
  };
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('The team is saved.');
  expect(screen.queryByText(/Somebody has changed this team/)).toBeNull();
  expect(teamEdits.of('team')).toEqual([]);
});

test('a team that was changed meanwhile is asked about as it is now, and one that is gone already is said to be so', async () => {
  team = { ...teamNow(1, 'Blue'), patientCount: 1 };
  const user = show(<TeamScreen teamId="team" />);
  await user.click(await screen.findByRole('button', { name: 'Dissolve team' }));
  const ask = await screen.findByRole('dialog', { name: 'Dissolve “Blue”?' });
  team = { ...teamNow(2, 'Blue'), patientCount: 5 };
  refusal = () => Response.json({ error: { code: 'conflict', message: 'Stale.' } }, { status: 409 });
  await user.click(within(ask).getByRole('button', { name: 'Dissolve team' }));
  await within(ask).findByText(/5 members lose this team/);
  expect(within(ask).getByRole('alert').textContent).toMatch(/changed this team meanwhile, so it was not dissolved/);
  refusal = () => {
    throw new TypeError('Failed to fetch');
  };
  await user.click(within(ask).getByRole('button', { name: 'Dissolve team' }));
  await within(ask).findByText(/not known whether the team was dissolved/);
  refusal = () => Response.json({ error: { code: 'not_found', message: 'Gone.' } }, { status: 404 });
  await user.click(within(ask).getByRole('button', { name: 'Dissolve team' }));
  await screen.findByText('The team is dissolved already.');
  expect(sent.map(({ query }) => query)).toEqual(['?version=1', '?version=2', '?version=2']);
});
