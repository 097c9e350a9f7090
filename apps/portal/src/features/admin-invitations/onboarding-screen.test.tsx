import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OnboardingRow } from '@vigil/contract/user-admin.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { MemberOnboardingScreen } from './onboarding-screen.tsx';

vi.mock('@tanstack/react-router', () => ({ useSearch: () => ({}), useNavigate: () => () => undefined }));

const dayMs = 86_400_000;
const row = (over: Partial<OnboardingRow>): OnboardingRow => ({
  ...{ userId: crypto.randomUUID(), firstName: 'Ann', lastName: 'Lee', email: 'a@test.example', phoneNumber: null, roles: ['patient'] },
  ...{ stage: 'NOT_SENT', invitedAt: Date.now(), sentAt: null, sentCount: 0, openedAt: null, accountAt: null, syncedAt: null },
  isExpired: false,
  ...over,
});
let ways: { sends: string[]; invitesByPhone: boolean };
let rows: OnboardingRow[];

beforeEach(() => {
  queryClient.clear();
  ways = { sends: ['EMAIL', 'SMS'], invitesByPhone: true };
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: 'u',
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'tenant_admin', roles: ['tenant_admin'] },
    severalTenants: false,
  });
  rows = [
    row({}),
    row({ firstName: 'Bo', stage: 'SENT', sentAt: Date.now() - 3 * dayMs, invitedAt: Date.now() - 9 * dayMs, sentCount: 1 }),
    row({ firstName: 'Cy', stage: 'ACCOUNT', sentAt: Date.now() - 9 * dayMs, accountAt: Date.now() - dayMs }),
    row({ firstName: 'Di', email: null, phoneNumber: '+16502530000' }),
  ];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method === 'POST' || init.method === 'PUT') return Response.json({});
    if (path.includes('/channels')) return Response.json(ways);
    if (path.includes('/outbox')) return Response.json({ content: [], totalElements: 0, page: 0, size: 20, waits: [] });
    const counts = { NOT_SENT: 2, WAITING: 0, SENT: 1, OPENED: 0, ACCOUNT: 1, SYNCED: 5 };
    return Response.json({ content: rows, totalElements: rows.length, page: 0, size: 20, counts, onboarded: 6 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemberOnboardingScreen />
    </QueryClientProvider>,
  );
  await screen.findByText('Bo Lee');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}

test('says of everybody who has not started for how long, and how many there are', async () => {
  await open();
  const texts = rows.map(({ firstName }) => screen.getByText(`${firstName} Lee`).closest('tr')?.textContent);
  expect(texts[0]).toContain('Added today, not started');
  expect(texts[1]).toContain('Invited 3 days ago, not started');
  expect(texts[2]).not.toContain('not started');
  expect(screen.getByText(/^6 members are onboarded.* 3 haven’t started yet\.$/)).toBeTruthy();
});

test('offers the ways that the server has', async () => {
  await open();
  expect(screen.getByRole('button', { name: 'Send link by e-mail' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'By SMS' })).toBeTruthy();
  expect((screen.getByRole('checkbox', { name: 'Select Di Lee' }) as HTMLInputElement).disabled).toBe(false);
});

test('offers no text message where none can be sent, and says what to do instead', async () => {
  ways = { sends: [], invitesByPhone: false };
  await open();
  expect(screen.queryByRole('button', { name: 'By SMS' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Make link to pass on' })).toBeTruthy();
  expect(screen.getByText(/^This server doesn’t send e-mail\./)).toBeTruthy();
  expect(screen.getByText(/^This server doesn’t send text messages\. Add an e-mail address/)).toBeTruthy();
  expect((screen.getByRole('checkbox', { name: 'Select Di Lee' }) as HTMLInputElement).disabled).toBe(true);
});

test.each([
  { sends: ['EMAIL'], button: 'Send link by e-mail', told: '1 link sent by e-mail.' },
  { sends: [], button: 'Make link to pass on', told: '1 link is ready below. Copy or print it.' },
])('$button: says what became of the link', async ({ sends, button, told }) => {
  ways = { sends, invitesByPhone: false };
  await open();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bo Lee' }));
  await userEvent.click(screen.getByRole('button', { name: button }));
  expect(await screen.findByText(told)).toBeTruthy();
});
