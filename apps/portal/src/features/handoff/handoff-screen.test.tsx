import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Handoff, HandoffDraft, HandoffEpisode, HandoffFacts } from '@vigil/contract/triage-handoffs.contract';
import type { HandoffText, SavedHandoff } from '@vigil/contract/triage-handoffs.forms';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { HandoffLine } from './handoff-line.tsx';
import { HandoffScreen } from './handoff-screen.tsx';
import { OneHandoffScreen } from './one-handoff-screen.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const idOf = (n: number) => `5d0cba11-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`;
const [nora, omar, mina, ada, bea, handoffId] = [idOf(1), idOf(2), idOf(3), idOf(11), idOf(12), idOf(21)];
const person = (id: string, firstName: string) => ({ id, firstName, lastName: 'Example' });
const now = () => Date.now() / 1000;
const episode = (over: Partial<HandoffEpisode> = {}): HandoffEpisode => ({
  ...{ action_id: idOf(31), alarm_id: idOf(32), title: 'SpO2 91% or less', severity: 'CRITICAL', since: now() - 3_600 },
  ...{ alarm_state: 'raised', is_judged: true, answered_by: null, snoozed_until: null, assignee: null, assignee_role: 'nurse' },
  ...over,
});
const facts = (over: Partial<HandoffFacts> = {}): HandoffFacts => ({
  ...{ severity: 'CRITICAL', open: [episode()], happened: [], has_more: false, due: [] },
  ...over,
});
const memberOf = (id: string, firstName: string, over: Partial<HandoffDraft['members'][number]> = {}) => ({
  ...{ user_id: id, user: { firstName, lastName: 'Member', birthday: '1950-03-04' }, facts: facts() },
  ...{ summary: '', to_do: '', contingency: '', ...over },
});

let draft: HandoffDraft;
let handoff: Handoff;
let waiting: object;
let sent: { method: string; path: string; body: SavedHandoff & { to_id: string; read_back: string } }[];
/** What a change is answered with in the place of what was stored. */
let instead: (() => Response) | null;
let reading: (() => Response) | null;
const cut = () => {
  throw new TypeError('Failed to fetch');
};
const refused = (code: string, status: number, message = 'No.') => Response.json({ error: { code, message } }, { status });

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  sessionStorage.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  draft = {
    ...{ handoff_id: null, revision: 0, saved_at: null, since: now() - 28_800, since_from: 'shift', scope: 'all', is_scope_chosen: false },
    ...{ situation: '', quiet: 298, without_data: 1, left_out: 0, on_call_until: now() + 1_800, as_of: now() },
    members: [
      memberOf(ada, 'Ada'),
      memberOf(bea, 'Bea', {
        facts: facts({
          ...{ severity: null, open: [], is_data_missing: true },
          happened: [
            {
              ...{ kind: 'INTERVENED', at: now() - 600, title: 'Pulse high', by: person(nora, 'Nora'), note: 'Took the tablet.' },
              ...{ outcome: 'RESOLVED', seconds: null },
            },
          ],
          due: [{ kind: 'follow_up', at: now() - 60, title: 'Weigh again', who: person(omar, 'Omar') }],
        }),
      }),
    ],
    receivers: [
      { ...person(omar, 'Omar'), role: 'nurse', on_call_from: now() + 1_800, cannot_see: [bea] },
      { ...person(mina, 'Mina'), role: 'md', on_call_from: null, cannot_see: [] },
    ],
  };
  handoff = {
    ...{ handoff_id: handoffId, state: 'handed_over', by: person(nora, 'Nora'), to: person(omar, 'Omar'), since: now() - 28_800 },
    ...{
      handed_over_at: now() - 300,
      acknowledged_at: null,
      withdrawn_at: null,
      situation: 'Calm night',
      is_partial: false,
      read_back: null,
    },
    ...{ may_acknowledge: true, may_withdraw: false, as_of: now() },
    members: [
      { ...memberOf(ada, 'Ada', { summary: 'Better', to_do: 'Call at 8\nWeigh', contingency: 'If worse, call Mina' }), now: [episode()] },
    ],
  };
  waiting = { received: [], on_call_until: null, has_draft: false };
  [sent, instead, reading] = [[], null, null];
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    const path = pathname.split('/handoffs')[1] ?? '';
    if (method !== 'GET') {
      const said = JSON.parse(String(body ?? '{}'));
      sent.push({ method, path, body: said });
      if (instead) return instead();
      if (path.endsWith('/hand-over')) return Response.json(handoff);
      if (path.endsWith('/acknowledge'))
        return Response.json({ ...handoff, state: 'acknowledged', acknowledged_at: now(), may_acknowledge: false });
      if (path.endsWith('/withdraw')) return Response.json({ handoff_id: handoffId, state: 'withdrawn' });
      const by = new Map((said.members as HandoffText[]).map((one) => [one.user_id, one]));
      draft = {
        ...draft,
        ...{ handoff_id: path.slice(1), revision: draft.revision + 1, saved_at: now(), situation: said.situation },
        members: draft.members.map((one) => ({ ...one, ...by.get(one.user_id) })),
      };
      return Response.json({ handoff_id: draft.handoff_id, revision: draft.revision, saved_at: draft.saved_at });
    }
    if (path === '/waiting') return Response.json(waiting);
    if (path === '') return Response.json({ content: [], page: 0, has_more: false });
    if (reading) return reading();
    return Response.json(path === '/draft' ? draft : handoff);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Who signs in anew finds nothing that the test before has left. */
