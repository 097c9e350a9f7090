import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Action, ActionEvent } from '@vigil/contract/factuary-actions.contract';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { actionDrafts } from './action-drafts.ts';
import { ActionsPanel } from './actions-panel.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const member = '11111111-1111-4111-8111-111111111111';
const other = '33333333-3333-4333-8333-333333333333';
const coach = '55555555-5555-4555-8555-555555555555';
const ids = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'] as const;
let self = '';
const now = Math.round(Date.now() / 1000);

const actionOf = (id: string, over: Partial<Action> = {}): Action => ({
  ...{
    action_id: id,
    version: 1,
    user_id: member,
    user: { firstName: 'Ada', lastName: 'Member' },
    action_category: 'BIOMETRICS',
    class: 'PRIORITY',
  },
  ...{
    title: 'Resting heart rate high',
    priority: 'HIGH',
    assignee_id: null,
    assignee: null,
    assignee_role: 'nurse',
    op: null,
    alert: null,
  },
  status: { status: 'OPEN', status_original: null, parent_id: null },
  ...{ time_created: now - 3_600, status_date: now - 3_600, delta_time: 0, due_date: null, expires_at: now + 86_400, may_handle: true },
  ...over,
});
const alert: Action['alert'] = {
  ...{
    severity: 'HIGH',
    triggered_at: now,
    triggered_values: [{ metric: 'rhr', value: 84, unit: 'bpm' }],
    timeframe: '24h',
    baseline: '7d',
    rule: null,
  },
  evidence: [
    { metric: 'rhr', order: 'primary', timeframe_average: 79, timeframe_baseline: 66 },
    { metric: 'steps', order: 'secondary', timeframe_average: null, timeframe_baseline: 5_200 },
  ],
};

interface Sent {
  readonly path: string;
  readonly body: { request_id?: string; action_ids?: string[]; [key: string]: unknown };
}
let stored: Action[];
let refuse: ((sent: Sent) => Response | Promise<Response> | null) | null;
let sent: Sent[];
let asked: URL[];
/** What the member's metric did, and the rules that run for them. */
let [ticks, rules]: unknown[][] = [[], []];
// A laid-out page is the browser's affair: here nothing is near the window, so that no canvas is asked for.
class Observer {
  observe() {}
  disconnect() {}
}

const failing = (status: number, code: string) => Response.json({ error: { code, message: 'No.' } }, { status });

let history: ActionEvent[];
beforeEach(() => {
  [stored, refuse, sent, asked, history] = [[actionOf(ids[0])], null, [], [], []];
  [ticks, rules] = [[], []];
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
  queryClient.clear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const url = new URL(address, location.href);
    if (method === 'GET') {
      asked.push(url);
      if (url.pathname.endsWith('/ticks')) return Response.json(ticks);
      if (url.pathname.endsWith('/rules')) return Response.json(rules);
      if (url.pathname.includes('clinicians/patients'))
        return Response.json([
          {
            ...{ id: other, firstName: 'Mara', lastName: 'Provider', title: null, photoUrl: null, roles: ['md'], isInTheTenant: true },
            ...{ caseload: 0, primary: 0, support: 0, recentActivity: null },
          },
          {
            ...{ id: coach, firstName: 'Cole', lastName: 'Provider', title: null, photoUrl: null, roles: ['coach'], isInTheTenant: true },
            ...{ caseload: 0, primary: 0, support: 0, recentActivity: null },
          },
        ]);
      const id = stored.find(({ action_id }) => url.pathname.endsWith(action_id));
      if (id) return Response.json({ ...id, history, follow_ups: [] });
      const shown = url.searchParams.get('status')?.includes('OPEN') === false ? [] : stored;
      return Response.json({ content: shown, totalElements: shown.length, page: 0, per_page: 20 });
    }
    const one = { path: url.pathname, body: JSON.parse(String(body)) } as Sent;
    sent.push(one);
    const refused = await refuse?.(one);
    if (refused) return refused;
    if (one.path.endsWith('intervenes')) {
      const done = one.body.action_ids ?? [];
      stored = stored.filter(({ action_id }) => !done.includes(action_id));
      const action = (id: string) => actionOf(id, { status: { status: 'INTERVENED', status_original: null, parent_id: null } });
      return Response.json({ results: done.map((id) => ({ action_id: id, action: action(id), follow_up_id: null, error: null })) });
    }
    if (one.path.endsWith('undo')) {
      stored = [actionOf(ids[0])];
      return Response.json({ results: [{ action_id: ids[0], action: stored[0], follow_up: null, error: null }] });
    }
    return Response.json(
      actionOf(ids[0], one.path.endsWith('assign') ? { assignee: { id: other, firstName: 'Mara', lastName: 'Provider', role: 'md' } } : {}),
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let people = 0;
async function start(role: Role = 'nurse', fresh = true) {
  if (fresh) people += 1;
  self = `44444444-4444-4444-8444-${String(people).padStart(12, '0')}`;
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: self, tenant: { tenant: 'demo', tenant_ID: other, role_ID: role, roles: [role] }, severalTenants: false });
  const panel = () => (
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <ActionsPanel memberId={member} zone="UTC" />
      </SnackbarProvider>
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component: panel }), history: createMemoryHistory() });
  return render(<RouterProvider router={router as never} />);
}
const button = (name: string) => screen.findByRole('button', { name });
const fill = async () => {
  await userEvent.click(await button('Intervene'));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'What was done' }), 'CALL');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'RESOLVED');
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Slept badly');
};

