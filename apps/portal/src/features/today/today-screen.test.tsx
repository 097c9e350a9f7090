import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberUndos } from '#lib/member-undos.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { chosenScopes } from './chosen-scope.ts';
import { TodayScreen } from './today-screen.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const me = '44444444-4444-4444-8444-444444444444';
/** The clock stands still: an age that is read is the one that was given, however long the machine takes. Unix seconds. */
const now = Date.UTC(2026, 2, 10, 12) / 1000;
const idOf = (name: string) =>
  `00000000-0000-4000-8000-${[...name]
    .map((char) => char.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')
    .slice(-12)}`;
const rowOf = (name: string, over: Partial<TodayRow> = {}): TodayRow => ({
  user_id: idOf(name),
  user: { firstName: 'Ada', lastName: name, birthday: '1950-01-01', sex: 'female', mrn: null, timezone: 'UTC', onHold: false },
  severity: 'HIGH',
  reason: {
    ...{ title: 'Pulse high', since: now - 7_200, metric: 'heart_rate', unit: 'bpm' },
    fired: { value: 118, baseline: 74, at: now - 7_200, timeframe: '1h', compared: '28d' },
    latest: { value: 131, at: now - 240, isStale: false, outOfRange: null },
  },
  course: { values: [100, null, 131], stepSeconds: 3_600, reference: 74 },
  isCourseUnavailable: false,
  ...{
    assignee: null,
    assigneeRole: 'nurse',
    isOverdue: false,
    gaps: [],
    review: null,
    reviewable: 'yes' as const,
    mark: `mark of ${name}`,
    dataAt: now - 240,
  },
  actions: [
    {
      ...{ action_id: idOf(`action ${name}`), title: 'Pulse high', action_category: 'BIOMETRICS', priority: 'HIGH' },
      ...{ due_date: null, may_handle: true },
    },
  ],
  alarms: [
    {
      ...{ id: idOf(`alarm ${name}`), title: 'Pulse high', state: 'raised', severity: 'HIGH', level: 1, isJudged: true, by: null },
      ...{ raisedAt: now - 7_200, dueAt: null, version: 3, may_answer: true, notified: [], next: null, also: [] },
      action_ids: [idOf(`action ${name}`)],
    },
  ],
  news2: { low: 6, high: 20, known: 2 },
  band: { status: 'wearing', since: now - 600, lastSync: now - 300, battery: 80 },
  ...over,
});

let lists: { open: TodayRow[]; gaps: TodayRow[]; reviewed: TodayRow[] };
let sent: { method: string; path: string; body: Record<string, unknown> | null }[];
let asked: URL[];
let answer: ((path: string) => Response | Promise<Response> | null) | null;
let notEvaluated: { members: number; since: number | null; because: 'restarted' | 'first_rules' | 'no_rules' | 'being_set_up' } | null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 });
  [lists, sent, asked, answer] = [{ open: [], gaps: [], reviewed: [] }, [], [], null];
  notEvaluated = null;
  queryClient.clear();
  chosenScopes.set({});
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const url = new URL(address, location.href);
    const special = answer?.(url.pathname);
    if (method !== 'GET') sent.push({ method, path: url.pathname, body: body ? JSON.parse(String(body)) : null });
    if (special) return special;
    const self = { id: me, firstName: 'Own', lastName: 'Name' };
    if (url.pathname.endsWith('/snooze')) return Response.json({ ...rowOf('x').alarms[0], state: 'snoozed', by: self });
    if (url.pathname.endsWith('/alarms/acknowledge')) return Response.json(acknowledged(sent.at(-1)?.body as never));
    if (url.pathname.endsWith('/alarms/undo')) return Response.json({ results: [{ id: me, outcome: 'undone', by: null }], alarms: [] });
    if (method !== 'GET') return Response.json(lists.open[0] ?? rowOf('x'));
    if (url.pathname.endsWith('/cohorts')) return Response.json([]);
    asked.push(url);
    const list = (url.searchParams.get('list') ?? 'open') as keyof typeof lists;
    const counts = { open: lists.open.length, gaps: lists.gaps.length, reviewed: lists.reviewed.length };
    return Response.json({
      content: lists[list],
      totalElements: counts[list],
      counts,
      order: [],
      page: 0,
      per_page: 25,
      asOf: now,
      notEvaluated,
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Everything that was sent is acknowledged, and nothing else stands. */
const acknowledged = ({ alarms }: { alarms: { id: string }[] }) => ({
  results: alarms.map(({ id }) => ({ id, outcome: 'acknowledged' })),
  alarms: alarms.map(({ id }) => ({ ...rowOf('x').alarms[0], id, state: 'acknowledged' })),
});
const acknowledgePath = (name: string) => `/alerts/api/v1/users/${idOf(name)}/alarms/acknowledge`;

const begun: string[] = [];
async function start(role: Role = 'nurse', more: readonly Role[] = []) {
  begun.length = 0;
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: now + 900 });
  session.set({ userId: me, tenant: { tenant: 'demo', tenant_ID: me, role_ID: role, roles: [role, ...more] }, severalTenants: false });
  const page = () => (
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <TodayScreen
          calendar={null}
          messages={null}
          call={() => null}
          work={({ memberId, onClose }) => (
            <button type="button" onClick={onClose}>
              Work on {memberId}
            </button>
          )}
          beginIntervention={(_member, action) => begun.push(action)}
        />
      </SnackbarProvider>
    </QueryClientProvider>
  );
  const root = createRootRoute({ component: page, validateSearch: () => ({ scope: '', cohort: '', page: 1 }) });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />);
}
const rows = () => screen.findAllByRole('listitem').then((items) => items.filter((item) => item.dataset.row));
const names = async () => (await rows()).map((item) => within(item).getAllByRole('button')[0]?.textContent);
const again = () => queryClient.invalidateQueries();

