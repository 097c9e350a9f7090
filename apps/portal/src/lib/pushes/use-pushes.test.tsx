import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { notary } from '@vigil/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../query.ts';

const told = vi.hoisted(() => ({ push: new Set<(push: object) => void>(), opened: new Set<() => void>() }));
vi.mock('./push-stream.ts', async (original) => ({
  ...(await original<typeof import('./push-stream.ts')>()),
  onPush: (listener: (push: object) => void) => addTo(told.push, listener),
  onStreamOpened: (listener: () => void) => addTo(told.opened, listener),
}));
function addTo<T>(listeners: Set<T>, listener: T) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const { usePushes } = await import('./use-pushes.ts');

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const tell = (push: object) => {
  for (const listener of told.push) listener(push);
};

test('a push of the kind asks again for what it touches and is handed on; an opened stream asks again for what was missed', async () => {
  vi.useFakeTimers();
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  const heard = vi.fn();
  function Follower() {
    usePushes('ACTION', { touches: [notary.getLast], onPush: heard });
    return null;
  }
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <Follower />
    </QueryClientProvider>,
  );
  tell({ contentType: 'MESSAGE', id: '1' });
  expect([invalidated.mock.calls.length, heard.mock.calls.length]).toEqual([0, 0]);
  tell({ contentType: 'ACTION', id: '2' });
  expect(heard).toHaveBeenCalledExactlyOnceWith({ contentType: 'ACTION', id: '2' });
  expect(invalidated.mock.calls[0]?.[0]?.queryKey?.[0]).toBe('notary.getLast');
  for (const listener of told.opened) listener();
  await vi.advanceTimersByTimeAsync(500);
  expect(invalidated).toHaveBeenCalledTimes(2);
  unmount();
  tell({ contentType: 'ACTION', id: '3' });
  expect(heard).toHaveBeenCalledOnce();
});
