import { afterAll, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import { createHttpServer } from './server.ts';

const demo = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:3000', onlyThisMachine: true });
demo.get('/idp/sign-in', async () => 'the page that asks for a password');
afterAll(() => demo.close());
const get = (headers: Record<string, string>) => demo.inject({ url: '/idp/sign-in', headers });

describe('a demonstration', () => {
  test.each(['localhost', 'localhost:3000', 'demo.localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'answers browsers of its own machine at %s',
    async (host) => {
      expect((await get({ host })).statusCode).toBe(200);
    },
  );

  test.each([
    ['a tunnel that keeps the name', { host: 'vigil.example.org' }],
    ['another machine of the network', { host: '192.0.2.7:3000' }],
    ['a name that only looks like this machine', { host: 'localhost.example.org' }],
    ['a proxy that says for whom it asks', { host: 'localhost:3000', 'x-forwarded-for': '192.0.2.7' }],
    ['a proxy that says for which name', { host: 'localhost:3000', 'x-forwarded-host': 'vigil.example.org' }],
    ['a proxy by the standard', { host: 'localhost:3000', forwarded: 'for=192.0.2.7' }],
    ['a proxy that only says that it is one', { host: 'localhost:3000', via: '1.1 relay' }],
  ])('refuses what %s passes on, and says how to open it', async (_, headers) => {
    const answer = await get(headers);
    expect([answer.statusCode, answer.json().error.message]).toEqual([403, expect.stringContaining('DEMO_PUBLIC=1')]);
  });
});
