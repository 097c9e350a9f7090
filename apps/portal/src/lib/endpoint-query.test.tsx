import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { eventsProcessor, registry } from '@vigil/contract';
import { createDevice } from '@vigil/contract/registry-devices.contract';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAgain, endpointQuery, useEndpointMutation } from './endpoint-query.ts';
import { onFailure } from './failures.ts';
import { queryClient } from './query.ts';
import { session } from './session/session.ts';

let asked: { address: string; method: string; signal: AbortSignal | null }[];
let answer: (address: string, method: string) => Response | Promise<Response>;

const signIn = (userId: string, tenant: string) =>
  session.set({ userId, tenant: { tenant, tenant_ID: tenant, role_ID: 'nurse', roles: ['nurse'] }, severalTenants: true });
const refused = (status: number, code: string, fields?: object[]) =>
  Response.json({ error: { code, message: 'No.', ...(fields && { fields }) } }, { status });
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
const latest = (userId: string) => endpointQuery(eventsProcessor.getLatest, { params: { userId }, query: {} });

beforeEach(() => {
  asked = [];
  answer = () => Response.json({});
  queryClient.clear();
  signIn('nurse', 'one');
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', signal = null }: RequestInit) => {
    asked.push({ address, method, signal });
    return answer(address, method);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an answer is kept for the same question, and never shown to another person or in another tenant', async () => {
  await queryClient.fetchQuery(latest('a'));
  await queryClient.fetchQuery(latest('a'));
  expect(asked).toHaveLength(1);
  signIn('nurse', 'two');
  expect(queryClient.getQueryData(latest('a').queryKey)).toBeUndefined();
  signIn('coach', 'one');
  expect(queryClient.getQueryData(latest('a').queryKey)).toBeUndefined();
  signIn('nurse', 'one');
  expect(queryClient.getQueryData(latest('a').queryKey)).toEqual({});
});

test('asking again about one member leaves the others’ answers, and other endpoints’, as they are', async () => {
  const account = endpointQuery(registry.getUser, { params: { id: 'a' } });
  await Promise.all([queryClient.fetchQuery(latest('a')), queryClient.fetchQuery(latest('b')), queryClient.fetchQuery(account)]);
  const old = () =>
    [latest('a'), latest('b'), account].map(({ queryKey }) => queryClient.getQueryState<unknown>(queryKey)?.isInvalidated ?? null);
  await askAgain(queryClient, eventsProcessor.getLatest, { params: { userId: 'a' } });
  expect(old()).toEqual([true, false, false]);
  await askAgain(queryClient, eventsProcessor.getLatest);
  expect(old()).toEqual([true, true, false]);
});

function Latest() {
  const { data, error } = useQuery(latest('a'));
  return <p>{error ? error.code : JSON.stringify(data)}</p>;
}

test('a question whose screen is left is cancelled', async () => {
  answer = () => new Promise<Response>(() => undefined);
  const { unmount } = render(<Latest />, { wrapper });
  await waitFor(() => expect(asked).toHaveLength(1));
  unmount();
  expect(asked[0]?.signal?.aborted).toBe(true);
});

function Revoke({ quiet }: { readonly quiet: boolean }) {
  const { mutate, error } = useEndpointMutation(createDevice, { touches: [eventsProcessor.getLatest], quiet });
  return (
    <button type="button" onClick={() => mutate({ params: { userId: 'a' }, body: { label: '' } })}>
      {error ? `${error.code} ${error.fields.map(({ field }) => field).join()}` : 'Go'}
    </button>
  );
}

test.each([
  ['that was made', () => Response.json({}), 'Go'],
  ['that was refused', () => refused(400, 'invalid_input', [{ field: 'label', message: 'Too short' }]), 'invalid_input label'],
])('a change %s asks again for what it touches, and its error names the fields', async (_name, changed, told) => {
  let reads = 0;
  answer = (_address, method) => (method === 'GET' ? Response.json({ reads: ++reads }) : changed());
  render(
    <>
      <Latest />
      <Revoke quiet />
    </>,
    { wrapper },
  );
  await screen.findByText('{"reads":1}');
  screen.getByRole('button').click();
  await screen.findByText('{"reads":2}');
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe(told));
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});

test.each([
  [true, 0],
  [false, 1],
])('a failed change whose caller shows it (%s) brings %i notices', async (quiet, notices) => {
  const heard: string[] = [];
  const stop = onFailure(({ code }) => heard.push(code));
  answer = () => refused(500, 'internal');
  render(<Revoke quiet={quiet} />, { wrapper });
  screen.getByRole('button').click();
  await screen.findByText(/internal/);
  stop();
  expect(heard).toHaveLength(notices);
});

test('a change that is made without a connection fails at once, and is not made later', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  onlineManager.setOnline(false);
  render(<Revoke quiet />, { wrapper });
  screen.getByRole('button').click();
  await screen.findByText(/unreachable/);
  onlineManager.setOnline(true);
  expect(asked).toHaveLength(1);
});

test('a list that has older rows to show keeps the notice of a failed refresh to itself, the first time not', async () => {
  const heard: string[] = [];
  const stop = onFailure(({ code }) => heard.push(code));
  const list = { ...endpointQuery(registry.listUsers, { query: {} }, { quiet: 'once-answered' }), retry: false };
  const ask = () => queryClient.fetchQuery({ ...list, staleTime: 0 }).catch(() => undefined);
  answer = () => refused(500, 'internal');
  await ask();
  expect(heard).toHaveLength(1);
  answer = () => Response.json({ content: [] });
  await ask();
  answer = () => refused(500, 'internal');
  await ask();
  stop();
  expect(heard).toHaveLength(1);
});

test('a change is no question, and a question no change', () => {
  const never = (): void => {
    // @ts-expect-error A change cannot be asked again whenever the window gets the focus.
    endpointQuery(registry.patchUser, { params: { id: 'a' }, body: [] });
    // @ts-expect-error A question changes nothing.
    useEndpointMutation(registry.getUser, { touches: [] });
    // @ts-expect-error What a change touches is read.
    useEndpointMutation(registry.patchUser, { touches: [registry.patchUser] });
    // @ts-expect-error A part of a question names what the question has.
    void askAgain(queryClient, registry.getUser, { params: { userId: 'a' } });
  };
  expect(never).toBeTypeOf('function');
});