test('an intervention that failed keeps what was written, through a reload too, and is stored once', async () => {
  const { unmount } = await start();
  await fill();
  refuse = () => Promise.reject(new TypeError('offline'));
  await userEvent.click(await button('Save'));
  expect((await screen.findByText(/won’t be saved twice/)).closest('[role="alert"]')).toBeTruthy();
  expect(sessionStorage.getItem('vigil.drafts.actions')).toContain('Slept badly');
  unmount();
  await start('nurse', false);
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })).value).toBe('Slept badly');
  refuse = null;
  await userEvent.click(await button('Try again'));
  await screen.findByText('No open actions');
  expect(new Set(sent.map(({ body }) => body.request_id)).size).toBe(1);
  expect(sent.at(-1)?.body).toMatchObject({ action_ids: [ids[0]], type: 'CALL', outcome: 'RESOLVED', note: 'Slept badly' });
  expect(actionDrafts.of(member)).toEqual([]);
  expect(sessionStorage.getItem('vigil.drafts.actions')).toBeNull();
});

const undos = () => sent.filter(({ path }) => path === '/factuary/api/v2/clinicians/actions/undo');
const undoButton = () => screen.findByRole('button', { name: 'Undo' });

test('one intervention says that it was stored, and is undone by its request, by the button or by U', async () => {
  await start();
  for (const undo of [async () => userEvent.click(await undoButton()), () => userEvent.keyboard('u')]) {
    await fill();
    await userEvent.click(await button('Save'));
    await screen.findByText('Intervention saved: Resting heart rate high');
    await screen.findByText('No open actions');
    const request = sent.at(-1)?.body.request_id;
    await undo();
    await screen.findByText('Undone: Resting heart rate high');
    expect(undos().at(-1)?.body).toEqual({ request_id: request });
    await waitFor(() => expect(screen.queryByText('Intervention saved: Resting heart rate high')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  }
  expect(undos()).toHaveLength(2);
});

test('assigning and closing are undone as well; what came later takes the earlier undo away', async () => {
  await start();
  await userEvent.click(await button('Assign to me'));
  await screen.findByText('Assigned to Mara Provider: Resting heart rate high');
  const assigned = sent.at(-1)?.body.request_id;
  expect(assigned).toBeTruthy();
  await userEvent.click(await button('Close'));
  await userEvent.type(await screen.findByRole('textbox', { name: /Why you’re closing it/ }), 'In the ward');
  await userEvent.click(await button('Save'));
  await screen.findByText('Closed: Resting heart rate high');
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1));
  await userEvent.click(await undoButton());
  await waitFor(() => expect(undos().map(({ body }) => body.request_id)).toEqual([sent.find(({ body }) => body.status)?.body.request_id]));
});

