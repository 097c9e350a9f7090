import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { parseProxyTrust, plainAddress, proxyCheck } from './proxy-trust.ts';

describe('TRUST_PROXY', () => {
  test.each([
    ['0', { hops: 0 }],
    ['1', { hops: 1 }],
    ['2', { hops: 2 }],
    ['loopback', { networks: ['127.0.0.0/8', '::1/128'] }],
    ['10.1.0.0/16, 2001:db8::/32,192.0.2.7', { networks: ['10.1.0.0/16', '2001:db8::/32', '192.0.2.7'] }],
  ])('%s is understood', (text, trust) => {
    expect(parseProxyTrust(text)).toEqual(trust);
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trust);
  });

  test.each([
    'true',
    'yes',
    'all',
    '*',
    '-1',
    '1.5',
    '8080',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8/8',
    '10.0.0.1,',
    'fe80::1%eth0',
    'constructor',
  ])('%s is refused with a sentence that says what to give', (text) => {
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow(ConfigError);
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY is ".*" that cannot be used .*number of proxies.*networks/);
  });

  test('trusts nobody unless told', () => expect(readConfig({}).trustProxy).toEqual({ hops: 0 }));
});

test.each([
  ['10.1.2.3', true],
  ['10.2.0.1', false],
  ['::ffff:10.1.2.3', true],
  ['::ffff:a01:203', true],
  ['10.1.2.3:4711', true],
  ['2001:db8::5', true],
  ['[2001:DB8:0::5]:443', true],
  ['2001:db9::5', false],
  ['unknown', false],
  ['', false],
  [undefined, false],
])('networks: %s is a proxy: %s', (address, is) => expect(proxyCheck({ networks: ['10.1.0.0/16', '2001:db8::/32'] })(address, 0)).toBe(is));

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51000', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
  ['2001:0DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]:51000', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['192.0.2.700', null],
  ['_hidden', null],
  ['192.0.2.7, 192.0.2.8', null],
  ['', null],
  [undefined, null],
])('%s is the address %s', (text, plain) => expect(plainAddress(text)).toBe(plain));