let who = crypto.randomUUID();
function open(path = '/dashboard/handoff', role: Role = 'nurse', isNew = true) {
  if (isNew) who = crypto.randomUUID();
  session.set({ userId: who, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] }, severalTenants: false });
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/dashboard/handoff',
      component: HandoffScreen,
      validateSearch: () => ({ list: 'received', page: 0 }),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/dashboard/handoff/$handoffId',
      component: () => <OneHandoffScreen handoffId={handoffId} />,
    }),
    createRoute({ getParentRoute: () => root, path: '/today', component: HandoffLine }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router as never} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return router;
}
const cardOf = async (name: string) => within(await screen.findByRole('article', { name }));
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const saves = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('tells by member what is open, who answered and who has it, what is due, and what happened', async () => {
  open();
  const ill = await cardOf('Ada Member');
  for (const told of ['SpO2 91% or less', 'not acknowledged', 'Waiting for a nurse']) expect(ill.getByText(told)).toBeTruthy();
  const well = await cardOf('Bea Member');
  expect(well.getByText('Data missing')).toBeTruthy();
  expect(well.queryByText('Nothing open')).toBeNull();
  expect(well.getByText('Weigh again', { exact: false }).textContent).toContain('Omar Example · overdue');
  expect(well.getByText(/Intervention: Pulse high · resolved · Nora Example\. Took the tablet\./, { selector: 'li' })).toBeTruthy();
  expect(screen.getByText(/Nothing to report about 298 other members\. 1 of them is missing data/)).toBeTruthy();
  expect((await field('Summary: Bea Member')).value).toMatch(/Intervention: Pulse high · resolved · Nora Example\. Took the tablet\.$/);
  expect((await field('Summary: Ada Member')).value).toBe('');
});

test('what is typed is saved when the hands rest, and later only what is new, against the revision that was made', async () => {
  open();
  await userEvent.type(await field('To do: Ada Member'), 'Call at 8');
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]).toMatchObject({
    ...{ revision: 0, since: null, scope: null, situation: '' },
    members: [{ user_id: ada, summary: '', to_do: 'Call at 8', contingency: '' }],
  });
  expect(await screen.findByText(/^Draft saved/)).toBeTruthy();
  await userEvent.type(await field('About the shift'), 'Calm');
  await waitFor(() => expect(saves()).toHaveLength(2));
  expect(saves()[1]).toMatchObject({ revision: 1, situation: 'Calm', members: [] });
  expect((await field('To do: Ada Member')).value).toBe('Call at 8');
});

test('what could not be saved stays through a reload, says so, and is saved once the server answers', async () => {
  open();
  instead = cut;
  await userEvent.type(await field('If… then…: Ada Member'), 'If worse, call Mina');
  expect(await screen.findByText(/Not saved: .*kept in this tab/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  open('/dashboard/handoff', 'nurse', false);
  expect((await field('If… then…: Ada Member')).value).toBe('If worse, call Mina');
  expect(await screen.findByText(/Not saved/)).toBeTruthy();
  instead = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Draft saved/)).toBeTruthy();
  expect(draft.members[0]?.contingency).toBe('If worse, call Mina');
});

test('a draft that was saved elsewhere is shown beside one’s own, and one of both is kept', async () => {
  open();
  await userEvent.type(await field('Summary: Ada Member'), 'Mine');
  await waitFor(() => expect(saves()).toHaveLength(1));
  await screen.findByText(/^Draft saved/);
  draft = { ...draft, revision: 5, members: draft.members.map((one) => (one.user_id === ada ? { ...one, summary: 'Theirs' } : one)) };
  instead = () => refused('conflict', 409);
  await userEvent.type(await field('Summary: Ada Member'), ' still');
  const caution = within(await screen.findByRole('alert', { name: 'Your draft was saved somewhere else' }));
  expect(caution.getByText('Ada Member: Theirs')).toBeTruthy();
  expect((await field('Summary: Ada Member')).value).toBe('Mine still');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Hand off' }).disabled).toBe(true);
  instead = null;
  await userEvent.click(caution.getByRole('button', { name: 'Keep this version' }));
  await waitFor(() => expect(saves().at(-1)).toMatchObject({ revision: 5, members: [{ summary: 'Mine still' }] }));
  expect(await screen.findByText(/^Draft saved/)).toBeTruthy();
});