test('a row says how urgent, who, why and how it is now with its age, how it stands, NEWS2 and how fresh the data is; Space tells the rest', async () => {
  lists.open = [rowOf('Ash')];
  await start();
  const [row] = await rows();
  for (const part of [
    ...['High', 'Ada Ash', 'Pulse high', 'for 2 h', '131 bpm (+57, +77 %), 4 min ago', 'Not acknowledged'],
    ...['NEWS2 6–20 (2\u00a0of\u00a07)', 'Vitals 4 min ago'],
  ])
    expect(row?.textContent).toContain(part);
  const fired = '118 bpm when it fired, 2 h ago (+44, +59 % from 74 bpm, the mean of the 28 days before)';
  expect(row?.textContent).not.toContain(fired);
  const user = userEvent.setup();
  await user.keyboard('j ');
  for (const part of [fired, 'Waiting for a nurse', 'synced 5 min ago']) expect(row?.textContent).toContain(part);
  expect(screen.queryByRole('button', { name: /^Work on/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show less about Ada Ash' }));
  expect(row?.textContent).not.toContain(fired);
  expect(screen.getByText(/^Sorted by: severity, escalation, overdue, NEWS2, change, age/)).toBeTruthy();
});

test('an alert that nobody has acknowledged says who was told, how and when, and who is next', async () => {
  const at = (minutes: number) => now - minutes * 60;
  const [nora, otto] = [
    { id: idOf('nora'), firstName: 'Nora', lastName: 'Nurse' },
    { id: idOf('otto'), firstName: 'Otto', lastName: 'Provider' },
  ];
  const [alarm] = rowOf('Ash').alarms;
  const notified = [
    { step: 'assignee', at: at(60), count: 1, people: [nora], isWritten: false },
    { step: 'primary_team', at: at(45), count: 4, people: [nora, otto], isWritten: true },
    { step: 'on_call_md', at: at(30), count: 1, people: [otto], isWritten: true },
  ] as const;
  lists.open = [rowOf('Ash', { alarms: [{ ...alarm, notified, next: { step: 'all_providers', at: now + 600 } } as never] })];
  await start();
  const [row] = await rows();
  await userEvent.keyboard('j ');
  const clock = (seconds: number) => new Date(seconds * 1000).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  expect(row?.textContent).toContain(
    `Notified: Nora Nurse (portal, ${clock(at(60))}); Nora Nurse, Otto Provider and 2 more (portal and message, ${clock(at(45))}); Otto Provider (portal and message, ${clock(at(30))}). Next: all providers at ${clock(now + 600)}.`,
  );
});

test('what is not known of now is said, and an old reading says nothing about now', async () => {
  const reason = rowOf('x').reason as NonNullable<TodayRow['reason']>;
  lists.open = [
    rowOf('Ash', { reason: { ...reason, latest: null }, news2: null, dataAt: null }),
    rowOf('Brook', { reason: { ...reason, latest: { value: 80, at: now - 3 * 86_400, isStale: true, outOfRange: null } } }),
  ];
  await start();
  const [none, old] = (await rows()).map((row) => row.textContent);
  for (const part of ['No recent reading', 'NEWS2 unknown', 'No vitals yet']) expect(none).toContain(part);
  expect(old).toContain('Last 80 bpm, 3 days ago');
});

test('trends that cannot be loaded are said once above the list and in each row that lacks its own', async () => {
  lists.open = [rowOf('Ash', { course: null, isCourseUnavailable: true }), rowOf('Brook', { course: null })];
  await start();
  const [ash, brook] = (await rows()) as [HTMLElement, HTMLElement];
  const words = 'Trends can’t be loaded right now, and new readings may arrive late. Alerts and latest readings are still shown.';
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([words]);
  expect(within(ash).getByText('Trend couldn’t be loaded')).toBeTruthy();
  expect(ash.textContent).toContain('131 bpm');
  expect(within(brook).queryByText('Trend couldn’t be loaded')).toBeNull();
  lists.open = [rowOf('Ash'), rowOf('Brook')];
  await again();
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

test('rows keep their places while the list changes; what was handled stays, dimmed, until the new order is asked for', async () => {
  lists.open = [rowOf('Ash'), rowOf('Brook'), rowOf('Cole')];
  await start();
  expect(await names()).toEqual(['Ada Ash', 'Ada Brook', 'Ada Cole']);
  lists.open = [rowOf('Cole', { severity: 'CRITICAL' }), rowOf('Ash'), rowOf('Dale')];
  await again();
  await userEvent.hover(await screen.findByRole('button', { name: '3 updates. Refresh list' }));
  expect(await names()).toEqual(['Ada Ash', 'Ada Brook', 'Ada Cole']);
  const [, brook, cole] = await rows();
  expect([brook?.dataset.gone, cole?.dataset.gone, cole?.dataset.severity]).toEqual(['true', undefined, 'CRITICAL']);
  await userEvent.click(screen.getByRole('button', { name: '3 updates. Refresh list' }));
  expect(await names()).toEqual(['Ada Cole', 'Ada Ash', 'Ada Dale']);
});

test('a new critical alert is put on top at once, marked new, until it is acknowledged; no other row moves', async () => {
  const critical = (name: string, state: 'raised' | 'acknowledged' = 'raised') => {
    const [alarm] = rowOf(name).alarms;
    return rowOf(name, { severity: 'CRITICAL', alarms: [{ ...alarm, severity: 'CRITICAL', state } as never] });
  };
  lists.open = [rowOf('Ash'), rowOf('Brook')];
  await start();
  expect(await names()).toEqual(['Ada Ash', 'Ada Brook']);
  lists.open = [critical('Cole'), rowOf('Brook'), rowOf('Ash')];
  await again();
  await screen.findByText('New');
  expect(await names()).toEqual(['Ada Cole', 'Ada Ash', 'Ada Brook']);
  lists.open = [critical('Cole', 'acknowledged'), rowOf('Brook'), rowOf('Ash')];
  await again();
  await waitFor(() => expect(screen.queryByText('New')).toBeNull());
  expect(await names()).toEqual(['Ada Cole', 'Ada Ash', 'Ada Brook']);
});

test('acknowledging a row acknowledges every alarm that it shows, its headline first, and says what got worse since', async () => {
  const alarm = (title: string, over: Partial<TodayRow['alarms'][number]> = {}) => ({
    ...{ id: idOf(title), title, state: 'raised' as const, severity: 'HIGH' as const, level: 0, isJudged: true, by: null },
    ...{ raisedAt: now - 60, dueAt: null, version: 1, may_answer: true, notified: [], next: null, also: [], action_ids: [], ...over },
  });
  const [breathing, oxygen, pulse] = [alarm('Breathing fast'), alarm('Oxygen low'), alarm('Pulse high')];
  lists.open = [rowOf('Ash', { alarms: [breathing, oxygen, pulse] })];
  await start();
  const shown = await rows();
  expect(shown[0]?.textContent).toContain('Not acknowledged · 2 more');
  expect(screen.getByText('+2 more')).toBeTruthy();
  answer = (path) => {
    if (path !== acknowledgePath('Ash')) return null;
    const outcome = (id: string) => (id === oxygen.id ? 'changed' : 'acknowledged');
    return Response.json({
      results: [pulse, breathing, oxygen].map(({ id }) => ({ id, outcome: outcome(id) })),
      alarms: [{ ...oxygen, title: 'Oxygen far too low', severity: 'CRITICAL' }],
    });
  };
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge 3' }));
  await screen.findByText(
    'Acknowledged 2 alerts for Ada Ash: Pulse high, Breathing fast. Got worse since you looked: Oxygen low. Not acknowledged: Oxygen far too low.',
  );
  expect(sent.at(-1)?.body?.alarms).toEqual([pulse, breathing, oxygen].map(({ id, version }) => ({ id, version })));
  answer = null;
  lists.open = [rowOf('Ash', { alarms: [breathing, oxygen, alarm('Pulse high', { state: 'acknowledged' })] })];
  await again();
  await screen.findByText('Not acknowledged: Breathing fast');
});

test('what has just begun says so, and not that it has been so for 0 min', async () => {
  const { reason } = rowOf('Ash');
  lists.open = [rowOf('Ash', { reason: { ...(reason as NonNullable<typeof reason>), since: now - 20 } })];
  await start();
  expect((await rows())[0]?.textContent).toMatch(/4 min agojust now/);
});

test('an alert that is named after another rule than its action is one thing, and whoever was told twice in a minute is named once', async () => {
  const told = {
    step: 'assignee' as const,
    at: now - 60,
    count: 1,
    people: [{ id: idOf('zoe'), firstName: 'Zoe', lastName: 'Quick' }],
    isWritten: false,
  };
  const [alarm] = rowOf('Ash').alarms;
  const also = [
    { title: 'Pulse high', severity: 'HIGH' as const, holds: false, isCovered: false, isUnanswered: true },
    { title: 'Breathing quickly', severity: 'MEDIUM' as const, holds: true, isCovered: true, isUnanswered: false },
  ];
  lists.open = [
    rowOf('Ash', { alarms: [{ ...(alarm as TodayRow['alarms'][number]), title: 'Breathing fast', also, notified: [told, told] }] }),
  ];
  await start();
  expect((await rows())[0]?.textContent).not.toContain('+1 more');
  expect(screen.getByText('Not acknowledged')).toBeTruthy();
  await userEvent.keyboard('j ');
  const details = (await screen.findByText('Breathing fast')).closest('ul');
  expect([...(details?.children ?? [])].map((one) => one.textContent)).toEqual([
    expect.stringMatching(
      /^Breathing fast · High · Not acknowledgedRelated alerts: Pulse high \(High, cleared, not acknowledged\) · Breathing quickly \(Medium, milder level\)Notified: Zoe Quick \(portal, [^;]*\)\.$/,
    ),
  ]);
  expect(screen.getAllByText('NEWS2 6–20 (2 of 7)')).toHaveLength(2);
});

test.each([
  ['Acknowledge', 'acknowledged', 'Zoe Quick already acknowledged Pulse high.'],
  ['Snooze', 'acknowledged', 'Zoe Quick already acknowledged Pulse high.'],
  ['Snooze', 'snoozed', 'Zoe Quick already snoozed Pulse high.'],
] as const)('%s, when somebody else was first (%s): it says who, and not that it was done', async (button, state, words) => {
  lists.open = [rowOf('Ash')];
  const now = { ...rowOf('Ash').alarms[0], state, by: { id: idOf('zoe'), firstName: 'Zoe', lastName: 'Quick' } };
  answer = (path) => {
    if (path === acknowledgePath('Ash')) return Response.json({ results: [{ id: now.id, outcome: 'already' }], alarms: [now] });
    return path.includes('/alarms/') ? Response.json(now) : null;
  };
  await start();
  await rows();
  await userEvent.click(screen.getByRole('button', { name: button }));
  if (button === 'Snooze') await userEvent.click((await screen.findAllByRole('menuitem'))[0] as HTMLElement);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText(/^(Acknowledged|Snoozed) alert for/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('what was done just now is undone on the server by U or the notice, for 10 seconds, and after that it is not offered', async () => {
  lists.open = [rowOf('Ash')];
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: now * 1000, shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await start();
  await rows();
  await user.keyboard('ja');
  await waitFor(() => expect(sent.at(-1)?.path).toBe(acknowledgePath('Ash')));
  const first = sent.at(-1)?.body?.request_id;
  await screen.findByText('Acknowledged alert for Ada Ash: Pulse high.');
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2);
  await user.keyboard('u');
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ path: `/alerts/api/v1/users/${idOf('Ash')}/alarms/undo`, body: { undoes: first } }),
  );
  await screen.findByText('Undone for Ada Ash.');
  // Nothing offers it any more, neither the row nor the notice.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  await user.keyboard('a');
  await waitFor(() => expect(sent.at(-1)?.path).toBe(acknowledgePath('Ash')));
  await waitFor(() =>
    expect(within(screen.getByRole('group', { name: 'Actions for Ada Ash' })).getByRole('button', { name: 'Undo' })).toBeTruthy(),
  );
  await vi.advanceTimersByTimeAsync(10_100);
  const calls = sent.length;
  expect(within(screen.getByRole('group', { name: 'Actions for Ada Ash' })).queryByRole('button', { name: 'Undo' })).toBeNull();
  await user.keyboard('u');
  await screen.findByText('Nothing to undo for Ada Ash.');
  expect(sent).toHaveLength(calls);
});

test('what was done to the member’s actions beside the list is undone by U on the row as well', async () => {
  lists.open = [rowOf('Ash')];
  await start();
  const undo = vi.fn();
  const row = await screen.findByRole('group', { name: 'Actions for Ada Ash' });
  expect(within(row).queryByRole('button', { name: 'Undo' })).toBeNull();
  act(() => memberUndos.offer(idOf('Ash'), { undo, closeNotice: () => {} }));
  within(row).getByRole('button', { name: 'Undo' }).focus();
  await userEvent.keyboard('u');
  expect(undo).toHaveBeenCalledOnce();
});

test('a row tells what was answered before the list has come again, and offers Undo elsewhere than Acknowledge was', async () => {
  lists.open = [rowOf('Ash')];
  await start();
  const row = (await rows())[0] as HTMLElement;
  answer = (path) =>
    path.endsWith('/triage/api/v1/today') ? Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 }) : null;
  const acknowledge = within(row).getByRole('button', { name: 'Acknowledge' });
  await userEvent.click(acknowledge);
  await waitFor(() => expect(within(row).queryByText('Not acknowledged')).toBeNull());
  expect(within(row).getByText('Acknowledged')).toBeTruthy();
  expect(acknowledge.isConnected).toBe(false);
  const undo = within(row).getByRole('button', { name: 'Undo' });
  expect(undo.parentElement).toBe(within(row).getByRole('button', { name: 'Intervene' }).parentElement?.parentElement);
  await userEvent.click(undo);
  await screen.findByText('Undone for Ada Ash.');
});

test('two rows that are acknowledged before an answer has come are both told; a second press asks nothing', async () => {
  lists.open = [rowOf('Ash'), rowOf('Brook')];
  await start();
  const [ash, brook] = (await rows()) as [HTMLElement, HTMLElement];
  const gate = Promise.withResolvers<void>();
  answer = (path) => {
    const name = ['Ash', 'Brook'].find((one) => path === acknowledgePath(one));
    const reply = () => Response.json(acknowledged({ alarms: [{ id: idOf(`alarm ${name}`) }] }));
    return name ? gate.promise.then(reply) : null;
  };
  await userEvent.dblClick(within(ash).getByRole('button', { name: 'Acknowledge' }));
  await userEvent.click(within(brook).getByRole('button', { name: 'Acknowledge' }));
  gate.resolve();
  for (const name of ['Ash', 'Brook']) await screen.findByText(`Acknowledged alert for Ada ${name}: Pulse high.`);
  expect(sent.map(({ path }) => path)).toEqual(['Ash', 'Brook'].map(acknowledgePath));
  for (const row of [ash, brook]) expect(within(row).getByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('an undo whose answer was lost is offered again, and is sent as the same request', async () => {
  lists.open = [rowOf('Ash')];
  answer = (path) =>
    path.endsWith('/alarms/undo') ? Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 }) : null;
  await start();
  await rows();
  await userEvent.keyboard('ja');
  await screen.findByText('Acknowledged alert for Ada Ash: Pulse high.');
  await userEvent.keyboard('u');
  await screen.findByText('Couldn’t save this for Ada Ash. Try again.');
  const first = sent.at(-1);
  answer = null;
  await userEvent.keyboard('u');
  await screen.findByText('Undone for Ada Ash.');
  expect(sent.at(-1)).toEqual(first);
});

test('what somebody else has snoozed can be acknowledged by whoever may handle it', async () => {
  const by = { id: idOf('zoe'), firstName: 'Zoe', lastName: 'Quick' };
  const [alarm] = rowOf('Ash').alarms;
  lists.open = [rowOf('Ash', { alarms: [{ ...alarm, state: 'snoozed', by, dueAt: now + 600 } as never] })];
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ alarms: [{ id: alarm?.id }] }));
});

