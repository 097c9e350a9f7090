import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { freePort, isLoopback, listeningAt } from './listening.ts';

test.each(['127.0.0.1', '127.8.9.10', '::1', '[::1]', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
  '%s is this machine only',
  (host) => {
    expect(isLoopback(host)).toBe(true);
    expect(readConfig({ DEMO: '1', HOST: host }).host).toBe(host);
  },
);

test.each([
  '0.0.0.0',
  '::',
  '[::]',
  '0',
  '192.168.1.5',
  '128.0.0.1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'vigil.example.org',
  'localhost.example.org',
])('the demonstration is not opened to a network at %s, unless that is said', (host) => {
  expect(() => readConfig({ DEMO: '1', HOST: host })).toThrow(ConfigError);
  expect(() => readConfig({ DEMO: '1', HOST: host })).toThrow(/^Vigil cannot start: HOST is "[^"]*",[^.]*DEMO_PUBLIC=1[^.]*\.$/);
  expect(readConfig({ DEMO: '1', HOST: host, DEMO_PUBLIC: '1' }).demo).toBe(true);
  expect(readConfig({ DEMO: '0', HOST: host }).demo).toBe(false);
});

test('production refuses the demonstration, public or not', () => {
  expect(() => readConfig({ DEMO: '1', DEMO_PUBLIC: '1', NODE_ENV: 'production' })).toThrow('NODE_ENV');
});

test('a free port can be listened at, and the address told is the one listened at', async () => {
  const port = await freePort('0.0.0.0', 0);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '0.0.0.0', resolve));
  const address = server.address();
  server.close();
  expect(address).toMatchObject({ port });
  expect(listeningAt([address as never, { address: '::', family: 'IPv6', port: 80 }])).toBe(`http://0.0.0.0:${port}, http://[::]:80`);
});

test('where nothing can listen, asking for a free port fails as listening would', async () => {
  await expect(freePort('192.0.2.1', 0)).rejects.toMatchObject({ syscall: 'listen' });
});
