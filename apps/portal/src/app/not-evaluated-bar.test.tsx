import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import type { Evaluation } from '@vigil/contract/alerts-evaluation.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { tokens } from '#lib/session/session.ts';
import { NotEvaluatedBar } from './not-evaluated-bar.tsx';
import './messages.ts';

let told: Evaluation;
beforeEach(() => {
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  vi.stubGlobal('fetch', async () => Response.json(told));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  const router = createRouter({
    routeTree: createRootRoute({ component: NotEvaluatedBar }),
    history: createMemoryHistory({ initialEntries: ['/dashboard/today'] }),
  });
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const since = Date.parse('2026-03-02T10:15:00Z') / 1000;

test.each<[string, Partial<Evaluation>, RegExp]>([
  ['readings can be neither taken in nor read', { because: 'readings_unavailable' }, /neither taken in nor read/],
  ['members wait', { because: 'behind', membersWaiting: 3 }, /3 members wait\./],
])('says since when nobody was judged because %s, and what that means', async (_, over, words) => {
  told = { isEvaluated: false, notEvaluatedSince: since, membersWaiting: 0, evaluatedAt: since, because: null, ...over };
  const { container } = open();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(container.textContent).toMatch(/not judged everything since .*2026/);
  expect(container.textContent).toMatch(/No alert does not mean that all is well/);
});

test.each<[Evaluation['because'], number, string]>([
  ['restarted', 1, 'Vigil just restarted. 1 member hasn’t been checked yet; alerts may be missing.'],
  ['restarted', 228, 'Vigil just restarted. 228 members haven’t been checked yet; alerts may be missing.'],
  ['first_rules', 56, 'Alert rules just went live. 56 members haven’t been checked yet; alerts may be missing.'],
])('says after a restart or the first rules how many members have not been checked: %s %i', async (because, membersWaiting, words) => {
  told = { isEvaluated: false, notEvaluatedSince: since, membersWaiting, evaluatedAt: since, because };
  const { container } = open();
  await screen.findByText(words);
  expect(container.textContent).toBe(words);
});

test.each<[Evaluation['because'], RegExp]>([
  ['no_rules', /^No alert rules are live, so nobody is being checked/],
  ['being_set_up', /^This clinic is still being set up.*Nobody has been checked; alerts are missing\.$/],
])('says that nobody is checked where no rule is live: %s', async (because, words) => {
  told = { isEvaluated: false, notEvaluatedSince: null, membersWaiting: 0, evaluatedAt: null, because };
  const { container } = open();
  await screen.findByText(words);
  expect(container.textContent).not.toMatch(/just restarted|judged nobody/);
});

test('says by itself, in its place, once everything is judged, seconds later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  told = { isEvaluated: false, notEvaluatedSince: since, membersWaiting: 3, evaluatedAt: since, because: 'restarted' };
  const { container } = open();
  await screen.findByText(/just restarted/);
  told = { isEvaluated: true, notEvaluatedSince: null, membersWaiting: 0, evaluatedAt: since, because: null };
  await vi.advanceTimersByTimeAsync(3_500);
  await vi.waitFor(() => expect(container.textContent).toBe('Alert rules have now checked everyone.'));
  vi.useRealTimers();
});

test('says nothing as long as everything is judged', async () => {
  told = { isEvaluated: true, notEvaluatedSince: null, membersWaiting: 0, evaluatedAt: since, because: null };
  const { container } = open();
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(container.textContent).toBe('');
});
