import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import './messages.ts';
import { SecretInput } from './secret-input.tsx';

afterEach(cleanup);

test('what is typed is shown and hidden again by the keyboard, and each is said', async () => {
  const user = userEvent.setup();
  render(<SecretInput aria-label="Your password" />);
  const input = screen.getByLabelText<HTMLInputElement>('Your password');
  await user.type(input, 'correct horse');
  expect(input.type).toBe('password');
  expect(screen.getByRole('status').textContent).toBe('');
  await user.tab();
  await user.keyboard('{Enter}');
  expect([input.type, input.value]).toEqual(['text', 'correct horse']);
  expect(screen.getByRole('status').textContent).toBe('Your password is visible.');
  await user.keyboard(' ');
  expect(input.type).toBe('password');
  expect(screen.getByRole('status').textContent).toBe('Your password is hidden.');
  expect(screen.getByRole('button', { name: 'Show password' })).toBeTruthy();
});
