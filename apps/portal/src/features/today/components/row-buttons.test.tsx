import { cleanup, render, screen } from '@testing-library/react';
import '#lib/i18n.ts';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '#lib/session/session.ts';
import '../messages.ts';
import { RowButtons, type RowDoes } from './row-buttons.tsx';

afterEach(cleanup);

const does: RowDoes = {
  ...{ acknowledge: vi.fn(), snooze: vi.fn(), review: vi.fn(), undo: vi.fn(), intervene: vi.fn(), canUndo: false },
};
const row = { user_id: 'ash', user: { firstName: 'Ash', lastName: 'Test' }, actions: [], alarms: [], review: null, reviewable: 'yes' };

function show(over: Partial<RowDoes>) {
  session.set({
    userId: 'me',
    tenant: { tenant: 'demo', tenant_ID: 'demo', role_ID: 'nurse', roles: ['nurse'] },
    severalTenants: false,
  });
  render(<RowButtons row={row as unknown as TodayRow} isGone={false} does={{ ...does, ...over }} />);
}

test('who takes part in conversations messages and calls the member by one press', () => {
  const message = vi.fn();
  show({ message, call: <button type="button">Call Ash Test</button> });
  screen.getByRole('button', { name: 'Message Ash Test' }).click();
  expect(message).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Call Ash Test' })).toBeTruthy();
});

test('whoever takes part in none has no such button', () => {
  show({});
  expect(screen.queryByRole('button', { name: 'Message Ash Test' })).toBeNull();
});
