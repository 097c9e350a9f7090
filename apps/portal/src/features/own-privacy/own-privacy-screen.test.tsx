import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AccessToMember, Erasure } from '@vigil/contract/privacy.contract';
import i18next from 'i18next';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { OwnPrivacyScreen } from './own-privacy-screen.tsx';

const me = 'me';
const at = Date.parse('2026-05-24T08:31:00Z');
const looked = (over: Partial<AccessToMember['days'][number]['people'][number]>): AccessToMember['days'][number]['people'][number] => ({
  actor: { kind: 'person', id: 'nora', name: 'Nora Nurse', roles: ['nurse'] },
  own: false,
  what: [{ about: 'readings', read: 2, written: 0, refused: 0 }],
  firstAt: at,
  lastAt: at + 3_600_000,
  ...over,
});

let access: AccessToMember;
let erasure: Erasure | null;
let sent: { method: string; body: unknown }[];
let failing: Response | null;

beforeEach(() => {
  access = {
    timeZone: 'UTC',
    from: at - 30 * 86_400_000,
    to: at + 86_400_000,
    days: [
      {
        day: '2026-05-24',
        people: [looked({}), looked({ own: true, actor: { kind: 'person', id: me, name: 'Maya Miller', roles: ['patient'] } })],
      },
    ],
    automatic: [{ kind: 'device', count: 3, lastAt: at }],
    more: false,
  };
  [erasure, sent, failing] = [null, [], null];
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: me, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'patient', roles: ['patient'] }, severalTenants: false });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (pathname.endsWith('/access')) return failing?.clone() ?? Response.json(access);
    if (pathname.endsWith('/export'))
      return failing?.clone() ?? new Response('zip', { headers: { 'content-disposition': 'attachment; filename="x.zip"' } });
    if (!pathname.endsWith('/erasure')) throw new Error(`Nobody expected ${address}`);
    if (method === 'GET') return Response.json({ erasure, keepRecordYears: 10, waitDays: 7 });
    sent.push({ method, body: body ? JSON.parse(String(body)) : undefined });
    if (failing) return failing.clone();
    erasure = method === 'DELETE' ? null : ({ id: 'e', reason: 'Moved', byMember: true, requestedAt: at, dueAt: at } as Erasure);
    return Response.json({ id: 'e', state: 'WAITING' });
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <OwnPrivacyScreen memberId={me} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test('says who looked, with role and kind of data; one’s own visits are there when asked for, the band apart', async () => {
  const user = open();
  expect(await screen.findByText('Nora Nurse')).toBeTruthy();
  expect(screen.getByText('Looked at your readings.')).toBeTruthy();
  expect(screen.getByText('Nurse')).toBeTruthy();
  expect(screen.queryByText('You')).toBeNull();
  await user.click(screen.getByLabelText('Show my own visits too'));
  expect(screen.getByText('You')).toBeTruthy();
  expect(screen.getByText(/^Your band sent readings 3 times, last/)).toBeTruthy();
});

test('an administrator is not called a doctor, and a refused attempt is told', async () => {
  const actor = { kind: 'person', id: 'ada', name: 'Ada Admin', roles: ['tenant_admin'] } as const;
  const what = [{ about: 'notes', read: 0, written: 0, refused: 1 }] as const;
  access = {
    ...access,
    days: [{ day: '2026-05-24', people: [looked({ actor: { ...actor, roles: [...actor.roles] }, what: [...what] })] }],
  };
  open();
  expect(await screen.findByText('Administration')).toBeTruthy();
  expect(screen.getByText('Tried to open notes about you and was not let in.')).toBeTruthy();
});

test('reads in Spanish as well', async () => {
  open();
  await screen.findByText('Nora Nurse');
  await i18next.changeLanguage('es');
  expect(await screen.findByText('Consultó sus lecturas.')).toBeTruthy();
  expect(screen.getByText('Enfermería')).toBeTruthy();
});

test('nobody has looked, and a list that cannot be loaded, are said as such', async () => {
  access = { ...access, days: [] };
  open();
  expect(await screen.findByText(/^Nobody but you/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  failing = Response.json({ error: { code: 'forbidden', message: 'Not today.' } }, { status: 403 });
  open();
  expect(await screen.findByText('Not today.')).toBeTruthy();
});

test('asking for erasure needs a reason; what was typed outlives a failure, and the same request is sent again', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Ask for erasure' }));
  await user.click(screen.getByRole('button', { name: 'Send the request' }));
  expect(screen.getByText('Say why, in a few words.')).toBeTruthy();
  expect(sent).toEqual([]);
  failing = Response.json({ error: { code: 'database_unavailable', message: 'Please try again.' } }, { status: 503 });
  const reason = screen.getByLabelText<HTMLTextAreaElement>('Why do you ask?');
  await user.type(reason, 'Moved');
  await user.click(screen.getByRole('button', { name: 'Send the request' }));
  expect(await screen.findByText('Please try again.')).toBeTruthy();
  expect(reason.value).toBe('Moved');
  failing = null;
  await user.click(screen.getByRole('button', { name: 'Send the request' }));
  expect(await screen.findByText('You asked for your data to be erased')).toBeTruthy();
  expect(sent[0]).toEqual(sent[1]);
  await user.click(screen.getByRole('button', { name: 'Take the request back' }));
  expect(await screen.findByRole('button', { name: 'Ask for erasure' })).toBeTruthy();
  expect(sent.at(-1)?.method).toBe('DELETE');
});

test('a request whose reason was changed after a lost answer is another one, and is not taken for the first', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Ask for erasure' }));
  failing = Response.json({ error: { code: 'database_unavailable', message: 'Please try again.' } }, { status: 503 });
  await user.type(screen.getByLabelText('Why do you ask?'), 'Moved');
  await user.click(screen.getByRole('button', { name: 'Send the request' }));
  await screen.findByText('Please try again.');
  failing = null;
  await user.type(screen.getByLabelText('Why do you ask?'), ' away');
  await user.click(screen.getByRole('button', { name: 'Send the request' }));
  await screen.findByText('You asked for your data to be erased');
  const [first, second] = sent.map(({ body }) => body as { id: string; reason: string });
  expect([first?.reason, second?.reason]).toEqual(['Moved', 'Moved away']);
  expect(second?.id).not.toBe(first?.id);
});

test('a copy that cannot be had says why, and can be asked for again', async () => {
  const user = open();
  await screen.findByText('Nora Nurse');
  failing = Response.json({ error: { code: 'too_many_requests', message: 'Please try again in a minute.' } }, { status: 429 });
  await user.click(screen.getByRole('button', { name: 'Download my data' }));
  expect(await screen.findByText('Please try again in a minute.')).toBeTruthy();
  failing = null;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  await user.click(screen.getByRole('button', { name: 'Download my data' }));
  await waitFor(() => expect(screen.getByText('Downloaded.')).toBeTruthy());
});
