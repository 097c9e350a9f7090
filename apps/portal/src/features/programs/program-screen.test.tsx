import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SnackbarProvider } from 'notistack';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { ProgramScreen } from './program-screen.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
  useNavigate: () => () => {},
  useSearch: () => ({ new: true }),
}));

// Forms are typed in key by key, and the machine may have others to serve.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const programId = '5d0cba11-0000-4000-8000-0000000000cc';
let asked: number;
let isHeld: boolean;

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  sessionStorage.clear();
  [asked, isHeld] = [0, false];
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: 'me', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'md', roles: ['md'] }, severalTenants: false });
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit = {}) => {
    if (method !== 'GET') {
      isHeld = true;
      throw new TypeError('Failed to fetch');
    }
    asked += 1;
    if (isHeld) return new Promise<Response>(() => {});
    return Response.json({ error: { code: 'not_found', message: 'There is none.' } }, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the form of a new program stays while the server does not answer, and says that it may not have been saved', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <ProgramScreen programId={programId} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByLabelText('Name for the care team'), 'Walks');
  await userEvent.type(screen.getByLabelText('Title for members'), 'Walk more');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect([isHeld, asked > 1]).toEqual([true, true]));
  expect(await screen.findByText(/^There was no answer/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name for the care team').value).toBe('Walks');
});