test('an undo whose answer was lost is offered again with the same request; one that is refused says why in the server’s words', async () => {
  await start();
  await userEvent.click(await button('Assign to me'));
  refuse = ({ path }) => (path.endsWith('undo') ? failing(500, 'internal') : null);
  await userEvent.click(await undoButton());
  await screen.findByText(/it may not be undone/);
  refuse = ({ path }) =>
    path.endsWith('undo')
      ? Response.json({ error: { code: 'conflict', message: 'Zoe Quick has closed this action since.' } }, { status: 409 })
      : null;
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1));
  await userEvent.click(await undoButton());
  await screen.findByText('Zoe Quick has closed this action since.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(new Set(undos().map(({ body }) => body.request_id)).size).toBe(1);
  expect(undos()).toHaveLength(2);
});

test('an alert that joins while somebody writes is named, the text is kept, and saved again it is for both', async () => {
  await start();
  await fill();
  // The card changes under the form, and the form is still about what was there as it was begun.
  stored = [actionOf(ids[0], { version: 2, title: 'Systolic pressure 180 or more', priority: 'CRITICAL' })];
  await queryClient.invalidateQueries();
  await screen.findByRole('article', { name: 'Systolic pressure 180 or more' });
  const titles = ['Systolic pressure 180 or more'];
  refuse = ({ body }) =>
    (body.versions as Record<string, number>)[ids[0]] === 2
      ? null
      : Response.json({
          results: [
            {
              ...{ action_id: ids[0], action: null, follow_up_id: null, joined: { version: 2, titles } },
              error: { code: 'conflict', message: 'No.' },
            },
          ],
        });
  await userEvent.click(await button('Save'));
  expect(await screen.findByText(/A new alert joined after you started: Systolic pressure 180 or more/)).toBeDefined();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Slept badly');
  await userEvent.click(await button('Try again'));
  await waitFor(() => expect(actionDrafts.of(member)).toEqual([]));
  expect(sent.map(({ body }) => body.versions)).toEqual([{ [ids[0]]: 1 }, { [ids[0]]: 2 }]);
  expect(new Set(sent.map(({ body }) => body.request_id)).size).toBe(2);
});

test('who is on hold is told so, and what was written is kept', async () => {
  await start();
  await fill();
  refuse = async () => Response.json({ error: { code: 'account_on_hold', message: 'No.' } }, { status: 403 });
  await userEvent.click(await button('Save'));
  await screen.findByText(/Your account is on hold/);
  expect(sessionStorage.getItem('vigil.drafts.actions')).toContain('Slept badly');
});

test('what the server would refuse is said beside its field, and nothing is sent', async () => {
  await start();
  await userEvent.click(await button('Intervene'));
  await userEvent.click(await button('Save'));
  expect((await screen.findByRole('combobox', { name: 'What was done' })).getAttribute('aria-invalid')).toBe('true');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Plan a follow-up' }));
  await userEvent.click(await button('Save'));
  expect(screen.getByRole('textbox', { name: 'What’s left to do' }).getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test('several are intervened on at once; those that were not saved stay, and are sent again alone', async () => {
  stored = [actionOf(ids[0]), actionOf(ids[1], { title: 'Weight up' })];
  await start();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Weight up' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Resting heart rate high' }));
  const bar = (await screen.findByText('2 selected')).parentElement as HTMLElement;
  await userEvent.click(within(bar).getByRole('button', { name: 'Intervene' }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'What was done' }), 'REVIEW');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'KNOWN');
  refuse = ({ body }) => {
    stored = stored.filter(({ action_id }) => action_id === ids[1]);
    const results = body.action_ids?.map((id) => ({
      action_id: id,
      action: null,
      follow_up_id: null,
      error: id === ids[1] ? { code: 'forbidden', message: 'No.' } : null,
    }));
    return Response.json({ results });
  };
  await userEvent.click(await button('Save'));
  expect((await screen.findByText(/role can’t do this/)).closest('[role="alert"]')).toBeTruthy();
  refuse = null;
  await userEvent.click(await button('Try again'));
  await waitFor(() => expect(sent.map(({ body }) => body.action_ids)).toEqual([[ids[0], ids[1]], [ids[1]]]));
});

