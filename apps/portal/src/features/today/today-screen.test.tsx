import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@vigil/domain/roles';
import { expect, test } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { chosenScopes } from './chosen-scope.ts';
import { again, clinic, me, names, now, rowOf, rows, setUpTodayClinic, start } from './testing/today-clinic.tsx';

setUpTodayClinic();

test('rows keep their places while the list changes; what was handled stays, dimmed, until the new order is asked for', async () => {
  clinic.lists.open = [rowOf('Ash'), rowOf('Brook'), rowOf('Cole')];
  await start();
  expect(await names()).toEqual(['Ada Ash', 'Ada Brook', 'Ada Cole']);
  clinic.lists.open = [rowOf('Cole', { severity: 'CRITICAL' }), rowOf('Ash'), rowOf('Dale')];
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
  clinic.lists.open = [rowOf('Ash'), rowOf('Brook')];
  await start();
  expect(await names()).toEqual(['Ada Ash', 'Ada Brook']);
  clinic.lists.open = [critical('Cole'), rowOf('Brook'), rowOf('Ash')];
  await again();
  await screen.findByText('New');
  expect(await names()).toEqual(['Ada Cole', 'Ada Ash', 'Ada Brook']);
  clinic.lists.open = [critical('Cole', 'acknowledged'), rowOf('Brook'), rowOf('Ash')];
  await again();
  await waitFor(() => expect(screen.queryByText('New')).toBeNull());
  expect(await names()).toEqual(['Ada Cole', 'Ada Ash', 'Ada Brook']);
});

test('an observer is told who handles what is open, and offered nothing that is for those who act', async () => {
  clinic.lists.open = [rowOf('Ash')];
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
  clinic.lists.open = [];
  await start('observer');
  expect(await screen.findByRole('heading', { name: 'Nothing is open right now' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Open work' })).toBeNull();
});

test.each<[string, number, readonly Role[], string, boolean]>([
  ['nobody open among members', 3, [], 'Nobody needs you right now', false],
  ['no member at all', 0, [], 'No members yet', false],
  ['no member at all, for somebody who invites them', 0, ['tenant_admin'], 'No members yet', true],
])('%s: what stands there and what there is to do', async (_what, totalElements, more, title, invites) => {
  clinic.answer = (path) => (path.endsWith('/user_facts') ? Response.json({ content: [], totalElements }) : null);
  await start('nurse', more);
  await screen.findByText(title);
  expect(document.title).toBe('Today · Vigil');
  expect(screen.queryByRole('button', { name: 'Invite a member' }) !== null).toBe(invites);
});

test('a failed, a refused and an old answer say which they are, and that silence is not calm', async () => {
  const failing = (status: number, code: string) => () => Response.json({ error: { code, message: 'Away.' } }, { status });
  clinic.answer = failing(503, 'database_unavailable');
  await start();
  await screen.findByText('Couldn’t load Today');
  cleanup();
  queryClient.clear();
  clinic.answer = failing(403, 'forbidden');
  await start();
  await screen.findByText('Today is for the care team');
  cleanup();
  queryClient.clear();
  clinic.answer = null;
  clinic.lists.open = [rowOf('Ash')];
  await start();
  await rows();
  clinic.answer = failing(503, 'database_unavailable');
  void again();
  await screen.findByText(/Can’t reach the server. You’re seeing Today from/, undefined, { timeout: 10_000 });
  expect(await names()).toEqual(['Ada Ash']);
});

test('whose members were chosen is kept, and an empty choice offers everybody', async () => {
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(clinic.asked.at(-1)?.searchParams.get('scope')).toBe('mine'));
  expect(chosenScopes.get()[me]).toEqual({ scope: 'mine', cohort: '' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(chosenScopes.get()[me]).toEqual({ scope: 'all', cohort: '' }));
});

test('right after a start the list does not look complete: it says how many members have not been checked, until they have', async () => {
  clinic.notEvaluated = { members: 228, since: now - 60, because: 'restarted' };
  clinic.lists.open = [rowOf('First')];
  await start();
  expect(await screen.findByText('228 members not checked yet', { exact: false })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Today 1 member so far');
  clinic.notEvaluated = null;
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Today 1 member'), { timeout: 10_000 });
  expect(screen.queryByText(/not checked yet/)).toBeNull();
});

test.each([
  ['no_rules', 'Nobody is being checked: no alert rules are live', /A provider can publish rules under Rules\.$/],
  ['being_set_up', 'Nobody has been checked yet: data is still loading', /^Data is still loading and no alert rules are live yet/],
] as const)('an empty list where no rule is live is no calm: %s', async (because, line, text) => {
  clinic.notEvaluated = { members: 0, since: null, because };
  await start();
  expect(await screen.findByText(line, { exact: false, selector: 'strong' })).toBeTruthy();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText('Nobody needs you right now')).toBeNull();
});

test('an empty list right after the first rules is no calm', async () => {
  clinic.notEvaluated = { members: 2, since: null, because: 'first_rules' };
  await start();
  expect(await screen.findByText(/^Alert rules just went live, and Vigil is still checking 2 members/)).toBeTruthy();
});

test('an empty list right after a start is no calm', async () => {
  clinic.notEvaluated = { members: 1, since: null, because: 'restarted' };
  await start();
  expect(await screen.findByText('No alerts so far')).toBeTruthy();
  expect(screen.getByText('Vigil just restarted and is still checking 1 member. Alerts may be missing.')).toBeTruthy();
  expect(screen.queryByText('Nobody needs you right now')).toBeNull();
});
