import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mostMembersAtOnce } from '@vigil/contract/factuary-programs.values';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import './messages.ts';
import { AssignMany } from './components/assign-many.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const program = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const cohort = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const people = [1, 2, 3].map((n) => ({
  user_id: `11111111-1111-4111-8111-00000000000${n}`,
  data: { firstName: 'Member', lastName: `${n}` },
}));
const idOf = (n: number) => people[n - 1]?.user_id ?? '';

let sent: { op: string; cohort_id?: string; user_ids?: string[] }[];
let total: number;
let answer: object[];

beforeEach(() => {
  [sent, total, answer] = [[], people.length, []];
  queryClient.clear();
  tokens.set({ accessToken: 'token', idToken: 'i', expiresAt: Date.now() / 1000 + 9000 });
  session.set({ userId: program, tenant: { tenant: 'one', tenant_ID: cohort, role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, location.href);
    if (method === 'POST') {
      const one = JSON.parse(String(body));
      sent.push(one);
      if (one.op === 'assign') return Response.json(answer);
      return Response.json(one.user_ids.map((user_id: string) => ({ op: 'cancel', user_id, result: 'done', error: null })));
    }
    if (pathname.endsWith('/cohorts'))
      return Response.json([
        { cohort: { id: cohort, title: 'Heart failure', isDraft: false }, meta: {} },
        { cohort: { id: program, title: 'A draft', isDraft: true }, meta: {} },
      ]);
    if (pathname.includes('user_facts')) {
      const wanted = searchParams.get('partOfName');
      const found = people.filter(({ data }) => wanted === null || `${data.firstName} ${data.lastName}`.includes(wanted));
      return Response.json({ content: found, totalElements: total });
    }
    return Response.json({ personalInfo: { firstName: 'Member', lastName: '3' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
function start() {
  render(
    <QueryClientProvider client={queryClient}>
      <AssignMany programId={program} />
    </QueryClientProvider>,
  );
}
const chooseCohort = async () => {
  await screen.findByRole('option', { name: 'Heart failure' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'A cohort' }), 'Heart failure');
};

test('says how many and who before it is sent; each one’s result after; undo cancels for those alone for whom it began', async () => {
  answer = [
    { op: 'assign', user_id: idOf(1), result: 'done', error: null },
    { op: 'assign', user_id: idOf(2), result: 'unchanged', error: null },
    { op: 'assign', user_id: idOf(3), result: 'failed', error: { code: 'conflict', message: 'Has left.' } },
  ];
  start();
  await chooseCohort();
  expect(screen.queryByRole('option', { name: 'A draft' })).toBeNull();
  expect(await screen.findByText('3 members:')).toBeTruthy();
  expect(screen.getByText('Member 1, Member 2, Member 3')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Assign to 3 members' }));
  expect((await screen.findByRole('status')).textContent).toBe('It begins for 1 member. 1 has it already. 1 could not be given it.');
  const refused = within(screen.getByRole('list', { name: 'Not assigned' }));
  await waitFor(() => expect(refused.getByRole('listitem').textContent).toBe('Member 3: Has left.'));
  await userEvent.click(screen.getByRole('button', { name: 'Undo: cancel it for 1' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Undone for 1 member.'));
  expect(sent).toEqual([
    { op: 'assign', cohort_id: cohort },
    { op: 'cancel', user_ids: [idOf(1)] },
  ]);
});

test('members are chosen by name, over several searches', async () => {
  start();
  await userEvent.click(screen.getByRole('button', { name: 'Members by name' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Member 1' }));
  await userEvent.type(screen.getByRole('searchbox'), 'Member 3');
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Member 3' }));
  answer = [1, 3].map((n) => ({ op: 'assign', user_id: idOf(n), result: 'done', error: null }));
  await userEvent.click(screen.getByRole('button', { name: 'Assign to 2 members' }));
  await screen.findByText('It begins for 2 members.');
  expect(sent).toEqual([{ op: 'assign', user_ids: [idOf(1), idOf(3)] }]);
});

test('a cohort with nobody in it, or with more than can be assigned at once, is not sent', async () => {
  total = mostMembersAtOnce + 1;
  start();
  await chooseCohort();
  expect(await screen.findByText(/are more than the 500/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Assign/ }).disabled).toBe(true);
});