test('whom it is given to says what that is before it is asked, by the server’s rule', async () => {
  await start();
  await userEvent.click(await button('Assign'));
  await screen.findByRole('option', { name: 'Mara Provider · Provider' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Assign to' }), `${other} md`);
  expect(screen.getByText('Escalates it to Mara Provider.')).toBeTruthy();
  await userEvent.click(await button('Save'));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ assignee_id: other, assignee_role: 'md' }));
  await userEvent.click(await button('Assign to me'));
  await waitFor(() => expect(sent[1]?.body).toMatchObject({ assignee_id: self, assignee_role: 'nurse' }));
});

test('whoever may not handle an action is offered only those who may, and not to take it', async () => {
  stored = [actionOf(ids[0], { may_handle: false })];
  await start('coach');
  await userEvent.click(await button('Assign'));
  await screen.findByRole('option', { name: 'Mara Provider · Provider' });
  expect(screen.queryByRole('option', { name: 'Cole Provider · Coach' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull();
  await userEvent.click(await button('Discard'));
  expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull();
  expect(screen.getByText('Handled by Nurse, Provider. Assign it to one of them.')).toBeTruthy();
});

test('what was refused because its request did something else before is tried again as a request of its own', async () => {
  await start();
  await userEvent.click(await button('Assign'));
  await screen.findByRole('option', { name: 'Mara Provider · Provider' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Assign to' }), `${other} md`);
  refuse = async () => Response.json({ error: { code: 'conflict', message: 'Something else was done.' } }, { status: 409 });
  await userEvent.click(await button('Save'));
  await screen.findByText(/Someone else updated this action/);
  refuse = null;
  await userEvent.click(await button('Try again'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ assignee_id: other });
  expect(sent[1]?.body.request_id).not.toBe(sent[0]?.body.request_id);
});

test('the history names the alert that opened it, those that were added, and which one leads from then on', async () => {
  const event = (kind: 'OPENED' | 'JOINED', title: string, note: string | null): ActionEvent => ({
    ...{ id: crypto.randomUUID(), kind, title, note, at: 0, delta_time: 0, by: null, status: 'OPEN', priority: 'HIGH' },
    ...{ assignee: null, assignee_role: 'nurse', due_date: null, intervention: null, undone: false },
  });
  history = [
    event('OPENED', 'SpO2 93 % or less', null),
    event('JOINED', 'SpO2 93 % or less', 'Respiration 21 or more'),
    event('JOINED', 'SpO2 91 % or less', 'SpO2 91 % or less'),
  ];
  await start();
  await userEvent.click(await button('Evidence and history'));
  await screen.findByText('Opened: SpO2 93 % or less');
  const told = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem');
  expect(told.map(({ children }) => [...children].slice(0, 2).map((one) => one.textContent))).toEqual([
    ['Opened: SpO2 93 % or less', expect.any(String)],
    ['Related alert added', 'Respiration 21 or more'],
    ['Related alert added, now the main one', 'SpO2 91 % or less'],
  ]);
});

test('the detail shows what triggered it and each metric against its baseline, unknown as unknown, one click from Analysis', async () => {
  stored = [actionOf(ids[0], { alert })];
  await start();
  await userEvent.click(await button('Evidence and history'));
  const evidence = await screen.findByRole('region', { name: 'Evidence' });
  expect(evidence.textContent).toMatch(/Resting heart rate 84 bpm/);
  // The mean of the timeframe is not what triggered it: both stand there, each called by its name.
  expect(evidence.textContent).toMatch(/Triggered by Resting heart rate 84 bpm/);
  expect(evidence.textContent).toMatch(/Average 79 bpm · Baseline 66 bpm/);
  expect(evidence.textContent).toMatch(/Average per day not known · Baseline 5200 steps/);
  const link = within(evidence).getByRole('link', { name: /Open in Analysis/ });
  const search = new URL(link.getAttribute('href') ?? '', location.href).searchParams;
  expect(Object.fromEntries(search)).toEqual({
    mode: 'evidence',
    primary: 'rhr',
    secondary: 'steps',
    timeframe: '24h',
    baseline: '7d',
    at: String(alert.triggered_at),
  });
});

test('the worst action shows each reading of the last day, with the limit that holds for the member', async () => {
  const rule = defaultRules.find(({ id }) => id === 'spo2-low');
  const ruleId = ids[1];
  const seen = (action: string, metric: string): Action =>
    actionOf(action, {
      alert: {
        ...{ ...(alert as NonNullable<Action['alert']>), timeframe: '1h', rule: { id: ruleId, version: 1, name: 'SpO2 low' } },
        evidence: [{ metric, order: 'primary', timeframe_average: 92, timeframe_baseline: 96 }],
      },
    });
  stored = [actionOf(ids[0]), seen(ids[1], 'spo2')];
  ticks = [94, 92, 89].map((value, index) => ({ timestamp: now - 3_600 + index * 900, data: { spo2: value } }));
  rules = [{ ruleId, rule: { ...rule?.rule, level: 90 } }];
  await start();
  expect(await screen.findByText(/The line is the limit: SpO2, mean of 1 h, at most 90 % for 30 min\./)).toBeTruthy();
  expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/89/);
  const question = asked.find(({ pathname }) => pathname.endsWith('/ticks'))?.searchParams;
  expect(question?.get('metrics')).toBe('spo2');
  expect(Number(question?.get('end_time')) - Number(question?.get('start_time'))).toBe(86_400);
});

test('what cannot be evidence in the Analysis leads to where it is drawn, and a score is called by its name', async () => {
  const triggered_at = Date.UTC(2026, 2, 10, 23, 30) / 1000;
  const seen = (metric: string): Action['alert'] => ({
    ...{ ...alert, triggered_at, triggered_values: [{ metric, value: 7, unit: null }] },
    evidence: [{ metric, order: 'primary', timeframe_average: 7, timeframe_baseline: null }],
  });
  stored = [actionOf(ids[0], { alert: seen('systolic') }), actionOf(ids[1], { alert: seen('news2_score') })];
  await start();
  for (const one of await screen.findAllByRole('button', { name: 'Evidence and history' })) await userEvent.click(one);
  const links = await screen.findAllByRole('link', { name: /Open in/ });
  expect(links.map((link) => Object.fromEntries(new URL(link.getAttribute('href') ?? '', location.href).searchParams))).toEqual([
    { end: '2026-03-10', metrics: 'blood_pressure' },
    { end: '2026-03-10', metrics: 'heart_rate,resp_rate,spo2,blood_pressure' },
  ]);
  expect(screen.getByText('NEWS2, lower bound 7')).toBeTruthy();
});

test('an observer reads and does nothing', async () => {
  stored = [actionOf(ids[0], { may_handle: false })];
  await start('observer');
  await screen.findByText('Resting heart rate high');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Evidence and history']);
});

test('empty, refused and failed lists say which they are', async () => {
  stored = [];
  const { unmount } = await start();
  await screen.findByText('No open actions');
  unmount();
  vi.stubGlobal('fetch', async () => failing(403, 'no_access_to_user'));
  const again = await start();
  await screen.findByText('You don’t have access to these actions');
  again.unmount();
  vi.stubGlobal('fetch', async () => failing(500, 'internal'));
  await start();
  await screen.findByText('Couldn’t load the actions');
});
