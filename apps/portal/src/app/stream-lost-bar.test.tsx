import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { streamLost } from '#lib/pushes/push-stream.ts';
import { StreamLostBar } from './stream-lost-bar.tsx';
import './messages.ts';

afterEach(cleanup);

test('across the header stands that nothing is heard, as long as nothing is', () => {
  const { container } = render(<StreamLostBar />);
  expect(container.textContent).toBe('');
  act(() => streamLost.set(true));
  expect(container.querySelector('[role="alert"]')?.textContent).toMatch(/Silence does not mean that all is well/);
  act(() => streamLost.set(false));
  expect(container.textContent).toBe('');
});
