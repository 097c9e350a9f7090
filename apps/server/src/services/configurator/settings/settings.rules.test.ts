import { settings } from '@vigil/contract/configurator.forms';
import { VigilError } from '@vigil/contract/errors';
import { expect, test } from 'vitest';
import { faultOfHost } from './hosts.rules.ts';
import { heldAt, planned, type Wish, withHeld } from './settings.rules.ts';

const administrator = { operator: false, globally: false };
const operator = { operator: true, globally: false };
const globally = { operator: true, globally: true };

function faultsOf(wish: Wish, by = administrator, layer = {}): string[] {
  try {
    planned(layer, [wish], by);
  } catch (error) {
    if (error instanceof VigilError && error.code === 'invalid_input')
      return (error.fields ?? []).map(({ field, message }) => `${field}: ${message}`);
    throw error;
  }
  return [];
}

test('what every setting is by default may be set', () => {
  for (const { path, usual } of settings) expect(faultsOf({ path, value: usual }, operator), path).toEqual([]);
});

const idle = 'app.idleTimerTimeout: It must be a whole number of milliseconds from 60000 (1 minute) to 28800000 (8 hours).';
test.each<[string, unknown, string]>([
  ['app.idleTimerTimeout', 59_999, idle],
  ['app.idleTimerTimeout', 28_800_001, idle],
  ['app.idleTimerTimeout', 90_000.5, idle],
  ['app.idleTimerTimeout', '900000', idle],
  ['app.alert_banner_message', '0123456789'.repeat(31), 'app.alert_banner_message: Give no more than 300 characters.'],
  ['app.alert_banner_message', 5, 'app.alert_banner_message: It must be text.'],
  ['app.alert_banner_message', 'Ward \u202Eclosed', 'app.alert_banner_message: Give one line of plain text.'],
  ['app.alert_banner_message', 'Ward\u2028closed', 'app.alert_banner_message: Give one line of plain text.'],
  ['support.hours', 'Always \u2066here', 'support.hours: Give one line of plain text.'],
  ['support.hours', '\u001b[2J', 'support.hours: Give one line of plain text.'],
  ['welcome', { title: 'x', text: 'Two\nlines\u202E' }, 'welcome.text: Give plain text.'],
  ['access.patients', 'all', 'access.patients: It must be tenant or assigned.'],
  ['access.patients', undefined, 'access.patients: It must be tenant or assigned.'],
  ['tenant.chat', true, 'tenant.chat: It must be ON or OFF.'],
  ['featureFlags.careTeam', 'yes', 'featureFlags.careTeam: It must be true or false.'],
  ['featureFlags.some.new.flag', 1, 'featureFlags.some.new.flag: It must be true or false.'],
  ['normalRanges.heart_rate', { low: 90, high: 60 }, 'normalRanges.heart_rate: The lower end must be below the upper one.'],
  ['normalRanges.spo2', { low: 96, high: 180 }, 'normalRanges.spo2: Each end must be a number from 40 to 100 %, or empty.'],
  ['welcome', { title: '', text: 'x' }, 'welcome.title: Give 1 to 200 characters.'],
  ['welcome', { title: 'x', text: 'x', script: 'y' }, 'welcome: It has parts that are not known here.'],
  ...['javascript:alert(1)', '//elsewhere.example/x.png', '/\\elsewhere.example/x.png'].map((picture): [string, unknown, string] => [
    'welcome',
    { title: 'x', text: 'x', picture },
    'welcome.picture: Give an https:// address, a path of this server (/…), or a data:image/ URL of no more than 30 kB.',
  ]),
  ...['XX', 'EU', 'UK', 'ZZ', 'Spain', 'E1'].map((code): [string, unknown, string] => [
    'tenant.country',
    code,
    'tenant.country: There is no such country. Give its two letters by ISO 3166-1, as in ES, or leave it empty.',
  ]),
  [
    'reportExternalIds',
    [{ displayName: 'MRN', externalId: 'mrn', useInReports: true }],
    'reportExternalIds.0.externalId: Give capital letters, digits and underscores, as in EMPLOYEE_ID.',
  ],
])('%s cannot be %j', (path, value, message) => {
  expect(faultsOf({ path, value })).toEqual([message]);
});

test.each(['ES', 'es', ' gb ', 'PR', ''])('the clinic’s country may be %j', (value) => {
  expect(faultsOf({ path: 'tenant.country', value })).toEqual([]);
});

test.each([
  'app.idleTimeout',
  'identity.authority',
  'tenant.id',
  'featureFlags',
  'featureFlags.auth',
  'featureFlags.careTeam.more',
  '__proto__.x',
  'featureFlags.__proto__.x',
  '',
])('there is no setting “%s”, and those that there are are named', (path) => {
  expect(faultsOf({ path, value: true })[0]).toMatch(/There is no such setting\. Settings are .+/);
});

test('a mistyped name is answered with the settings beside it', () => {
  expect(faultsOf({ path: 'app.idleTimeout', value: 1 })).toEqual([
    'app.idleTimeout: There is no such setting. Settings are app.alert_banner_message, app.idleTimerTimeout, app.memberSessionDays, app.sendbird_app_id, and any flag as featureFlags.name.',
  ]);
});

