import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { plainHttpWarning } from './plain-http.ts';

test.each([
  ['PORT', 'abc', 'it must be a whole number from 0 to 65535'],
  ['PORT', '3000.5', 'it must be a whole number from 0 to 65535'],
  ['PORT', '70000', 'it must be a whole number from 0 to 65535'],
  ['STOP_SECONDS', '0', 'it must be a whole number from 1 to 300'],
  ['AUDIT_ANCHOR_SECONDS', 'often', 'it must be a number from 0.1 to 3600'],
  ['DEMO', 'yes', 'it must be 0 or 1'],
  ['LOG_LEVEL', 'loud', 'it must be silent, error, warn, info or debug'],
  ['PUBLIC_URL', 'localhost:3000', 'it must have the form https://vigil.example.org'],
  ['PUBLIC_URL', 'https://', 'it must have the form https://vigil.example.org'],
  ['OIDC_ISSUER', 'foo', 'it must have the form https://identity.example.org'],
])('%s=%s is refused with what was given and the form that is wanted', (name, value, wanted) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`Vigil cannot start: ${name} is "${value}" that cannot be used (${wanted}).`);
});

test.each([
  ['DATABASE_URL', 'hidden', 'postgres://user:password@host:5432/database'],
  ['DATABASE_URL', 'mysql://u:hidden@host/database', 'postgres://user:password@host:5432/database'],
  ['TICKS_URL', 'hidden', 'http://user:password@host:8123'],
  ['REDIS_URL', 'hidden', 'redis://user:password@host:6379'],
  ['SMTP_URL', 'hidden', 'smtp://user:password@host:587'],
])('%s, which may hold a password, is refused with the form that is wanted, and not repeated', (name, value, wanted) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(`Vigil cannot start: ${name} is set to something that cannot be used (it must have the form ${wanted}).`);
  expect(read).not.toThrow('hidden');
});

test('a relay of calls has an address and a secret, and the secret is not repeated', () => {
  expect(readConfig({}).relay).toBe(null);
  expect(
    readConfig({ TURN_URL: 'turn:relay.example.org, turns:[::1]:5349?transport=tcp', TURN_SECRET: 'a secret of theirs' }).relay,
  ).toEqual({
    urls: ['turn:relay.example.org', 'turns:[::1]:5349?transport=tcp'],
    secret: 'a secret of theirs',
  });
  expect(() => readConfig({ TURN_URL: 'turn:relay.example.org' })).toThrow('TURN_URL is set and TURN_SECRET is not');
  expect(() => readConfig({ TURN_SECRET: 'a secret of theirs' })).toThrow('TURN_SECRET is set and TURN_URL is not');
  expect(() => readConfig({ TURN_URL: 'https://relay.example.org' })).toThrow('it must have the form turn:relay.example.org:3478');
  const short = () => readConfig({ TURN_URL: 'turn:relay.example.org', TURN_SECRET: 'hidden' });
  expect(short).toThrow('TURN_SECRET is set to something that cannot be used (it must have 16 characters or more)');
  expect(short).not.toThrow('hidden');
});

test('a setting of any other name never tells in the words of the library that reads it', () => {
  for (const name of [
    'BODIES_IN_WORK_MIB',
    'UPLOADS_PER_SENDER',
    'STREAMS_PER_PERSON',
    'STREAMS',
    'PUSH_KEEP_HOURS',
    'PUSH_BUFFER_KIB',
    'SLOW_CLIENT_SECONDS',
    'DEMO_PUBLIC',
    'DEMO_DAYS',
    'SIGN_IN_REQUESTS_PER_MINUTE_PER_ADDRESS',
    'SIGN_IN_REQUESTS_PER_MINUTE',
    'SIGN_IN_MAILS_PER_HOUR',
    'AUDIT_ANCHOR_LOG_MINUTES',
    'TICKS_HANG_SECONDS',
    'POSTGRES_RESTART_MINUTES',
    'VIGIL_DEV',
    'LARGE_BODY_KIB',
    'BODY_PROCESSES',
    'BODY_PROCESS_MIB',
    'BODY_SECONDS',
  ])
    expect(() => readConfig({ [name]: 'nonsense' }), name).toThrow(/\(it must be .*\)\.$/);
});

test('addresses that are right are taken as they are, with or without a port', () => {
  const given = {
    PUBLIC_URL: 'https://vigil.example.org/',
    DATABASE_URL: 'postgresql://user:password@host/database?sslmode=require',
    TICKS_URL: 'http://[::1]:8123',
    SMTP_URL: 'smtps://host',
  };
  expect(readConfig(given)).toMatchObject({
    publicUrl: 'https://vigil.example.org',
    databaseUrl: given.DATABASE_URL,
    ticksUrl: given.TICKS_URL,
    smtpUrl: given.SMTP_URL,
  });
});

test.each([
  ['HOST', '0.0.0.0'],
  ['HOST', '192.0.2.7'],
  ['PUBLIC_URL', 'https://vigil.example.org'],
  ['PUBLIC_URL', 'http://192.0.2.7:3000'],
  ['DEFAULT_HOST', 'vigil.example.org'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', 'loopback'],
])('a demonstration, whose passwords everybody knows, is not opened by %s=%s unless it is meant to be', (name, value) => {
  const read = (more: Record<string, string>) => () => readConfig({ DEMO: '1', [name]: value, ...more });
  expect(read({})).toThrow(ConfigError);
  expect(read({})).toThrow(new RegExp(`^Vigil cannot start: ${name} is "${value}", .*DEMO_PUBLIC=1`));
  expect(read({ DEMO_PUBLIC: '1' })()).toMatchObject({ demo: true, demoIsLocal: false });
  expect(read({ DEMO: '0' })()).toMatchObject({ demo: false, demoIsLocal: false });
});

test('a demonstration on this machine starts with whatever leads nowhere else', () => {
  for (const publicUrl of ['http://localhost:3107', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://demo.localhost:3000'])
    expect(readConfig({ DEMO: '1', PUBLIC_URL: publicUrl, HOST: '::1', TRUST_PROXY: '0' })).toMatchObject({ demoIsLocal: true });
});

test('listening for other machines over plain http is said; over https, or for this machine alone, there is nothing to say', () => {
  expect(plainHttpWarning(readConfig({ HOST: '0.0.0.0' }))).toMatch(/HOST is 0\.0\.0\.0.*plain http/);
  expect(plainHttpWarning(readConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'https://vigil.example.org' }))).toBeNull();
  expect(plainHttpWarning(readConfig({ PUBLIC_URL: 'http://vigil.example.org' }))).toBeNull();
});