test('an undo that comes too late, or after somebody else, says why in the server’s words', async () => {
  lists.open = [rowOf('Ash')];
  const message = 'Zoe Quick has acted on this alert since. It wasn’t undone; see who has it now.';
  answer = (path) => (path.endsWith('/alarms/undo') ? Response.json({ error: { code: 'conflict', message } }, { status: 409 }) : null);
  await start();
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await screen.findByText('Acknowledged alert for Ada Ash: Pulse high.');
  await userEvent.keyboard('ju');
  await screen.findByText(message);
});

test('reviewed asks for a reason, and is refused while a critical or high alert waits or others handle what is open', async () => {
  lists.open = [rowOf('Ash'), rowOf('Brook', { reviewable: 'unacknowledged' }), rowOf('Cole', { reviewable: 'not_allowed' })];
  await start();
  const [ash, brook, cole] = await rows();
  expect(within(cole as HTMLElement).queryByRole('button', { name: 'Reviewed' })).toBeNull();
  await userEvent.click(within(brook as HTMLElement).getByRole('button', { name: 'Reviewed' }));
  await screen.findByText('Ada Brook has a critical or high alert that nobody has acknowledged. Acknowledge it first.');
  await userEvent.click(within(ash as HTMLElement).getByRole('button', { name: 'Reviewed' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark Ada Ash as reviewed' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as reviewed' }));
  within(dialog).getByText('Choose or enter a reason.');
  expect(sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Other reason' }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Seen on the ward');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as reviewed' }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ mark: 'mark of Ash', reason: 'Seen on the ward' }));
  await screen.findByText('Marked Ada Ash as reviewed. Find them under Reviewed, below.');
});

