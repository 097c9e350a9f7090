import type { Configuration } from '@vigil/contract/configurator.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configuration } from './configuration.ts';
import { followConfiguration } from './configuration-refresh.ts';
import { session } from './session/session.ts';

/** What the server holds, by file. */
let files: Record<string, { revision: string; banner: string; tenantId?: string; tenantFile?: string }>;
let asked: string[];
let answering: boolean;
let stop: () => void;
const hidden = (value: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value });
  document.dispatchEvent(new Event('visibilitychange'));
};
const fileAs = (name: string) => {
  const { revision = '', banner = '', tenantId = null, tenantFile = null } = files[name] ?? {};
  return { revision, featureFlags: {}, app: { alert_banner_message: banner, tenant: tenantFile }, tenant: { id: tenantId } };
};
const banner = () => configuration.get()?.app.alert_banner_message;
const questions = () => asked.filter((address) => address.includes('/revision'));

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answering = true;
  files = {
    'global.json': { revision: '1', banner: 'For all' },
    'tenant-demo.json': { revision: '1.1', banner: 'Demo', tenantId: 'demo', tenantFile: 'tenant-demo.json' },
  };
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!answering) throw new TypeError('away');
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const name = searchParams.get('file_name') ?? '';
    if (pathname.endsWith('/revision')) return Response.json({ revision: files[name]?.revision, askAgainAfterMs: 2_000 });
    if (pathname.endsWith('/get')) return Response.json(fileAs(name));
    return Response.json([searchParams.has('global') ? 'global.json' : 'tenant-demo.json']);
  });
  session.set(null);
  configuration.set(fileAs('global.json') as unknown as Configuration);
  stop = followConfiguration();
});
afterEach(() => {
  stop();
  hidden(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an open page takes on a changed setting at its next question, and reads nothing while nothing changes', async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual(['/configurator/api/v1/config/revision?file_name=global.json']);
  files['global.json'] = { revision: '2', banner: 'Tonight' };
  await vi.advanceTimersByTimeAsync(2_000);
  expect(banner()).toBe('Tonight');
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked.slice(before).every((address) => address.includes('/revision'))).toBe(true);
});

test('with a tenant chosen, it follows that tenant’s file', async () => {
  session.set({ userId: 'a', tenant: { tenant: 'demo', tenant_ID: 'demo', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: true });
  configuration.set(fileAs('tenant-demo.json') as unknown as Configuration);
  files['tenant-demo.json'] = { revision: '1.2', banner: 'Demo tonight', tenantId: 'demo', tenantFile: 'tenant-demo.json' };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(questions()).toEqual(['/configurator/api/v1/config/revision?file_name=tenant-demo.json']);
  expect(configuration.get()).toMatchObject({ revision: '1.2', app: { alert_banner_message: 'Demo tonight' } });
});

test('a hidden page rests, and asks as soon as it is seen again', async () => {
  hidden(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  files['global.json'] = { revision: '2', banner: 'Tonight' };
  hidden(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(banner()).toBe('Tonight');
});

test('while the server is away it keeps what holds and goes on asking', async () => {
  answering = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(banner()).toBe('For all');
  answering = true;
  files['global.json'] = { revision: '2', banner: 'Back' };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(banner()).toBe('Back');
});