test('hands over to whoever is on call next, with begun summaries, after naming whom they can’t see', async () => {
  const router = open();
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Hand off to' });
  expect(select.value).toBe(omar);
  expect(screen.getByText('Omar Example can’t see 1 of these members, and won’t get what you wrote about them: Bea Member')).toBeTruthy();
  await userEvent.selectOptions(select, mina);
  expect(screen.queryByText(/can’t see/)).toBeNull();
  await userEvent.selectOptions(select, omar);
  await userEvent.click(screen.getByRole('button', { name: 'Hand off' }));
  expect(sent).toEqual([]);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hand off' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/dashboard/handoff/${handoffId}`));
  expect(saves()).toMatchObject([{ members: [{ user_id: bea, summary: expect.stringContaining('Took the tablet.') }] }]);
  expect(sent.at(-1)).toMatchObject({ path: `/${draft.handoff_id}/hand-over`, body: { revision: 1, to_id: omar } });
});

test('what is not saved is not handed over', async () => {
  open();
  await screen.findByRole('combobox', { name: 'Hand off to' });
  instead = cut;
  await userEvent.click(screen.getByRole('button', { name: 'Hand off' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hand off' }));
  expect(await screen.findByText(/Not saved/)).toBeTruthy();
  expect(sent.map(({ method }) => method)).toEqual(['PUT']);
});

test('whoever may not hand off, and whoever has nothing to tell, is told so', async () => {
  reading = () => refused('forbidden', 403);
  open('/dashboard/handoff', 'observer');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
  cleanup();
  queryClient.clear();
  reading = null;
  draft = { ...draft, members: [] };
  open();
  expect(await screen.findByText('Nothing to hand off')).toBeTruthy();
});

test('a reader sees what was told and known, and what has changed since, and acknowledges with what they understood', async () => {
  handoff = {
    ...handoff,
    members: handoff.members.map((one) => ({
      ...one,
      now: [episode({ action_id: idOf(33), title: 'Pulse 130 or more', severity: 'HIGH' })],
    })),
  };
  open(`/dashboard/handoff/${handoffId}`);
  const card = await cardOf('Ada Member');
  for (const told of ['Better', 'Call at 8', 'Weigh', 'If worse, call Mina', 'closed since', 'New since', 'Pulse 130 or more'])
    expect(card.getByText(told)).toBeTruthy();
  expect(card.getByText('born Mar 4, 1950')).toBeTruthy();
  await userEvent.type(await field('Your read-back'), 'Call Ada at 8');
  instead = cut;
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
  expect((await screen.findAllByRole('alert')).some(({ textContent }) => textContent !== '')).toBe(true);
  expect((await field('Your read-back')).value).toBe('Call Ada at 8');
  instead = null;
  handoff = { ...handoff, state: 'acknowledged', acknowledged_at: now(), may_acknowledge: false, read_back: 'Call Ada at 8' };
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
  expect(await screen.findByText('Read-back by Omar Example')).toBeTruthy();
  expect(sent.map(({ body }) => body.read_back)).toEqual(['Call Ada at 8', 'Call Ada at 8']);
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
});

test('of a handoff about others too it is said so; of none that it is not there', async () => {
  handoff = { ...handoff, is_partial: true };
  open(`/dashboard/handoff/${handoffId}`);
  expect(await screen.findByText(/also about members who aren’t in your care\. Ask Nora Example/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  reading = () => refused('not_found', 404);
  open(`/dashboard/handoff/${handoffId}`);
  expect(await screen.findByText('No such handoff')).toBeTruthy();
});

test('Today offers what waits for the reader and a shift that ends within the hour, and nothing to others', async () => {
  const { state, by, to, since, handed_over_at: at, acknowledged_at: never } = handoff;
  const listed = { handoff_id: handoffId, state, by, to, since, handed_over_at: at, acknowledged_at: never, withdrawn_at: never };
  waiting = { received: [{ ...listed, members: 12, severity: 'HIGH' }], on_call_until: now() + 1_800, has_draft: true };
  open('/today');
  expect(await screen.findByText('Handoff from Nora Example · 12 members')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read and acknowledge' }).getAttribute('href')).toBe(`/dashboard/handoff/${handoffId}`);
  expect(screen.getByRole('link', { name: 'Continue handoff' })).toBeTruthy();
  cleanup();
  queryClient.clear();
  waiting = { received: [], on_call_until: now() + 7_200, has_draft: false };
  open('/today');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('list')).toBeNull();
});