test('by keyboard alone: j and k between rows, A, S, R, I and U act on the row, Enter opens the work', async () => {
  lists.open = [rowOf('Ash'), rowOf('Brook')];
  await start();
  await rows();
  const user = userEvent.setup();
  await user.keyboard('jj');
  expect(document.activeElement?.textContent).toBe('Ada Brook');
  await user.keyboard('a');
  await waitFor(() => expect(sent.at(-1)?.path).toBe(acknowledgePath('Brook')));
  expect(sent.at(-1)?.body).toMatchObject({ alarms: [{ id: idOf('alarm Brook'), version: 3 }] });
  await user.keyboard('r');
  await screen.findByRole('dialog', { name: 'Mark Ada Brook as reviewed' });
  await user.keyboard(' {Enter}');
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      method: 'POST',
      path: `/triage/api/v1/today/${idOf('Brook')}/reviewed`,
      body: { mark: 'mark of Brook', reason: 'Known, being treated' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('u');
  await waitFor(() => expect(sent.at(-1)?.method).toBe('DELETE'));
  await user.keyboard('s');
  const menu = await screen.findByRole('menu', { name: 'Snooze for' });
  expect(within(menu).getByText('Ada Brook, Pulse high: snooze for')).toBeTruthy();
  // HIGH cannot be put off for longer than an hour.
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['15 minutes', '1 hour']);
  await user.click(within(menu).getByRole('menuitem', { name: '15 minutes' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ seconds: 900, version: 3 }));
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: `Work on ${idOf('Brook')}` }));
  screen.getByRole('button', { name: 'Ada Ash' }).focus();
  await user.keyboard('i');
  expect(begun).toEqual([idOf('action Ash')]);
  await screen.findByRole('button', { name: `Work on ${idOf('Ash')}` });
});

