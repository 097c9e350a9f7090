import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { expect, test, vi } from 'vitest';
import { memberUndos } from '#lib/member-undos.ts';
import { acknowledged, acknowledgePath, again, clinic, idOf, now, rowOf, rows, setUpTodayClinic, start } from './testing/today-clinic.tsx';

setUpTodayClinic();

test('acknowledging a row acknowledges every alarm that it shows, its headline first, and says what got worse since', async () => {
  const alarm = (title: string, over: Partial<TodayRow['alarms'][number]> = {}) => ({
    ...{ id: idOf(title), title, state: 'raised' as const, severity: 'HIGH' as const, level: 0, isJudged: true, by: null },
    ...{ raisedAt: now - 60, dueAt: null, version: 1, may_answer: true, notified: [], next: null, also: [], action_ids: [], ...over },
  });
  const [breathing, oxygen, pulse] = [alarm('Breathing fast'), alarm('Oxygen low'), alarm('Pulse high')];
  clinic.lists.open = [rowOf('Ash', { alarms: [breathing, oxygen, pulse] })];
  await start();
  const shown = await rows();
  expect(shown[0]?.textContent).toContain('Not acknowledged · 2 more');
  expect(screen.getByText('+2 more')).toBeTruthy();
  clinic.answer = (path) => {
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
  expect(clinic.sent.at(-1)?.body?.alarms).toEqual([pulse, breathing, oxygen].map(({ id, version }) => ({ id, version })));
  clinic.answer = null;
  clinic.lists.open = [rowOf('Ash', { alarms: [breathing, oxygen, alarm('Pulse high', { state: 'acknowledged' })] })];
  await again();
  await screen.findByText('Not acknowledged: Breathing fast');
});

test.each([
  ['Acknowledge', 'acknowledged', 'Zoe Quick already acknowledged Pulse high.'],
  ['Snooze', 'acknowledged', 'Zoe Quick already acknowledged Pulse high.'],
  ['Snooze', 'snoozed', 'Zoe Quick already snoozed Pulse high.'],
] as const)('%s, when somebody else was first (%s): it says who, and not that it was done', async (button, state, words) => {
  clinic.lists.open = [rowOf('Ash')];
  const now = { ...rowOf('Ash').alarms[0], state, by: { id: idOf('zoe'), firstName: 'Zoe', lastName: 'Quick' } };
  clinic.answer = (path) => {
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
  clinic.lists.open = [rowOf('Ash')];
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: now * 1000, shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await start();
  await rows();
  await user.keyboard('ja');
  await waitFor(() => expect(clinic.sent.at(-1)?.path).toBe(acknowledgePath('Ash')));
  const first = clinic.sent.at(-1)?.body?.request_id;
  await screen.findByText('Acknowledged alert for Ada Ash: Pulse high.');
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2);
  await user.keyboard('u');
  await waitFor(() =>
    expect(clinic.sent.at(-1)).toMatchObject({ path: `/alerts/api/v1/users/${idOf('Ash')}/alarms/undo`, body: { undoes: first } }),
  );
  await screen.findByText('Undone for Ada Ash.');
  // Nothing offers it any more, neither the row nor the notice.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  await user.keyboard('a');
  await waitFor(() => expect(clinic.sent.at(-1)?.path).toBe(acknowledgePath('Ash')));
  await waitFor(() =>
    expect(within(screen.getByRole('group', { name: 'Actions for Ada Ash' })).getByRole('button', { name: 'Undo' })).toBeTruthy(),
  );
  await vi.advanceTimersByTimeAsync(10_100);
  const calls = clinic.sent.length;
  expect(within(screen.getByRole('group', { name: 'Actions for Ada Ash' })).queryByRole('button', { name: 'Undo' })).toBeNull();
  await user.keyboard('u');
  await screen.findByText('Nothing to undo for Ada Ash.');
  expect(clinic.sent).toHaveLength(calls);
});

test('what was done to the member’s actions beside the list is undone by U on the row as well', async () => {
  clinic.lists.open = [rowOf('Ash')];
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
  clinic.lists.open = [rowOf('Ash')];
  await start();
  const row = (await rows())[0] as HTMLElement;
  clinic.answer = (path) =>
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
  clinic.lists.open = [rowOf('Ash'), rowOf('Brook')];
  await start();
  const [ash, brook] = (await rows()) as [HTMLElement, HTMLElement];
  const gate = Promise.withResolvers<void>();
  clinic.answer = (path) => {
    const name = ['Ash', 'Brook'].find((one) => path === acknowledgePath(one));
    const reply = () => Response.json(acknowledged({ alarms: [{ id: idOf(`alarm ${name}`) }] }));
    return name ? gate.promise.then(reply) : null;
  };
  await userEvent.dblClick(within(ash).getByRole('button', { name: 'Acknowledge' }));
  await userEvent.click(within(brook).getByRole('button', { name: 'Acknowledge' }));
  gate.resolve();
  for (const name of ['Ash', 'Brook']) await screen.findByText(`Acknowledged alert for Ada ${name}: Pulse high.`);
  expect(clinic.sent.map(({ path }) => path)).toEqual(['Ash', 'Brook'].map(acknowledgePath));
  for (const row of [ash, brook]) expect(within(row).getByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('an undo whose answer was lost is offered again, and is sent as the same request', async () => {
  clinic.lists.open = [rowOf('Ash')];
  clinic.answer = (path) =>
    path.endsWith('/alarms/undo') ? Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 }) : null;
  await start();
  await rows();
  await userEvent.keyboard('ja');
  await screen.findByText('Acknowledged alert for Ada Ash: Pulse high.');
  await userEvent.keyboard('u');
  await screen.findByText('Couldn’t save this for Ada Ash. Try again.');
  const first = clinic.sent.at(-1);
  clinic.answer = null;
  await userEvent.keyboard('u');
  await screen.findByText('Undone for Ada Ash.');
  expect(clinic.sent.at(-1)).toEqual(first);
});

test('what somebody else has snoozed can be acknowledged by whoever may handle it', async () => {
  const by = { id: idOf('zoe'), firstName: 'Zoe', lastName: 'Quick' };
  const [alarm] = rowOf('Ash').alarms;
  clinic.lists.open = [rowOf('Ash', { alarms: [{ ...alarm, state: 'snoozed', by, dueAt: now + 600 } as never] })];
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(clinic.sent.at(-1)?.body).toMatchObject({ alarms: [{ id: alarm?.id }] }));
});

test('an undo that comes too late, or after somebody else, says why in the server’s words', async () => {
  clinic.lists.open = [rowOf('Ash')];
  const message = 'Zoe Quick has acted on this alert since. It wasn’t undone; see who has it now.';
  clinic.answer = (path) =>
    path.endsWith('/alarms/undo') ? Response.json({ error: { code: 'conflict', message } }, { status: 409 }) : null;
  await start();
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await screen.findByText('Acknowledged alert for Ada Ash: Pulse high.');
  await userEvent.keyboard('ju');
  await screen.findByText(message);
});

test('reviewed asks for a reason, and is refused while a critical or high alert waits or others handle what is open', async () => {
  clinic.lists.open = [rowOf('Ash'), rowOf('Brook', { reviewable: 'unacknowledged' }), rowOf('Cole', { reviewable: 'not_allowed' })];
  await start();
  const [ash, brook, cole] = await rows();
  expect(within(cole as HTMLElement).queryByRole('button', { name: 'Reviewed' })).toBeNull();
  await userEvent.click(within(brook as HTMLElement).getByRole('button', { name: 'Reviewed' }));
  await screen.findByText('Ada Brook has a critical or high alert that nobody has acknowledged. Acknowledge it first.');
  await userEvent.click(within(ash as HTMLElement).getByRole('button', { name: 'Reviewed' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark Ada Ash as reviewed' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as reviewed' }));
  within(dialog).getByText('Choose or enter a reason.');
  expect(clinic.sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Other reason' }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Seen on the ward');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as reviewed' }));
  await waitFor(() => expect(clinic.sent.at(-1)?.body).toEqual({ mark: 'mark of Ash', reason: 'Seen on the ward' }));
  await screen.findByText('Marked Ada Ash as reviewed. Find them under Reviewed, below.');
});

test('by keyboard alone: j and k between rows, A, S, R, I and U act on the row, Enter opens the work', async () => {
  clinic.lists.open = [rowOf('Ash'), rowOf('Brook')];
  await start();
  await rows();
  const user = userEvent.setup();
  await user.keyboard('jj');
  expect(document.activeElement?.textContent).toBe('Ada Brook');
  await user.keyboard('a');
  await waitFor(() => expect(clinic.sent.at(-1)?.path).toBe(acknowledgePath('Brook')));
  expect(clinic.sent.at(-1)?.body).toMatchObject({ alarms: [{ id: idOf('alarm Brook'), version: 3 }] });
  await user.keyboard('r');
  await screen.findByRole('dialog', { name: 'Mark Ada Brook as reviewed' });
  await user.keyboard(' {Enter}');
  await waitFor(() =>
    expect(clinic.sent.at(-1)).toMatchObject({
      method: 'POST',
      path: `/triage/api/v1/today/${idOf('Brook')}/reviewed`,
      body: { mark: 'mark of Brook', reason: 'Known, being treated' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('u');
  await waitFor(() => expect(clinic.sent.at(-1)?.method).toBe('DELETE'));
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
  await waitFor(() => expect(clinic.sent.at(-1)?.body).toMatchObject({ seconds: 900, version: 3 }));
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: `Work on ${idOf('Brook')}` }));
  screen.getByRole('button', { name: 'Ada Ash' }).focus();
  await user.keyboard('i');
  expect(clinic.begun).toEqual([idOf('action Ash')]);
  await screen.findByRole('button', { name: `Work on ${idOf('Ash')}` });
});

test('every key has a button; an observer has none, and no key does anything', async () => {
  clinic.lists.open = [rowOf('Ash')];
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
  expect(clinic.sent).toEqual([]);
});

test('what somebody else was faster with is said, and nothing pretends to be done', async () => {
  clinic.lists.open = [rowOf('Ash')];
  clinic.answer = (path) =>
    path.endsWith('/reviewed') ? Response.json({ error: { code: 'conflict', message: 'No.' } }, { status: 409 }) : null;
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Reviewed' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Known, being treated' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark as reviewed' }));
  await screen.findByText(/Ada Ash has changed since you looked/);
});

test('who is on hold is told so, and not that the role does not allow it', async () => {
  clinic.lists.open = [rowOf('Ash')];
  const refusal = () => Response.json({ error: { code: 'account_on_hold', message: 'No.' } }, { status: 403 });
  clinic.answer = (path) => (path.endsWith('/acknowledge') ? refusal() : null);
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  await screen.findByText('Your account is on hold, so you can’t make changes. Nothing was changed for Ada Ash.');
});

test('a reason that was not kept, because somebody else was first, stays in its field; opened again it is still there', async () => {
  clinic.lists.open = [rowOf('Ash'), rowOf('Brook')];
  const told = 'Zoe Quick already marked this member as reviewed 4 min ago. Your reason wasn’t saved. To use yours, undo the review first.';
  const refusal = { code: 'conflict', message: told, fields: [{ field: 'reason', message: told }] };
  clinic.answer = (path) => (path.endsWith('/reviewed') ? Response.json({ error: refusal }, { status: 409 }) : null);
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
  clinic.answer = null;
  await userEvent.click(within(again).getByRole('button', { name: 'Mark as reviewed' }));
  await screen.findByText('Marked Ada Ash as reviewed. Find them under Reviewed, below.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a reason that is refused after its dialog was closed is told, and is there when it is opened again', async () => {
  clinic.lists.open = [rowOf('Ash')];
  const gate = Promise.withResolvers<void>();
  const lost = () => Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 });
  clinic.answer = (path) => (path.endsWith('/reviewed') ? gate.promise.then(lost) : null);
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
