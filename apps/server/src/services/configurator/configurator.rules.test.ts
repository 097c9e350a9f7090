import { expect, test } from 'vitest';
import { defaultConfiguration, tenantOfFile, withSettings } from './configurator.rules.ts';

const defaults = defaultConfiguration({
  authority: 'http://localhost:3000/idp',
  clientId: 'vigil-portal',
  scope: 'openid',
  resource: 'urn:vigil:api',
});

test('where nobody sets anything, sign-out comes after 15 minutes and chat is ON', () => {
  expect(withSettings(defaults, {})).toEqual(defaults);
  expect(defaults.app.idleTimerTimeout).toBe(900_000);
  expect(defaults.tenant.chat).toBe('ON');
});

test('flags are laid over each other by path', () => {
  const merged = withSettings(defaults, { featureFlags: { auth: { magicLink: true }, reports: { billing: true } } });
  expect(merged).toMatchObject({ featureFlags: { auth: { magicLink: true }, reports: { billing: true }, careTeam: false } });
});

test('what is for the server only never gets out, nor can settings replace the identity provider or the tenant’s id', () => {
  const merged = withSettings(defaults, {
    access: { patients: 'assigned' },
    secret: 'x',
    identity: { authority: 'https://evil.example' },
    tenant: { chat: 'OFF', id: 'somebody else', hosts: ['evil.example'] },
  });
  expect(merged).toEqual({ ...defaults, tenant: { ...defaults.tenant, chat: 'OFF' } });
});

test('a setting named __proto__ changes nothing', () => {
  const settings = JSON.parse('{"featureFlags": {"__proto__": {"polluted": true}}}') as Record<string, unknown>;
  withSettings(defaults, settings);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each([
  ['tenant-demo.json', 'demo'],
  ['tenant-my-clinic-2.json', 'my-clinic-2'],
  ['global.json', null],
  ['tenant-.json', null],
  ['tenant-../../etc/passwd.json', null],
  ['tenant-Demo.json', null],
])('file %s is of tenant %s', (file, code) => {
  expect(tenantOfFile(file)).toBe(code);
});
