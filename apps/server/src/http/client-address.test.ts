import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { ProxyTrust } from '#platform/proxy-trust.ts';
import { createHttpServer } from './mount.ts';

const servers: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** What the server makes of a request from 127.0.0.1 with these headers. */
async function seen(trustProxy: ProxyTrust, headers: Readonly<Record<string, string>>, host = '127.0.0.1') {
  const app = createHttpServer({ log: pino({ level: 'silent' }), publicUrl: 'http://localhost:3000', trustProxy });
  app.get('/seen', async ({ ip, host: name, protocol, headers: left }) => ({
    ip,
    host: name,
    protocol,
    for: left['x-forwarded-for'] ?? null,
  }));
  servers.push(app);
  await app.listen({ port: 0, host });
  const { port } = app.addresses()[0] as { port: number };
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries({ host: 'vigil.example', connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET /seen HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return JSON.parse((await text(socket)).split('\r\n\r\n')[1] as string) as {
    ip: string;
    host: string;
    protocol: string;
    for: string | null;
  };
}

const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
const none: ProxyTrust = { hops: 0 };
const one: ProxyTrust = { hops: 1 };
const two: ProxyTrust = { hops: 2 };
const here: ProxyTrust = { networks: ['127.0.0.0/8', '10.0.0.0/8', '2001:db8::/32'] };
const elsewhere: ProxyTrust = { networks: ['10.0.0.0/8'] };

test.each<[string, ProxyTrust, string, string]>([
  ['no proxy: the connection', none, '203.0.113.9', '127.0.0.1'],
  ['one proxy: what it saw', one, '203.0.113.9', '203.0.113.9'],
  ['one proxy: never what stands before that', one, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['two proxies: what the outer one saw', two, '198.51.100.1, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  ['two proxies, one of them gone: no further than is told', two, '203.0.113.9', '203.0.113.9'],
  ['networks: the first that is no proxy', here, '198.51.100.1, 203.0.113.9, 10.0.0.1, 10.0.0.2', '203.0.113.9'],
  ['networks: a proxy that is forged further out counts for nothing', here, '10.0.0.9, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  ['networks: a peer that is no proxy', elsewhere, '203.0.113.9', '127.0.0.1'],
  ['a port is not part of an address', one, '203.0.113.9:51000', '203.0.113.9'],
  ['a port at a proxy between', here, '203.0.113.9, 10.0.0.1:8080', '203.0.113.9'],
  ['IPv6', one, '198.51.100.1, 2001:0DB8:1::7', '2001:db8:1::7'],
  ['IPv6 with brackets and port', one, '[2001:db8:1::7]:443', '2001:db8:1::7'],
  ['IPv6 proxies', here, '203.0.113.9, 2001:db8::1', '203.0.113.9'],
  ['IPv4 dressed as IPv6', one, '::ffff:203.0.113.9', '203.0.113.9'],
  ['garbage of a proxy', one, '203.0.113.9, unknown', '127.0.0.1'],
  ['garbage between: no further', here, '203.0.113.9, <script>, 10.0.0.1', '10.0.0.1'],
  ['nothing', one, '', '127.0.0.1'],
  ['commas', one, ',,,', '127.0.0.1'],
])('%s', async (_name, trust, chain, ip) => {
  expect((await seen(trust, { 'x-forwarded-for': chain })).ip).toBe(ip);
});

test('rotating what stands before it does not change an address', async () => {
  const addresses = new Set<string>();
  for (let index = 0; index < 20; index += 1)
    addresses.add((await seen(one, { 'x-forwarded-for': `198.51.100.${index}, 203.0.113.9` })).ip);
  expect([...addresses]).toEqual(['203.0.113.9']);
});

test('host and protocol are believed of a proxy only, and what nobody vouches for is taken away', async () => {
  expect(await seen(one, forged)).toMatchObject({ host: 'evil.example', protocol: 'https' });
  expect(await seen(here, { ...forged, 'x-forwarded-host': 'evil.example, vigil.test' })).toMatchObject({ host: 'vigil.test' });
  for (const trust of [none, elsewhere])
    expect(await seen(trust, forged)).toEqual({ ip: '127.0.0.1', host: 'vigil.example', protocol: 'http', for: null });
});

test('a server that listens on both protocols sees the same address for the same client', async () => {
  expect((await seen(none, {}, '::')).ip).toBe('127.0.0.1');
});
