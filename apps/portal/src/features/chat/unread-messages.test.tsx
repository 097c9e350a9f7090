import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';

const live = vi.hoisted(() => ({ heard: new Set<(heard: object) => void>() }));
vi.mock('#lib/chat/live-connection.ts', async (original) => ({
  ...(await original<typeof import('#lib/chat/live-connection.ts')>()),
  createLiveConnection: () => ({
    listen: (listener: (heard: object) => void) => {
      live.heard.add(listener);
      return () => live.heard.delete(listener);
    },
  }),
}));
const { UnreadMessages } = await import('./unread-messages.tsx');

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const nora = '22222222-2222-4222-8222-222222222222';
const conversationOf = (at: number) => ({
  ...{ conversationId: `c${at}`, kind: 'member', title: `Member ${at}`, memberId: `c${at}`, label: null, teamId: null, silent: null },
  ...{ unread: at, lastSequence: 1, readSequence: 0 },
  lastMessage: {
    ...{ messageId: `m${at}`, conversationId: `c${at}`, sequence: 1, kind: 'text', text: `It hurts ${at}.`, files: [], notice: null },
    ...{ sender: { userId: `c${at}`, nickname: `Member ${at}`, label: null }, createdAt: Date.now() - 60_000, reactions: [] },
    ...{ editedAt: null, withdrawnAt: null, isUnread: true },
  },
});
let unread: ReturnType<typeof conversationOf>[];
let answers: boolean;

beforeEach(() => {
  [unread, answers] = [[], true];
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: nora,
    tenant: { tenant: 'demo', tenant_ID: crypto.randomUUID(), role_ID: 'nurse', roles: ['nurse'] },
    severalTenants: false,
  });
  vi.stubGlobal('fetch', async () =>
    answers
      ? Response.json({ conversations: unread, total: unread.length })
      : Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const opened: (string | null)[] = [];
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <UnreadMessages onOpen={(conversation) => opened.push(conversation?.conversationId ?? null)} />
    </QueryClientProvider>,
  );

test('nothing is unread until something is told; it leads to its conversation', async () => {
  show();
  await screen.findByText('No unread messages.');
  unread = [conversationOf(3)];
  for (const listener of live.heard) listener({ event: 'chat:message', content: {} });
  const row = await screen.findByRole('button', { name: /Member 3.*It hurts 3\..*3 unread messages/ });
  await userEvent.click(row);
  expect(opened.splice(0)).toEqual(['c3']);
});

test('five are shown, and a way to all', async () => {
  unread = [1, 2, 3, 4, 5, 6].map(conversationOf);
  show();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(5));
  await userEvent.click(screen.getByRole('button', { name: 'Show all conversations' }));
  expect(opened.splice(0)).toEqual([null]);
});

test('what could not be asked is not said to be nothing', async () => {
  answers = false;
  show();
  await screen.findByText('Conversations could not be loaded');
  expect(screen.queryByText('No unread messages.')).toBeNull();
});
