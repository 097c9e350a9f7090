import { act, cleanup, render } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Notice, useNoticesWith } from './notices.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(notice: Notice) {
  const [navigate, gone] = [vi.fn(), vi.fn()];
  let tell: (notice: Notice) => void = () => undefined;
  const Page = () => {
    tell = useNoticesWith(navigate);
    return null;
  };
  render(
    <SnackbarProvider onClose={(_, reason) => gone(reason)}>
      <Page />
    </SnackbarProvider>,
  );
  act(() => tell(notice));
  return { navigate, gone };
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a notice is information and goes by itself after 10 s', async () => {
  const { navigate, gone } = show({ message: 'The list was brought up to date.' });
  expect(document.querySelector('.notistack-MuiContent-info')?.textContent).toContain('brought up to date');
  await wait(9_900);
  expect(gone).not.toHaveBeenCalled();
  await wait(1_000);
  expect(gone.mock.calls).toEqual([['timeout']]);
  expect(navigate).not.toHaveBeenCalled();
});

test('its kind, its time and where it leads can be said', async () => {
  const { navigate, gone } = show({ message: 'No access.', variant: 'error', dismissAfterMs: 2_000, withRedirect: '/' });
  expect(document.querySelector('.notistack-MuiContent-error')).not.toBeNull();
  expect(navigate.mock.calls).toEqual([['/']]);
  await wait(2_900);
  expect(gone.mock.calls[0]).toEqual(['timeout']);
});

test('its action is a button that closes it', async () => {
  const onPress = vi.fn();
  const { gone } = show({ message: 'Acknowledged.', action: { label: 'Undo', onPress } });
  await act(async () => document.querySelector<HTMLButtonElement>('.notistack-Snackbar button')?.click());
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(gone.mock.calls[0]).toEqual(['instructed']);
});