test('hosts and the chat service are the operator’s; hosts and the scope of staff are set for one tenant', () => {
  const byOperatorOnly = ['tenant.hosts: Only the operator of this server sets it.'];
  expect(faultsOf({ path: 'tenant.hosts', value: ['care.example'] })).toEqual(byOperatorOnly);
  expect(faultsOf({ path: 'tenant.hosts', reset: true })).toEqual(byOperatorOnly);
  expect(faultsOf({ path: 'app.sendbird_app_id', value: 'x' })).toEqual(['app.sendbird_app_id: Only the operator of this server sets it.']);
  expect(faultsOf({ path: 'tenant.hosts', value: ['care.example'] }, globally)).toEqual([
    'tenant.hosts: It can be set for one tenant only.',
  ]);
  expect(faultsOf({ path: 'access.patients', value: 'assigned' }, globally)).toEqual([
    'access.patients: It can be set for one tenant only.',
  ]);
});

test('a flag has either a value or flags below it', () => {
  const layer = { featureFlags: { reports: { billing: true } } };
  expect(faultsOf({ path: 'featureFlags.reports', value: true }, administrator, layer)[0]).toContain(
    'featureFlags.reports.billing is set already',
  );
  expect(faultsOf({ path: 'featureFlags.reports.billing.weekly', value: true }, administrator, layer)[0]).toContain('is set already');
});

test('what is one fault in several wishes changes nothing, and every fault is told', () => {
  const wishes = [
    { path: 'tenant.chat', value: 'OFF' },
    { path: 'app.idleTimerTimeout', value: 1 },
    { path: 'tenant.chat', value: 'ON' },
  ];
  expect(() => planned({}, wishes, administrator)).toThrow(/^Nothing was changed\. app\.idleTimerTimeout/);
});

test('only what really changes is a change; text is trimmed, and what is left out is filled in', () => {
  const layer = { tenant: { chat: 'OFF', hosts: ['a.example'] }, app: { idleTimerTimeout: 60_000 } };
  const wishes = [
    { path: 'tenant.chat', value: 'OFF' },
    { path: 'app.alert_banner_message', value: '  Tonight ' },
    { path: 'app.idleTimerTimeout', reset: true as const },
    { path: 'welcome', value: { title: 'Hello', text: '' } },
  ];
  expect(planned(layer, wishes, administrator)).toEqual({
    layer: {
      tenant: { chat: 'OFF', hosts: ['a.example'] },
      app: { alert_banner_message: 'Tonight' },
      welcome: { title: 'Hello', text: '', picture: null, colors: null },
    },
    changes: [
      { path: 'app.alert_banner_message', before: null, after: { value: 'Tonight' } },
      { path: 'app.idleTimerTimeout', before: { value: 60_000 }, after: null },
      { path: 'welcome', before: null, after: { value: { title: 'Hello', text: '', picture: null, colors: null } } },
    ],
  });
});

test('a value of null is set, and what is taken back leaves no empty parts', () => {
  const layer = withHeld({}, 'a.b', { value: null });
  expect(heldAt(layer, 'a.b')).toEqual({ value: null });
  expect(heldAt(layer, 'a.c')).toBeNull();
  expect(withHeld(layer, 'a.b', null)).toEqual({});
});

const taken = {
  home: new URL('https://vigil.example:8443'),
  defaultHost: 'start.example',
  others: [
    { code: 'lakeside', hosts: ['care.lakeside.example'] },
    { code: 'broken', hosts: 'x' },
    { code: 'sharing', hosts: ['vigil.example:8443'] },
  ],
};
test.each([
  ['care.example', null],
  ['lakeside.example', null],
  ['vigil.example:8443', null],
  ['vigil.example', 'vigil.example belongs to the portal itself. To use the portal’s address, give vigil.example:8443.'],
  ['start.example:99', 'start.example:99 belongs to the portal itself. To use the portal’s address, give vigil.example:8443.'],
  ['localhost', 'localhost belongs to the portal itself. To use the portal’s address, give vigil.example:8443.'],
  ['10.0.0.1', '10.0.0.1 is no host name.'],
  ['care.lakeside.example', 'care.lakeside.example belongs to another tenant.'],
  ['care.lakeside.example:8443', 'care.lakeside.example:8443 belongs to another tenant.'],
  ['lakeside.vigil.example:8443', 'lakeside.vigil.example:8443 belongs to another tenant.'],
])('%s as a tenant’s own host: %s', (host, fault) => {
  expect(faultOfHost(host, taken)).toBe(fault);
});

test('flags that nobody knows cannot grow without end, and what is there can still be changed and taken away', () => {
  const flagsTo = (count: number) => Array.from({ length: count }, (_, index) => ({ path: `featureFlags.of.n${index}`, value: true }));
  const { layer } = planned({}, flagsTo(200), administrator);
  expect(() => planned(layer, [{ path: 'featureFlags.oneMore', value: true }], administrator)).toThrow(/No more than 200 flags/);
  const known = { path: 'featureFlags.careTeam', value: true };
  const others = [known, { path: 'featureFlags.of.n0', value: false }, { path: 'featureFlags.of.n1', reset: true as const }];
  expect(planned(layer, others, administrator).changes).toHaveLength(3);
});
