import '../messages.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry, Erasure } from '@vigil/contract/privacy.contract';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { type AuditSearch, usualSearch } from '../audit-search.ts';
import { AuditEntries } from './audit-entries.tsx';
import { ErasureRequests } from './erasure-requests.tsx';

const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  sequence: 7,
  at: Date.parse('2026-05-24T10:31:00Z'),
  actor: { kind: 'person', id: 'nora', name: 'Nora Nurse', roles: ['nurse'] },
  members: [{ id: 'maya', name: 'Maya Miller' }],
  memberCount: 1,
  about: 'readings',
  kind: 'READ',
  call: 'ticksStore.getTicks',
  summary: 'A member’s ticks',
  status: 200,
  ip: '192.0.2.7',
  ...over,
});
let pages: Record<string, Response>;
let erasures: Erasure[];
let sent: unknown[];

beforeEach(() => {
  [pages, erasures, sent] = [{}, [], []];
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: 'a',
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'tenant_admin', roles: ['tenant_admin'] },
    severalTenants: false,
  });
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const url = new URL(address, location.href);
    if (url.pathname.endsWith('/erasures')) return Response.json({ content: erasures });
    if (url.pathname.endsWith('/decision')) {
      sent.push(JSON.parse(String(body)));
      const fields = [{ field: 'confirmName', message: 'Has to be the member’s first and last name' }];
      return Response.json({ error: { code: 'invalid_input', message: 'Not confirmed.', fields } }, { status: 400 });
    }
    if (url.pathname.endsWith('/erasure')) return Response.json({ erasure: erasures[0] ?? null, keepRecordYears: 10, waitDays: 7 });
    return (pages[url.searchParams.get('after') ?? ''] as Response).clone();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(onChange: (next: AuditSearch) => void = () => {}) {
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <ErasureRequests open />
        <AuditEntries search={usualSearch} onChange={onChange} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const sentences = () => screen.getAllByRole('listitem').map((item) => item.querySelector('span')?.textContent);

test('what was about nobody says what it was, and counts no members', async () => {
  const nobody = { members: [], memberCount: 0 } as const;
  const content = [
    entry({
      sequence: 1,
      ...nobody,
      members: [],
      about: 'other',
      kind: 'WRITE',
      summary: 'Make a care team. Sent again with the same id it is made once',
    }),
    entry({ sequence: 2, ...nobody, members: [], about: 'settings', summary: 'Settings of the tenant' }),
  ];
  pages = { '': Response.json({ content, next: null }) };
  open();
  const [made, settings] = await screen.findAllByRole('listitem');
  expect(made?.textContent).toContain('Nora Nurse (Nurse) did: Make a care team');
  expect(made?.textContent).not.toContain('Sent again');
  expect(settings?.textContent).toContain('Nora Nurse (Nurse) read settings');
  expect(document.body.textContent).not.toContain('0 members');
});

test('an entry is a sentence: who, role, what of whom; several members, a refusal and an erased member are told as such', async () => {
  const many = Array.from({ length: 5 }, (_, n) => ({ id: `${n}`, name: n === 0 ? null : `M ${n}` }));
  pages[''] = Response.json({
    content: [
      entry({}),
      entry({ sequence: 6, status: 403, about: 'notes' }),
      entry({ sequence: 5, members: many, memberCount: 40 }),
      entry({ sequence: 4, actor: { kind: 'device', id: 'd', name: null, roles: [] }, kind: 'WRITE' }),
    ],
    next: null,
  });
  const chosen = vi.fn();
  const user = open(chosen);
  await screen.findByText('That is the beginning of the log.');
  expect(sentences()).toEqual([
    'Nora Nurse (Nurse) read readings of Maya Miller',
    'Nora Nurse (Nurse) was refused reading notes of Maya Miller',
    'Nora Nurse (Nurse) read readings of an erased member, M 1, M 2, M 3, M 4, and 35 more',
    'A member’s device sent readings of Maya Miller',
  ]);
  const [nora] = screen.getAllByRole('button', { name: 'Nora Nurse' });
  await user.click(nora as HTMLElement);
  expect(chosen).toHaveBeenCalledWith({ by: 'PEOPLE', actor: 'nora' });
});

test('a page that found nothing yet says so and leads on; the next one stands under it', async () => {
  pages[''] = Response.json({ content: [], next: '5.5' });
  pages['5.5'] = Response.json({ content: [entry({})], next: null });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Search further back' }));
  expect(await screen.findByText('That is the beginning of the log.')).toBeTruthy();
  expect(sentences()).toHaveLength(1);
});

test('whoever may not read it is told why', async () => {
  pages[''] = Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 });
  open();
  expect(await screen.findByText('The audit log is for administrators')).toBeTruthy();
});

test('before its day an erasure asks for the name, keeps what was typed and says what is wrong with it', async () => {
  pages[''] = Response.json({ content: [], next: null });
  const member = { id: 'maya', firstName: 'Maya', lastName: 'Miller' };
  const times = { requestedAt: Date.now(), dueAt: Date.now() + 86_400_000, decidedAt: null, withdrawnAt: null, keepRecordUntil: null };
  erasures = [{ id: 'e', userId: 'maya', member, state: 'WAITING', reason: 'Moved', requestedBy: member, byMember: true, ...times }];
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Erase' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Erase now' }).disabled).toBe(true);
  const name = screen.getByLabelText<HTMLInputElement>('Name of the member');
  await user.type(name, 'Mia');
  await user.click(screen.getByRole('button', { name: 'Erase now' }));
  expect(await screen.findByText('Has to be the member’s first and last name')).toBeTruthy();
  expect(name.value).toBe('Mia');
  expect(sent).toEqual([{ id: 'e', confirmName: 'Mia' }]);
});
