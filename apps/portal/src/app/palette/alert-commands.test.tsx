import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import '../messages.ts';
import { useAlertCommands } from './alert-commands.ts';

const ada = { id: '5d0cba11-0000-4000-8000-000000000001', name: 'Ada Ash', mrn: null, canBeCalled: true };
const bo = { ...ada, id: '5d0cba11-0000-4000-8000-000000000002', name: 'Bo Ash' };
const alarm = (id: string, title: string, severity: string, { state = 'raised', userId = ada.id } = {}) => ({
  id,
  userId,
  title,
  severity,
  state,
  also: [],
  version: 3,
  by: null,
});
let sent: unknown[];

beforeEach(() => {
  sent = [];
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') {
      sent.push(JSON.parse(String(body)));
      return Response.json({ results: [], alarms: [] });
    }
    return Response.json([
      alarm('a', 'Weight above their 1-week average', 'HIGH'),
      alarm('b', 'SpO2 91 % or less', 'CRITICAL'),
      alarm('c', 'Pulse at rest 111 or more', 'HIGH', { state: 'acknowledged' }),
      alarm('d', 'Diastolic pressure 100 or more', 'HIGH', { userId: bo.id }),
    ]);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const commandsFor = (role: 'nurse' | 'observer') => {
  session.set({ userId: 'nora', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] }, severalTenants: false });
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
  return renderHook(() => [ada, bo].flatMap(useAlertCommands([ada, bo])), { wrapper }).result;
};

test('names what it acknowledges of each member, the worst first, and sends just that', async () => {
  const result = commandsFor('nurse');
  await waitFor(() => expect(result.current).toHaveLength(2));
  const [command] = result.current;
  expect(result.current.map(({ label, detail }) => [label, detail])).toEqual([
    ['Acknowledge alerts for Ada Ash', 'SpO2 91 % or less, Weight above their 1-week average'],
    ['Acknowledge alerts for Bo Ash', 'Diastolic pressure 100 or more'],
  ]);
  command?.run();
  await waitFor(() =>
    expect(sent).toEqual([
      {
        request_id: expect.any(String),
        alarms: [
          { id: 'b', version: 3 },
          { id: 'a', version: 3 },
        ],
      },
    ]),
  );
});

test('whoever only looks on has no such command, and nothing is asked', () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  expect(commandsFor('observer').current).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
});
