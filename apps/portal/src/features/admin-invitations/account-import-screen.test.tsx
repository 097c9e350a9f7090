import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SnackbarProvider } from 'notistack';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { createStore } from '#lib/store.ts';
import { MemberImportScreen } from './account-import-screen.tsx';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });

const address = vi.hoisted(() => ({ read: () => ({}) as object, go: (_search: object) => undefined as unknown }));
vi.mock('@tanstack/react-router', () => ({
  useSearch: () => address.read(),
  useNavigate:
    () =>
    ({ search }: { search: object }) =>
      address.go(search),
}));

const search = createStore<object>({});
address.read = () => useSyncExternalStore(search.subscribe, search.get);
address.go = search.set;

const importId = '00000000-0000-4000-8000-000000000009';
let state: string;
const found = () => ({
  ...{ id: importId, realm: 'patient', fileName: 'people.csv', createdAt: 1, state, rows: 2, progress: state === 'CHECKED' ? 0 : 10 },
  counts: { READY: 1, CREATED: 0, DUPLICATE: 0, ERROR: 1 },
});

beforeEach(() => {
  state = 'CHECKED';
  search.set({});
  queryClient.clear();
  session.set({
    userId: 'u',
    tenant: { tenant: 'demo', tenant_ID: '00000000-0000-4000-8000-000000000002', role_ID: 'tenant_admin', roles: ['tenant_admin'] },
    severalTenants: false,
  });
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path.includes('/start')) state = 'RUNNING';
    if (path.includes('/rows')) return Response.json({ content: [], totalElements: 0 });
    if (method === 'GET' && !path.includes(importId)) return Response.json({ content: [], mostRows: 10_000 });
    return Response.json(found());
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('by keyboard: each step has the focus at what it is about, from the file to the result and back', async () => {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <MemberImportScreen />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  const file = () => document.querySelector<HTMLInputElement>('input[type="file"]');
  expect(document.activeElement).toBe(document.body);
  await user.upload(file() as HTMLInputElement, new File(['E-mail,Given name,Surname\na@b.c,A,B\n'], 'people.csv'));
  const check = await screen.findByRole('button', { name: 'Check the file' });
  check.focus();
  await user.keyboard('{Enter}');
  const told = await screen.findByText(/^1 account can be added/);
  expect(document.activeElement).toBe(told);
  screen.getByRole('button', { name: 'Add 1 member' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByText(/^0 added, 1 to go/);
  await waitFor(() => expect(document.activeElement).toBe(told));
  screen.getByRole('button', { name: 'Another file' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(file()));
});
