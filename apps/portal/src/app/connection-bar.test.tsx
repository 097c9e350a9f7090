import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { connection } from '#lib/connection.ts';
import { ConnectionBar } from './connection-bar.tsx';
import './messages.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const host = document.createElement('div');
const client = new QueryClient();
const refetch = vi.spyOn(client, 'refetchQueries').mockResolvedValue();
vi.useFakeTimers();
const root = createRoot(host);
act(() =>
  root.render(
    <QueryClientProvider client={client}>
      <ConnectionBar />
    </QueryClientProvider>,
  ),
);
afterEach(() => act(() => connection.set('answering')));

test('says nothing while the server answers', () => expect(host.textContent).toBe(''));

test('says that the device is offline, and stops saying it', () => {
  act(() => connection.set('offline'));
  expect(host.textContent).toMatch(/This device is offline/);
  act(() => connection.set('answering'));
  expect(host.textContent).toBe('');
});

test('says that the server does not answer, and asks it again by itself', () => {
  act(() => connection.set('silent'));
  expect(host.querySelector('[role="status"]')?.textContent).toMatch(/The server does not answer/);
  expect(refetch).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(15_000));
  expect(refetch).toHaveBeenCalledOnce();
});
