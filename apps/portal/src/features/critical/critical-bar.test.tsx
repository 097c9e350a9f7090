import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CriticalAlarm } from '@vigil/contract/triage-today.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { CriticalBar } from './critical-bar.tsx';

configure({ asyncUtilTimeout: 15_000 });
const me = '44444444-4444-4444-8444-444444444444';
const alarmOf = (name: string, over: Partial<CriticalAlarm> = {}): CriticalAlarm => ({
  ...{ alarm_id: `alarm of ${name}`, user_id: `member ${name}`, firstName: 'Ivo', lastName: name, title: 'Pulse very high' },
  raisedAt: Date.UTC(2026, 2, 10, 12) / 1000,
  ...over,
});
let critical: CriticalAlarm[];
let onCall: string[];
let started: number[];
/** As long as nobody has pressed anything the browser lets the page make no sound. */
let isActive: boolean;

beforeEach(() => {
  [critical, onCall, started, isActive] = [[], [], [], true];
  queryClient.clear();
  localStorage.clear();
  document.title = 'Vigil';
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: me, tenant: { tenant: 'demo', tenant_ID: me, role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
  const node = () => ({
    ...{ connect: (next: object) => next, start: (at: number) => started.push(at), stop: () => undefined, frequency: { value: 0 } },
    gain: { value: 0, setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
  });
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      createGain = node;
      createOscillator = node;
      close = async () => undefined;
    },
  );
  vi.stubGlobal('navigator', {
    ...{
      userActivation: {
        get hasBeenActive() {
          return isActive;
        },
      },
      language: 'en-US',
      userAgent: 'test',
    },
    locks: { request: async (_name: string, _options: object, work: (lock: object) => unknown) => void work({}) },
  });
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, location.href);
    if (pathname.endsWith('/today/critical')) return Response.json(critical);
    if (pathname.endsWith('/on-call/now'))
      return Response.json([
        { role: 'nurse', people: onCall.map((id) => ({ id, firstName: 'N', lastName: 'N' })), absent: [], until: null, source: 'shift' },
      ]);
    throw new Error(`Nobody expected ${address}`);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const router = createRouter({ routeTree: createRootRoute({ component: CriticalBar }), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}
const again = () => queryClient.invalidateQueries();

test('names who has a critical alert, counts the rest, and says how many on the tab', async () => {
  critical = ['Ash', 'Brook', 'Cole', 'Dale', 'Elm'].map((name) => alarmOf(name));
  show();
  await screen.findByText('5 critical alerts for you, not acknowledged');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['Ash', 'Brook', 'Cole'].map((name) => expect.stringContaining(`Ivo ${name}: Pulse very high (`)),
    'Open Today',
  ]);
  screen.getByText('and 2 more members');
  expect(document.title).toMatch(/^\(5\) /);
  critical = [];
  await again();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(document.title).not.toContain('(');
  // Nothing on the page moves up under a pointer.
  screen.getByText('No critical alert is waiting for you.');
});

test('a tone sounds once for a member, however many alerts they have, not again after a reload, and again once all were acknowledged', async () => {
  critical = [alarmOf('Ash')];
  show();
  await waitFor(() => expect(started).toHaveLength(5));
  critical = [alarmOf('Ash'), alarmOf('Ash', { alarm_id: 'second', title: 'Oxygen very low' })];
  await again();
  await screen.findByText('2 critical alerts for you, not acknowledged');
  expect(screen.getAllByRole('link')[0]?.textContent).toMatch(/^Ivo Ash: Pulse very high \(.*\) \+1 more$/);
  cleanup();
  queryClient.clear();
  show();
  await screen.findByText('2 critical alerts for you, not acknowledged');
  expect(started).toHaveLength(5);
  critical = [];
  await again();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  critical = [alarmOf('Ash', { raisedAt: 1 })];
  await again();
  await waitFor(() => expect(started).toHaveLength(10));
});

test('whoever is on call is told that sound is off, and can turn it on; nobody else is', async () => {
  isActive = false;
  critical = [alarmOf('Brook')];
  show();
  await screen.findByText('1 critical alert for you, not acknowledged');
  expect(started).toEqual([]);
  expect(screen.queryByText(/Sound is off/)).toBeNull();
  onCall = [me];
  await again();
  const button = await screen.findByRole('button', { name: 'Turn on sound' });
  isActive = true;
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByText(/Sound is off/)).toBeNull());
  screen.getByText('Sound is on.');
  await waitFor(() => expect(started).toHaveLength(5));
});
