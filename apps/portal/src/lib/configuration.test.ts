import type { Configuration } from '@vigil/contract/configurator.contract';
import { afterEach, expect, test, vi } from 'vitest';
import { flagAt, loadConfiguration, loadTenantConfiguration } from './configuration.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers by address; an address that is not expected fails the test. */
function serve(answers: Record<string, () => Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const answer = answers[address];
    if (!answer) throw new Error(`Nobody expected ${address}`);
    return answer();
  });
  return asked;
}
const list = '/configurator/api/v1/config?global=true';
const file = '/configurator/api/v1/config/get?file_name=global.json';
const global = {
  featureFlags: { careTeam: false, auth: { magicLink: false } },
  app: { alert_banner_message: '' },
} as unknown as Configuration;

test('the first name of the global list is the file that is read', async () => {
  const asked = serve({ [list]: () => Response.json(['global.json', 'other.json']), [file]: () => Response.json(global) });
  await expect(loadConfiguration()).resolves.toEqual(global);
  expect(asked).toEqual([list, file]);
});

test('at a tenant’s host, the file that the global one names is laid over it', async () => {
  const atHost = { ...global, app: { ...global.app, tenant: 'tenant-demo.json' } };
  const asked = serve({
    [list]: () => Response.json(['global.json']),
    [file]: () => Response.json(atHost),
    '/configurator/api/v1/config/get?file_name=tenant-demo.json': () =>
      Response.json({ ...atHost, app: { alert_banner_message: 'Tonight' } }),
  });
  expect((await loadConfiguration()).app).toEqual({ alert_banner_message: 'Tonight', tenant: 'tenant-demo.json' });
  expect(asked).toHaveLength(3);
});

test('a chosen tenant’s file is laid over what holds, flag by flag', async () => {
  serve({
    '/configurator/api/v1/config?tenant_id=demo': () => Response.json(['tenant-demo.json']),
    '/configurator/api/v1/config/get?file_name=tenant-demo.json': () =>
      Response.json({ ...global, featureFlags: { auth: { magicLink: true } }, app: { alert_banner_message: 'Tonight' } }),
  });
  const merged = await loadTenantConfiguration(global, 'demo');
  expect(merged.app.alert_banner_message).toBe('Tonight');
  expect(merged.featureFlags).toEqual({ careTeam: false, auth: { magicLink: true } });
});

test.each<[string, Record<string, () => Response>, string]>([
  [
    'the list fails',
    { [list]: () => new Response('', { status: 500, statusText: 'Internal Server Error' }) },
    'Failed to fetch configs: 500 Internal Server Error',
  ],
  [
    'the list answers something other than 200',
    { [list]: () => new Response(null, { status: 204, statusText: 'No Content' }) },
    'Failed to fetch configs: 204 No Content',
  ],
  ['the list is empty', { [list]: () => Response.json([], { statusText: 'OK' }) }, 'No config URL found in configs (200 OK)'],
  ['the list is no list', { [list]: () => Response.json({}, { statusText: 'OK' }) }, 'No config URL found in configs (200 OK)'],
  [
    'the file fails',
    { [list]: () => Response.json(['global.json']), [file]: () => new Response('', { status: 404, statusText: 'Not Found' }) },
    'Failed to fetch config data: 404 Not Found',
  ],
  [
    'the file cannot be read',
    { [list]: () => Response.json(['global.json']), [file]: () => new Response('<html>', { status: 200, statusText: 'OK' }) },
    'Failed to fetch config data: 200 OK, but the answer cannot be read',
  ],
])('when %s, the error says so with status and text', async (_name, answers, message) => {
  serve(answers);
  await expect(loadConfiguration()).rejects.toThrow(message);
});

test('a flag is read by its path; what is not set is off', () => {
  const flags = { careTeam: true, auth: { magicLink: true } };
  expect(flagAt(flags, 'careTeam')).toBe(true);
  expect(flagAt(flags, 'auth.magicLink')).toBe(true);
  expect(flagAt(flags, 'auth')).toBe(false);
  expect(flagAt(flags, 'auth.other.deeper')).toBe(false);
});
