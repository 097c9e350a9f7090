import { expect, test } from 'vitest';
import { configurationOf, tenantOfFile } from './configurator.rules.ts';

const identity = { authority: 'http://localhost:3000/idp', clientId: 'vigil-portal', scope: 'openid', resource: 'urn:vigil:api' };
const fixed = { identity, revision: '0' };
const defaults = configurationOf(fixed, {}, null);

test('where nobody sets anything, sign-out comes after 15 minutes and chat is ON', () => {
  expect(configurationOf(fixed, {}, {})).toEqual(defaults);
  expect(defaults).toMatchObject({
    app: { alert_banner_message: '', idleTimerTimeout: 900_000, tenant: null },
    tenant: { chat: 'ON', id: null, hosts: [] },
    featureFlags: { auth: { magicLink: false }, careTeam: false, newCareTeam: false, generatedData: false },
    normalRanges: { heart_rate: { low: 51, high: 90 }, spo2: { low: 96, high: null } },
    welcome: null,
  });
});

test('the tenant’s value comes before the global one, setting by setting, and flags by path', () => {
  const global = {
    featureFlags: { careTeam: true, reports: { billing: true } },
    welcome: { title: 'All', text: 'of us' },
    app: { idleTimerTimeout: 60_000 },
  };
  const tenant = { featureFlags: { auth: { magicLink: true }, reports: { risk: false } }, welcome: null };
  expect(configurationOf(fixed, global, tenant)).toMatchObject({
    featureFlags: {
      auth: { magicLink: true },
      careTeam: true,
      newCareTeam: false,
      generatedData: false,
      reports: { billing: true, risk: false },
    },
    welcome: null,
    app: { idleTimerTimeout: 60_000 },
  });
});

test('what is for the server only never gets out, nor can settings replace the identity provider or the tenant’s id', () => {
  const settings = {
    access: { patients: 'assigned' },
    secret: 'x',
    identity: { authority: 'https://evil.example' },
    revision: 'x',
    tenant: { chat: 'OFF', id: 'somebody else', hosts: ['evil.example'] },
  };
  expect(configurationOf(fixed, settings, settings)).toEqual({
    ...(defaults as object),
    tenant: { chat: 'OFF', country: 'US', id: null, name: null, displayName: null, hosts: [] },
  });
});

test.each([
  ['that it has named', { tenant: { country: 'NZ', timeZone: 'Europe/Madrid' } }, 'NZ'],
  ['of its time zone', { tenant: { timeZone: 'Europe/Madrid' } }, 'ES'],
  ['of the default time zone', {}, 'US'],
  ['none, where the zone lies in none', { tenant: { timeZone: 'UTC' } }, null],
  ['none, where it has a number of its own and has not said where it is', { emergency: { number: '061' } }, null],
])('the clinic’s country is the one %s', (_, settings, country) => {
  expect(configurationOf(fixed, {}, settings)).toMatchObject({ tenant: { country } });
});

test('what the clinic says of whom to call is told', () => {
  const emergency = { number: '0800 111', crisisNumber: '0800 543 354', crisisName: 'Lifeline Aotearoa' };
  expect(configurationOf(fixed, {}, { emergency })).toMatchObject({ emergency });
});

test.each(['{"featureFlags": {"__proto__": {"polluted": true}}}', '{"__proto__": {"polluted": true}}'])('%s changes nothing', (text) => {
  configurationOf(fixed, JSON.parse(text), JSON.parse(text));
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
