import { analyticsEvents } from '@vigil/contract/analytics.forms';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { session, tokens } from '#lib/session/session.ts';
import { createEventQueue } from './event-queue.ts';
import { eventMaker, followPages } from './page-views.ts';

const userId = '00000000-0000-4000-8000-000000000001';
const tenant_ID = '00000000-0000-4000-8000-000000000002';
const patient = '00000000-0000-4000-8000-00000000000a';
const current = { userId, tenant: { tenant: 'demo', tenant_ID, role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false } as const;

let answer: () => Promise<Response>;
let sent: { body: z.output<typeof analyticsEvents>; init: RequestInit }[];
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  sessionStorage.clear();
  session.set(current);
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 9_000 });
  sent = [];
  answer = async () => Response.json({ accepted: 1, rejected: [] });
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => {
    sent.push({ body: z.parse(analyticsEvents, JSON.parse(String(init.body))), init });
    return answer();
  });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  hidden = false;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

let hidden = false;
Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
const see = (seen: boolean) => {
  hidden = !seen;
  document.dispatchEvent(new Event('visibilitychange'));
};
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function start() {
  const queue = createEventQueue();
  const pages = followPages(eventMaker(current), queue);
  stops.push(
    () => pages.stop(),
    () => queue.stop(),
  );
  return { queue, pages };
}
const told = () => sent.flatMap(({ body }) => body.map(({ en, ep }) => `${en} ${ep.visit_path}`));

test('an event holds every part of the specification, in the form that the server takes', async () => {
  const { pages } = start();
  pages.opened(`/patient/${patient}/data`);
  await wait(10_000);
  const [event] = sent[0]?.body ?? [];
  const tid = event?.tid;
  expect(event).toEqual({
    v: '1',
    tid,
    ds: 'web',
    uid: userId,
    te: tenant_ID,
    et: Date.UTC(2026, 0, 1) / 1000,
    en: 'page_view',
    ep: {
      category: 'navigation',
      subcategory: 'patient.data',
      app_name: 'Clinical Portal',
      session_id: tid,
      visit_path: `/patient/${patient}/data`,
      patient_id: patient,
    },
  });
});

test('views go together every 10 s, and a page opened twice in a row is one', async () => {
  const { pages } = start();
  for (const path of ['/dashboard/panel', '/dashboard/panel', '/dashboard/account']) pages.opened(path);
  await wait(9_999);
  expect(sent).toEqual([]);
  await wait(1);
  expect(told()).toEqual(['page_view /dashboard/panel', 'page_leave /dashboard/panel', 'page_view /dashboard/account']);
  await wait(30_000);
  expect(sent).toHaveLength(1);
});

test('a page that is left or hidden sends at once, by a request that outlives it, with the token', async () => {
  const { pages } = start();
  pages.opened('/dashboard/panel');
  see(false);
  await wait(0);
  expect(told()).toEqual(['page_view /dashboard/panel', 'page_leave /dashboard/panel']);
  expect(sent[0]?.init).toMatchObject({ keepalive: true, headers: { authorization: 'Bearer access', 'x-tenant-id': tenant_ID } });
  see(true);
  await wait(10_000);
  expect(told().at(-1)).toBe('page_view /dashboard/panel');
});

test('what the server did not take is sent again, the same; what it refused is not', async () => {
  answer = async () => Promise.reject(new TypeError('Failed to fetch'));
  const { pages } = start();
  pages.opened('/dashboard/panel');
  await wait(10_000);
  answer = async () => new Response('', { status: 503 });
  await wait(10_000);
  answer = async () => new Response('', { status: 400 });
  await wait(30_000);
  expect(sent).toHaveLength(3);
  expect(sent[2]?.body).toEqual(sent[0]?.body);
});

test('a search, which may hold a name, and what is no path never leave', async () => {
  const { pages } = start();
  pages.opened('/dashboard/panel Ann Ashgrove');
  pages.opened('/patient/not-an-id/data');
  await wait(10_000);
  expect(sent[0]?.body.map(({ ep }) => [ep.visit_path, ep.patient_id])).toEqual([
    ['/', null],
    ['/', null],
    ['/patient/not-an-id/data', null],
  ]);
});

test('nothing is sent after sign-out', async () => {
  const { pages } = start();
  pages.opened('/dashboard/panel');
  tokens.set(null);
  await wait(20_000);
  expect(sent).toEqual([]);
});
