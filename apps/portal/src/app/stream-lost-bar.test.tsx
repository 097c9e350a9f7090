import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { streamLost } from '#lib/pushes/push-stream.ts';
import { StreamLostBar } from './stream-lost-bar.tsx';
import './messages.ts';

afterEach(cleanup);

test('across the header stands that nothing is heard, as long as nothing is; the page stays in its place until the next one', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: StreamLostBar }),
    history: createMemoryHistory({ initialEntries: ['/dashboard/today'] }),
  });
  const { container } = render(<RouterProvider router={router} />);
  await waitFor(() => expect(container.querySelector('[role="alert"]')?.textContent).toBe(''));
  act(() => streamLost.set(true));
  expect(container.querySelector('[role="alert"]')?.textContent).toMatch(/Silence does not mean that all is well/);
  act(() => streamLost.set(false));
  expect(container.textContent).toBe('Connected again. New alerts come in.');
  await act(() => router.navigate({ to: '/dashboard/panel' as string }));
  expect(container.textContent).toBe('');
});
