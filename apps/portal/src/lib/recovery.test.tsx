import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { eventsProcessor } from '@vigil/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { endpointQuery } from './endpoint-query.ts';
import { queryClient } from './query.ts';
import { outdatedSince, recoverByItself } from './recovery.ts';
import { session } from './session/session.ts';

type Server = 'there' | 'gone' | 'without a store';
let server: Server;
let asked: string[];
let stop: () => void;

const member = (userId: string) => endpointQuery(eventsProcessor.getLatest, { params: { userId }, query: {} });
/** Long enough for whatever waits, and what the requirement gives. */
const recoversWithinMs = 15_000;

beforeEach(() => {
  vi.useFakeTimers();
  server = 'there';
  asked = [];
  connection.set('answering');
  queryClient.clear();
  session.set({ userId: 'nurse', tenant: { tenant: 'one', tenant_ID: 'one', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: true });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (server === 'gone') throw new TypeError('Failed to fetch');
    if (server === 'there') return Response.json({ said: address.includes('/a/') ? 'of a' : 'of b' });
    return Response.json({ error: { code: 'ticks_unavailable', message: 'The readings cannot be read.' } }, { status: 503 });
  });
  stop = recoverByItself(queryClient);
});
afterEach(() => {
  stop();
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Said({ of }: { readonly of: string }) {
  const { data, error } = useQuery(member(of));
  return <p data-testid={of}>{error ? `failed: ${error.code}` : data === undefined ? 'loading' : JSON.stringify(data)}</p>;
}
const show = (...ids: string[]) =>
  render(
    <QueryClientProvider client={queryClient}>
      {ids.map((id) => (
        <Said key={id} of={id} />
      ))}
    </QueryClientProvider>,
  );
const text = (id: string) => screen.getByTestId(id).textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test.each(['gone', 'without a store'] as const)(
  'what was answered stays while the server is %s, and is asked again once it is back',
  async (state) => {
    show('a');
    await pass(10);
    expect(text('a')).toContain('of a');
    server = state;
    void queryClient.invalidateQueries();
    await pass(120_000);
    expect(text('a')).toContain('of a');
    expect(outdatedSince.get()).not.toBeNull();
    server = 'there';
    const before = queryClient.getQueryState(member('a').queryKey)?.dataUpdatedAt ?? 0;
    await pass(recoversWithinMs);
    expect(queryClient.getQueryState(member('a').queryKey)?.dataUpdatedAt).toBeGreaterThan(before);
    expect(outdatedSince.get()).toBeNull();
    expect(connection.get()).toBe('answering');
  },
);

test.each(['gone', 'without a store'] as const)('what was never answered because the server was %s loads by itself', async (state) => {
  server = state;
  show('a', 'b');
  await pass(60_000);
  expect(text('a')).toMatch(/^failed/);
  server = 'there';
  await pass(recoversWithinMs);
  expect([text('a'), text('b')]).toEqual([expect.stringContaining('of a'), expect.stringContaining('of b')]);
});

test('while the server is gone one question finds out whether it is back, however many wait for it', async () => {
  show('a', 'b');
  await pass(10);
  server = 'gone';
  void queryClient.invalidateQueries();
  await pass(30_000);
  asked = [];
  await pass(60_000);
  expect(new Set(asked)).toEqual(new Set(['/readyz']));
  // Every four seconds, a quarter more or less.
  expect(asked.length).toBeLessThan(22);
});

test('what is refused is not asked again', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({ error: { code: 'not_found', message: 'No.' } }, { status: 404 });
  });
  show('a');
  await pass(60_000);
  expect(text('a')).toBe('failed: not_found');
  expect(asked).toHaveLength(1);
});
