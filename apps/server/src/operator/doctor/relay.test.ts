import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { allocate, turnAddress } from '#platform/turn/allocate.ts';
import { relayCredentials } from '#platform/turn/credentials.ts';
import { hasTurnServer, startTurnServer, type TestRelay } from '#testing/turn-server.ts';
import { examineRelay } from './relay.ts';

const secret = 'a secret of two servers';
const laterMs = Date.now() + 60_000;

test('addresses of relays are taken as browsers take them', () => {
  expect(turnAddress('turn:relay.example.org')).toEqual({ host: 'relay.example.org', port: 3478, transport: 'udp' });
  expect(turnAddress('turn:[2001:db8::1]:4000?transport=tcp')).toEqual({ host: '2001:db8::1', port: 4000, transport: 'tcp' });
  expect(turnAddress('turns:relay.example.org?transport=tcp')).toEqual({ host: 'relay.example.org', port: 5349, transport: 'tls' });
  expect(() => turnAddress('https://relay.example.org')).toThrow('no address of a relay');
});

test('credentials are those of coturn’s REST interface, and say of nobody for whom they are', () => {
  const { username, credential } = relayCredentials('north', 1_700_000_600_000);
  expect(username).toMatch(/^1700000600:[0-9a-f-]{36}$/);
  expect(Buffer.from(credential, 'base64')).toHaveLength(20);
  expect(relayCredentials('north', 1_700_000_600_000).username).not.toBe(username);
});

test('without a relay a warning says what that means', async () => {
  expect(await examineRelay({ relay: null })).toMatchObject({ state: 'warning', detail: expect.stringContaining('none is set up') });
});

describe('what is no relay is named for what it is', () => {
  const wrong = { urls: [] as string[], secret };
  let web: Server;
  beforeAll(async () => {
    web = createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => web.close());
  const faultOf = async (url: string) => (await examineRelay({ relay: { ...wrong, urls: [url] } })).detail;

  test('a server of another kind, a closed port, and no machine', async () => {
    const { port } = web.address() as { port: number };
    expect(await faultOf(`turn:127.0.0.1:${port}?transport=tcp`)).toContain('does not speak TURN');
    expect(await faultOf(`turns:127.0.0.1:${port}`)).not.toContain('opened');
    expect(await faultOf('turn:127.0.0.1:1?transport=tcp')).toContain('Nothing listens there.');
    expect(await faultOf('turn:no-such-machine.invalid?transport=tcp')).toContain('There is no machine of this name.');
  });

  test('a port that is silent', async () => {
    const silent = createSocket('udp4');
    await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
    expect(await faultOf(`turn:127.0.0.1:${silent.address().port}`)).toContain('Nothing answers there.');
    silent.close();
  }, 15_000);
});

describe.runIf(hasTurnServer())('a real relay', () => {
  let relay: TestRelay;
  beforeAll(async () => {
    relay = await startTurnServer(secret, ['user-quota=1']);
  }, 20_000);
  afterAll(() => relay.stop());

  test.each(['udp', 'tcp'])(
    'opens an address over %s, and takes it back',
    async (transport) => {
      const url = `${relay.url}?transport=${transport}`;
      const same = relayCredentials(secret, laterMs);
      expect(await allocate(url, same)).toBe('127.0.0.1');
      // Each may have one at a time: another one is opened once the first, which was asked for a minute, was given back.
      expect(await vi.waitFor(() => allocate(url, same), { timeout: 10_000 })).toBe('127.0.0.1');
      expect(await examineRelay({ relay: { urls: [url], secret } })).toMatchObject({
        state: 'warning',
        detail: `${url} hands out 127.0.0.1, which is not reached from elsewhere`,
        mend: expect.stringContaining('external-ip'),
      });
    },
    15_000,
  );

  test('refuses another secret, and what has expired, and both are said', async () => {
    expect(await examineRelay({ relay: { urls: [relay.url], secret: 'another secret there' } })).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('TURN_SECRET is not its static-auth-secret'),
    });
    await expect(allocate(relay.url, relayCredentials(secret, Date.now() - 60_000))).rejects.toThrow('does not take our password');
  });
});
