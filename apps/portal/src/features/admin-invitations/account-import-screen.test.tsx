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
let rows: { readonly outcome: string; readonly [field: string]: unknown }[];
let unusual: number;
let added: number;
const found = () => ({
  ...{ id: importId, realm: 'patient', fileName: 'people.csv', createdAt: 1, state, rows: 2, progress: state === 'CHECKED' ? 0 : 10 },
  counts: { READY: 1 - added, UNUSUAL: unusual, CREATED: added, DUPLICATE: 0, ERROR: 1 },
});

beforeEach(() => {
  state = 'CHECKED';
  rows = [];
  [unusual, added] = [0, 0];
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
    if (path.includes('/confirm')) {
      [rows, unusual] = [[], 0];
      return Response.json(found());
    }
    if (path.includes('/rows')) {
      const wanted = new URL(path, location.href).searchParams.get('outcome');
      const content = rows.filter(({ outcome }) => wanted === null || outcome === wanted);
      return Response.json({ content, totalElements: content.length });
    }
    if (path.includes('/errors'))
      return new Response('reason', { headers: { 'content-disposition': 'attachment; filename="vigil-import-errors.csv"' } });
    if (method === 'GET' && !path.includes(importId)) return Response.json({ content: [], mostRows: 10_000 });
    return Response.json(found());
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function renderScreen() {
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <MemberImportScreen />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
}

test('by keyboard: each step has the focus at what it is about, from the file to the result and back', async () => {
  const user = userEvent.setup();
  renderScreen();
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

test('a line about somebody else than the person who has the record number shows both, with what is not known', async () => {
  const problem = { column: 'mrn', reason: 'This MRN belongs to someone else' };
  const lines = [
    {
      ...{ line: 2, outcome: 'ERROR', label: 'bob@test.example', name: 'Bob Ray', birthDate: null, userId: null },
      problems: [{ ...problem, heldBy: { line: null, userId: importId, name: 'Ann Lee', birthDate: '1980-02-29' } }],
    },
    {
      ...{ line: 4, outcome: 'ERROR', label: null, name: null, birthDate: null, userId: null },
      problems: [{ ...problem, heldBy: { line: 9, userId: null, name: 'Cy Poe', birthDate: null } }],
    },
  ];
  rows = lines;
  search.set({ import: importId });
  const files: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  renderScreen();
  const people = async (line: string) => {
    const cell = (await screen.findByRole('cell', { name: line })).closest('tr');
    return [...(cell?.querySelectorAll('dt, dd') ?? [])].map((part) =>
      [...part.childNodes].map(({ textContent }) => textContent).join(' | '),
    );
  };
  expect(await people('2')).toEqual(['Line 2', 'Bob Ray | birth date unknown', 'Already here', 'Ann Lee | born Feb 29, 1980']);
  expect(await people('4')).toEqual(['Line 4', 'name unknown | birth date unknown', 'Line 9', 'Cy Poe | birth date unknown']);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Download lines to fix' }));
  await waitFor(() => expect(files).toEqual(['vigil-import-errors.csv']));
});

test('a line with an unusual height is left out until it is confirmed', async () => {
  const reason = 'Height 70 cm is unusual for an adult. If it’s in inches (177.8 cm), name its column height_in.';
  const person = { label: 'a@test.example', name: 'Ann Lee', birthDate: '1980-02-29', userId: null };
  [rows, unusual] = [[{ line: 7, outcome: 'UNUSUAL', ...person, problems: [{ column: 'height', reason, heldBy: null }] }], 1];
  search.set({ import: importId });
  renderScreen();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^To confirm/ }));
  await screen.findByText(reason);
  expect(screen.getByText(/1 line has an unusual height or weight/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use line 7 as is' }));
  await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
  await waitFor(() => expect(screen.queryByText(/unusual height or weight/)).toBeNull());
});

test('height in inches beside weight in kilograms is pointed out before the file is checked', async () => {
  renderScreen();
  const file = new File(['E-mail,Given name,Surname,Height (in),Weight\na@b.c,A,B,70,185\n'], 'people.csv');
  await userEvent.setup().upload(document.querySelector('input[type="file"]') as HTMLInputElement, file);
  await screen.findByText(/Height and weight are read in different systems/);
});

test('once the ready lines are added, all lines are shown with their results', async () => {
  const person = { label: null, birthDate: null, userId: null, problems: [] };
  rows = [
    { line: 2, outcome: 'READY', name: 'Ann Lee', ...person },
    { line: 3, outcome: 'ERROR', name: 'Bob Ray', ...person },
  ];
  search.set({ import: importId });
  renderScreen();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Ready/ }));
  await screen.findByText('Ann Lee');
  await user.click(screen.getByRole('button', { name: 'Add 1 member' }));
  await screen.findByText(/^0 added, 1 to go/);
  [state, added] = ['DONE', 1];
  rows = rows.map((row) => (row.outcome === 'READY' ? { ...row, outcome: 'CREATED' } : row));
  await screen.findByText(/^1 account added/);
  expect(await screen.findByText('Bob Ray')).toBeTruthy();
  expect(screen.getByText('Ann Lee').closest('tr')?.textContent).toContain('Added');
  expect(screen.getByRole('button', { name: /^All lines/ }).getAttribute('aria-pressed')).toBe('true');
});