test('every key has a button; an observer has none, and no key does anything', async () => {
  lists.open = [rowOf('Ash')];
  await start('nurse');
  const group = await screen.findByRole('group', { name: 'Actions for Ada Ash' });
  expect(
    within(group)
      .getAllByRole('button')
      .map((button) => [button.textContent, button.getAttribute('aria-keyshortcuts')]),
  ).toEqual([
    ['Acknowledge', 'A'],
    ['Intervene', 'I'],
    ['Snooze', 'S'],
    ['Reviewed', 'R'],
  ]);
  cleanup();
  await start('observer');
  await rows();
  expect(screen.queryByRole('group', { name: /^Actions for/ })).toBeNull();
  await userEvent.keyboard('jar');
  expect(sent).toEqual([]);
});

test('an observer is told who handles what is open, and offered nothing that is for those who act', async () => {
  lists.open = [rowOf('Ash')];
  await start('observer');
  await rows();
  const handled = await screen.findByRole('region', { name: 'Open work' });
  expect(within(handled).getByRole('listitem').textContent).toMatch(/^Not acknowledged 1 oldest /);
  expect(screen.getByText(/the care team handles what’s open/)).toBeTruthy();
  for (const name of ['Mine', 'My teams']) expect(screen.queryByRole('button', { name })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Keys' }));
  const keys = await screen.findByRole('dialog', { name: 'Keys on Today' });
  expect(within(keys).queryByText('Acknowledge')).toBeNull();
});

test('an observer for whom nothing is open is told so, and not that nobody needs them', async () => {
  lists.open = [];
  await start('observer');
  expect(await screen.findByRole('heading', { name: 'Nothing is open right now' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Open work' })).toBeNull();
});

test('what somebody else was faster with is said, and nothing pretends to be done', async () => {
  lists.open = [rowOf('Ash')];
  answer = (path) => (path.endsWith('/reviewed') ? Response.json({ error: { code: 'conflict', message: 'No.' } }, { status: 409 }) : null);
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Reviewed' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Known, being treated' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark as reviewed' }));
  await screen.findByText(/Ada Ash has changed since you looked/);
});

test('a reason that was not kept, because somebody else was first, stays in its field; opened again it is still there', async () => {
  lists.open = [rowOf('Ash'), rowOf('Brook')];
  const told = 'Zoe Quick already marked this member as reviewed 4 min ago. Your reason wasn’t saved. To use yours, undo the review first.';
  const refusal = { code: 'conflict', message: told, fields: [{ field: 'reason', message: told }] };
  answer = (path) => (path.endsWith('/reviewed') ? Response.json({ error: refusal }, { status: 409 }) : null);
  await start();
  const open = async (name: string) => {
    const [ash, brook] = await rows();
    await userEvent.click(within((name === 'Ash' ? ash : brook) as HTMLElement).getByRole('button', { name: 'Reviewed' }));
    return screen.findByRole('dialog', { name: `Mark Ada ${name} as reviewed` });
  };
  const dialog = await open('Ash');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Other reason' }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Seen on the ward');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as reviewed' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(told);
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('Seen on the ward');
  expect(screen.queryByText(/^Marked Ada Ash as reviewed/)).toBeNull();
  const cancel = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await cancel();
  expect(within(await open('Brook')).queryByRole('textbox')).toBeNull();
  await cancel();
  const again = await open('Ash');
  expect(within(again).getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('Seen on the ward');
  answer = null;
  await userEvent.click(within(again).getByRole('button', { name: 'Mark as reviewed' }));
  await screen.findByText('Marked Ada Ash as reviewed. Find them under Reviewed, below.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a reason that is refused after its dialog was closed is told, and is there when it is opened again', async () => {
  lists.open = [rowOf('Ash')];
  const gate = Promise.withResolvers<void>();
  const lost = () => Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 });
  answer = (path) => (path.endsWith('/reviewed') ? gate.promise.then(lost) : null);
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Reviewed' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Being watched, nothing to do now' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark as reviewed' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  gate.resolve();
  await screen.findByText('Couldn’t save this for Ada Ash. Try again.');
  await userEvent.click(await screen.findByRole('button', { name: 'Reviewed' }));
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Being watched, nothing to do now' })).checked).toBe(true);
});

test('who is on hold is told so, and not that the role does not allow it', async () => {
  lists.open = [rowOf('Ash')];
  const refusal = () => Response.json({ error: { code: 'account_on_hold', message: 'No.' } }, { status: 403 });
  answer = (path) => (path.endsWith('/acknowledge') ? refusal() : null);
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  await screen.findByText('Your account is on hold, so you can’t make changes. Nothing was changed for Ada Ash.');
});

test('gaps stand apart, without a severity, and what was reviewed with name and time', async () => {
  const nothing = { severity: null, reason: null, alarms: [], actions: [], course: null } as const;
  lists.gaps = [
    rowOf('Gap', { ...nothing, actions: [], alarms: [], gaps: [{ kind: 'source_lost', metric: 'spo2', since: now - 7_200 }] }),
    rowOf('New', { ...nothing, actions: [], alarms: [], gaps: [{ kind: 'never_synced', metric: null, since: now - 5 * 86_400 }] }),
  ];
  lists.reviewed = [
    rowOf('Seen', {
      review: { by: { id: me, firstName: 'Nora', lastName: 'Nurse' }, at: now - 120, lapsesAt: now + 600, reason: 'Being watched' },
    }),
  ];
  await start();
  await screen.findByText('Nobody needs you right now');
  expect((await screen.findByText(/No SpO2 readings/)).closest('[data-row]')?.getAttribute('data-severity')).toBeNull();
  const [lost, never] = (await rows()).map(({ textContent }) => textContent);
  expect(lost).toContain('No SpO2 readings for 2 h');
  expect(never).toContain('Never synced in 5 d');
  screen.getByText(/^Sorted by: overdue, assigned, started this week/);
  await userEvent.click(screen.getByRole('heading', { name: 'Reviewed' }));
  await screen.findByText('Nora Nurse, 2 min ago: Being watched');
});

test.each<[string, number, readonly Role[], string, boolean]>([
  ['nobody open among members', 3, [], 'Nobody needs you right now', false],
  ['no member at all', 0, [], 'No members yet', false],
  ['no member at all, for somebody who invites them', 0, ['tenant_admin'], 'No members yet', true],
])('%s: what stands there and what there is to do', async (_what, totalElements, more, title, invites) => {
  answer = (path) => (path.endsWith('/user_facts') ? Response.json({ content: [], totalElements }) : null);
  await start('nurse', more);
  await screen.findByText(title);
  expect(document.title).toBe('Today · Vigil');
  expect(screen.queryByRole('button', { name: 'Invite a member' }) !== null).toBe(invites);
});

test('a failed, a refused and an old answer say which they are, and that silence is not calm', async () => {
  const failing = (status: number, code: string) => () => Response.json({ error: { code, message: 'Away.' } }, { status });
  answer = failing(503, 'database_unavailable');
  await start();
  await screen.findByText('Couldn’t load Today');
  cleanup();
  queryClient.clear();
  answer = failing(403, 'forbidden');
  await start();
  await screen.findByText('Today is for the care team');
  cleanup();
  queryClient.clear();
  answer = null;
  lists.open = [rowOf('Ash')];
  await start();
  await rows();
  answer = failing(503, 'database_unavailable');
  void again();
  await screen.findByText(/Can’t reach the server. You’re seeing Today from/, undefined, { timeout: 10_000 });
  expect(await names()).toEqual(['Ada Ash']);
});

test('whose members were chosen is kept, and an empty choice offers everybody', async () => {
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('scope')).toBe('mine'));
  expect(chosenScopes.get()[me]).toEqual({ scope: 'mine', cohort: '' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(chosenScopes.get()[me]).toEqual({ scope: 'all', cohort: '' }));
});

test('what is as critical as the headline is counted apart from the rest, and Space names all of it', async () => {
  const [action] = rowOf('Ash').actions;
  const other = (title: string, priority: 'CRITICAL' | 'HIGH') =>
    ({ ...action, action_id: idOf(title), title, priority }) as TodayRow['actions'][number];
  const critical = ['PHQ-9: an answer that somebody has to look at now', 'NEWS2 at least 7'];
  lists.open = [
    rowOf('Ash', { severity: 'CRITICAL', actions: [...critical.map((title) => other(title, 'CRITICAL')), other('Weight up', 'HIGH')] }),
    rowOf('Brook', { actions: [other('Weight up', 'HIGH')] }),
  ];
  await start();
  await rows();
  expect([screen.getAllByText('+2 critical'), screen.getAllByText('+1 more')].map(({ length }) => length)).toEqual([1, 2]);
  await userEvent.keyboard('j ');
  for (const title of [...critical, 'Weight up']) expect(screen.getByText(title)).toBeTruthy();
});

test('right after a start the list does not look complete: it says how many members have not been checked, until they have', async () => {
  notEvaluated = { members: 228, since: now - 60, because: 'restarted' };
  lists.open = [rowOf('First')];
  await start();
  expect(await screen.findByText('228 members not checked yet', { exact: false })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Today 1 member so far');
  notEvaluated = null;
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Today 1 member'), { timeout: 10_000 });
  expect(screen.queryByText(/not checked yet/)).toBeNull();
});

test.each([
  ['no_rules', 'Nobody is being checked: no alert rules are live', /A provider can publish rules under Rules\.$/],
  ['being_set_up', 'Nobody has been checked yet: data is still loading', /^Data is still loading and no alert rules are live yet/],
] as const)('an empty list where no rule is live is no calm: %s', async (because, line, text) => {
  notEvaluated = { members: 0, since: null, because };
  await start();
  expect(await screen.findByText(line, { exact: false, selector: 'strong' })).toBeTruthy();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText('Nobody needs you right now')).toBeNull();
});

test('an empty list right after the first rules is no calm', async () => {
  notEvaluated = { members: 2, since: null, because: 'first_rules' };
  await start();
  expect(await screen.findByText(/^Alert rules just went live, and Vigil is still checking 2 members/)).toBeTruthy();
});

test('an empty list right after a start is no calm', async () => {
  notEvaluated = { members: 1, since: null, because: 'restarted' };
  await start();
  expect(await screen.findByText('No alerts so far')).toBeTruthy();
  expect(screen.getByText('Vigil just restarted and is still checking 1 member. Alerts may be missing.')).toBeTruthy();
  expect(screen.queryByText('Nobody needs you right now')).toBeNull();
});
