import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { LoadFailed } from './load-failed.tsx';

afterEach(cleanup);

test.each([429, 500, 0])('what failed with %i says why and can be tried again', async (status) => {
  const retry = vi.fn();
  render(<LoadFailed error={{ status, message: 'The server is busy.' }} title="The rules could not be loaded" onRetry={retry} />);
  expect(screen.getByRole('alert').textContent).toContain('The server is busy.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('who may not see it is told so, and is not asked to try again', () => {
  render(<LoadFailed error={{ status: 403, message: 'Forbidden.' }} title="The rules could not be loaded" onRetry={() => {}} />);
  expect(screen.getByRole('heading').textContent).toBe('This is not open to you');
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([403, 500])('where it stands for the whole screen there is a way back (%i)', (status) => {
  render(
    <LoadFailed
      error={{ status, message: 'No.' }}
      title="The rule could not be loaded"
      onRetry={() => {}}
      back={<a href="/">All rules</a>}
    />,
  );
  expect(screen.getByRole('link', { name: 'All rules' })).toBeTruthy();
});
