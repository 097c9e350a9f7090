import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInHint } from '#lib/session/sign-out.ts';
import { StartUp } from './start-up.tsx';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('../main-app.tsx', () => {
  loaded();
  return { MainApp: () => null };
});

/** The provider and the server have not answered yet. */
const underWay = () => new Promise<never>(() => undefined);

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('somebody new does not wait for the portal behind the sign-in', async () => {
  render(<StartUp begin={underWay} />);
  await new Promise((resolve) => setTimeout(resolve));
  expect(loaded).not.toHaveBeenCalled();
});

test('whoever was signed in here has the portal fetched while the session is asked for: on a slow line the two take seconds each', async () => {
  localStorage.setItem(signedInHint, 'yes');
  render(<StartUp begin={underWay} />);
  await waitFor(() => expect(loaded).toHaveBeenCalled(), { timeout: 15_000 });
});
