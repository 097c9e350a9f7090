import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SnackbarProvider } from 'notistack';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { CohortScreen, NewCohortScreen } from './cohort-screen.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
  useNavigate: () => () => Promise.resolve(),
}));

// Forms are typed in key by key, and the machine may have others to serve.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

interface Sent {
  readonly id: string;
  readonly title: string;
  readonly version: number | null;
}
/** What the server has stored, and what it was sent. */
let stored: Sent | null;
let sent: Sent[];
let answer: (body: Sent) => Response;

const whole = (cohort: Sent) => ({
  cohort: { ...cohort, tenant_id: 't', description: '', status: 'live', display_facts: [], json_conditions: [], filters: {} },
  meta: {
    ...{ version: cohort.version, can_change: true, used_in: [], members: null, counted_at: null, changed_at: 1, changed_by: null },
  },
});
const conflict = () => Response.json({ error: { code: 'conflict', message: 'Another cohort has this id.' } }, { status: 409 });

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  sessionStorage.clear();
  [stored, sent] = [null, []];
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: 'me', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'md', roles: ['md'] }, severalTenants: false });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (pathname.endsWith('/preview')) return Response.json({ error: { code: 'internal', message: 'Not here.' } }, { status: 500 });
    if (method === 'GET') return stored && pathname.endsWith(stored.id) ? Response.json(whole(stored)) : Response.json([]);
    const one = JSON.parse(String(body)) as Sent;
    sent.push(one);
    return answer(one);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (page: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>{page}</SnackbarProvider>
    </QueryClientProvider>,
  );
const title = () => screen.findByLabelText<HTMLInputElement>('Title');
const saveDraft = () => userEvent.click(screen.getByRole('button', { name: 'Save draft' }));

test('a new cohort that was stored although its answer was lost, and that was changed since, goes on as a change of it', async () => {
  const { unmount } = open(<NewCohortScreen />);
  await userEvent.type(await title(), 'Over 65');
  answer = (body) => {
    stored = { ...body, version: 1 };
    throw new TypeError('the line was cut');
  };
  await saveDraft();
  await screen.findByText(/It is not known whether it was saved/);
  await userEvent.type(await title(), ' and alone');
  answer = conflict;
  await saveDraft();
  await screen.findByText(/had been saved already/);
  unmount();
  answer = (body) => Response.json(whole({ ...body, version: 2 }));
  open(<CohortScreen cohortId={sent[0]?.id ?? ''} />);
  await waitFor(async () => expect((await title()).value).toBe('Over 65 and alone'));
  await saveDraft();
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(sent[2]).toMatchObject({ title: 'Over 65 and alone', version: 1 });
});

test.each([
  { choice: 'Go on with mine', holds: 'Mine', version: 2 },
  { choice: 'Take theirs', holds: 'Theirs', version: undefined },
])('two who write at once see what the other has saved, and say which is to hold: $choice', async ({ choice, holds, version }) => {
  stored = { id: '5d0cba11-0000-4000-8000-0000000000dd', title: 'Before', version: 1 };
  open(<CohortScreen cohortId={stored.id} />);
  await userEvent.clear(await title());
  await userEvent.type(await title(), 'Mine');
  stored = { ...stored, title: 'Theirs', version: 2 };
  answer = conflict;
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  const both = await screen.findByRole('alert', { name: 'Somebody has changed this cohort meanwhile' });
  expect(both.textContent).toContain('Somebody else saved it');
  expect(both.textContent).toContain('Theirs');
  expect((await title()).value).toBe('Mine');
  await userEvent.click(screen.getByRole('button', { name: choice }));
  await waitFor(async () => expect((await title()).value).toBe(holds));
  if (version === undefined) return;
  answer = (body) => Response.json(whole(body));
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ title: holds, version }));
});

test.each([403, 500])('a cohort that could not be read (%i) has a way back', async (status) => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: status === 403 ? 'forbidden' : 'internal', message: 'No.' } }, { status }),
  );
  open(<CohortScreen cohortId="5d0cba11-0000-4000-8000-0000000000dd" />);
  expect((await screen.findByRole('alert')).textContent).toContain('Cohorts');
});
