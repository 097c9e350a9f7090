import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { MemberCliniciansScreen } from './member-clinicians-screen.tsx';

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
const assigned = (id: string, lastName: string) => ({
  ...person(id, lastName),
  teamType: 'PRIMARY',
  isPrimary: true,
  assignmentType: 'DIRECT_ASSIGNMENT',
  associatedCareTeamId: null,
  assignedAt: 0,
});
const staff = [person('old', 'Old'), person('new', 'New')].map((one) => ({
  ...one,
  caseload: 3,
  primary: 1,
  support: 2,
  recentActivity: null,
}));

let primary: object[];
/** What was sent, in order. */
let sent: string[];
/** What is refused, by method. */
let refused: string[];

/** What gets no answer, by method; and whether it is done all the same. */
let lost: string[];
let isDoneWhenLost: boolean;

beforeEach(() => {
  [primary, sent, refused, lost, isDoneWhenLost] = [[assigned('old', 'Old')], [], [], [], false];
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: 'a',
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'tenant_admin', roles: ['tenant_admin'] },
    severalTenants: false,
  });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, location.href);
    if (method === 'GET' && pathname.endsWith('/v2/users/m/clinicians')) return Response.json({ PRIMARY: primary, SUPPORT: [] });
    if (method === 'GET' && pathname.endsWith('/clinicians/patients')) return Response.json(staff);
    if (method === 'GET' && pathname.endsWith('/users/m')) return Response.json({ personalInfo: { firstName: 'Mia', lastName: 'Member' } });
    if (method === 'GET') throw new Error(`Nobody expected ${address}`);
    sent.push(`${method} ${pathname.split('/v1/')[1]}${search}`);
    const isLost = lost.includes(method);
    if (isLost && !isDoneWhenLost) throw new TypeError('Failed to fetch');
    if (method === 'DELETE' && primary.length === 0)
      return Response.json({ error: { code: 'not_found', message: 'Not assigned.' } }, { status: 404 });
    if (refused.includes(method)) return Response.json({ error: { code: 'conflict', message: 'The reason.' } }, { status: 409 });
    if (method === 'DELETE') primary = [];
    else primary = [assigned('new', 'New')];
    if (isLost) throw new TypeError('Failed to fetch');
    return Response.json({ assigned: [], removed: [] });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const route = createRootRoute({ component: () => <MemberCliniciansScreen memberId="m" /> });
  const router = createRouter({ routeTree: route, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router as never} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return within(await screen.findByRole('region', { name: 'Primary team' }));
}
async function reassign(meanwhile = () => {}) {
  const user = userEvent.setup();
  const team = await open();
  await user.click(await team.findByRole('button', { name: 'Reassign Ann Old' }));
  await user.selectOptions(team.getByLabelText('New clinician instead of Ann Old'), 'new');
  meanwhile();
  await user.click(team.getByRole('button', { name: 'Reassign' }));
  return { user, team };
}
const removal = 'DELETE users/old/patients/m?teamType=PRIMARY';
const assigning = 'PUT users/new/patients/m?teamType=PRIMARY&assignmentType=DIRECT_ASSIGNMENT';

test('reassigning removes the old clinician first and then assigns the new one', async () => {
  const { team } = await reassign();
  await team.findByText('Ann New');
  expect(sent).toEqual([removal, assigning]);
  expect(await screen.findByText('Ann Old was unassigned, Ann New is assigned.')).toBeTruthy();
});

test('a removal that fails stops it: nothing is assigned, and it says that nothing was changed', async () => {
  refused = ['DELETE'];
  const { team } = await reassign();
  await team.findByText(/Ann Old couldn’t be unassigned, so nothing was changed. The reason./);
  expect(sent).toEqual([removal]);
});

test('an assignment that fails says that the first half happened, and can be tried again alone', async () => {
  refused = ['PUT'];
  const { user, team } = await reassign();
  await team.findByText(/Ann Old was unassigned, but Ann New couldn’t be assigned/);
  refused = [];
  await user.click(team.getByRole('button', { name: 'Try to assign Ann New again' }));
  await team.findByText('Ann New');
  expect(sent).toEqual([removal, assigning, assigning]);
  await waitFor(() => expect(team.queryByText(/couldn’t be assigned/)).toBeNull());
});

test.each([true, false])(
  'a removal whose answer was lost (done: %s) is not said to have changed nothing, and is gone on with',
  async (done) => {
    [lost, isDoneWhenLost] = [['DELETE'], done];
    const { user, team } = await reassign();
    await team.findByText(/Ann Old may or may not have been unassigned. Ann New wasn’t assigned/);
    expect(sent).toEqual([removal]);
    lost = [];
    await user.click(team.getByRole('button', { name: 'Try to reassign to Ann New again' }));
    await team.findByText('Ann New');
    expect(sent).toEqual([removal, removal, assigning]);
    await waitFor(() => expect(team.queryByText(/may or may not/)).toBeNull());
  },
);

test('an assignment whose answer was lost says that it is not known, and not that the member has nobody', async () => {
  [lost, isDoneWhenLost] = [['PUT'], true];
  const { team } = await reassign();
  await team.findByText(/Ann Old was unassigned. Then the server didn’t answer, so Ann New may or may not have been assigned/);
  expect(team.queryByText(/has nobody instead/)).toBeNull();
  expect(await team.findByRole('button', { name: 'Unassign Ann New' })).toBeTruthy();
});

test('somebody whom another administrator has unassigned meanwhile is not reassigned unseen', async () => {
  const { team } = await reassign(() => {
    primary = [];
  });
  await team.findByText(/Ann Old couldn’t be unassigned, so nothing was changed. Not assigned./);
  expect(sent).toEqual([removal]);
});

test('without a choice nothing is sent, and the field says so', async () => {
  const user = userEvent.setup();
  const team = await open();
  await user.click(team.getByRole('button', { name: 'Assign a clinician' }));
  await user.click(team.getByRole('button', { name: 'Assign' }));
  expect(team.getByText('Choose a clinician', { selector: '[role=alert]' })).toBeTruthy();
  expect(sent).toEqual([]);
});
