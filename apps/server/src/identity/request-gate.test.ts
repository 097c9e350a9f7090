import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createFakeClock } from '#testing/fake-clock.ts';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';
import { createRequestLimit } from './request-limit.ts';

const harness = await useHarness();
const started: Awaited<ReturnType<typeof startIdentity>>[] = [];
afterAll(() => Promise.all(started.map((server) => server.stop())));
const octet = () => Math.floor(Math.random() * 250) + 1;
const address = () => `10.${octet()}.${octet()}.${octet()}`;

async function start(limits: { perAddress?: number; overall?: number; mails?: number }) {
  const server = await startIdentity(harness, {
    signInRequestsPerMinutePerAddress: limits.perAddress ?? 1_000,
    signInRequestsPerMinute: limits.overall ?? 1_000,
    signInMailsPerHour: limits.mails ?? 1_000,
  });
  started.push(server);
  const ask = (ip: string, path = new URL(createPortal(server.origin).authorizeUrl()).href.slice(server.origin.length)) =>
    server.app.inject({ url: path, remoteAddress: ip, headers: { host: 'localhost:3000' } });
  const times = async (count: number, ip: () => string, path?: string) => {
    const statuses: number[] = [];
    for (let time = 0; time < count; time++) statuses.push((await ask(ip(), path)).statusCode);
    return statuses;
  };
  return { ...server, ask, times };
}

describe('the identity pages', () => {
  test('answer one network address so many times a minute, and tell it when to come back', async () => {
    const { ask, times } = await start({ perAddress: 12 });
    const ip = address();
    expect(new Set(await times(12, () => ip))).toEqual(new Set([303]));
    const refused = await ask(ip);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
    expect(refused.body).toContain('Try again in a few seconds.');
    for (const path of ['/idp/forgot', '/idp/interaction/x', '/idp/session/end', '/idp/auth/x', '/idp/something-new'])
      expect((await ask(ip, path)).statusCode, path).toBe(429);
    expect((await ask(address())).statusCode).toBe(303);
    harness.clock.advance(5_000);
    expect(await times(2, () => ip)).toEqual([303, 429]);
  });

  test.each([
    ['en', 'Try again in a few seconds.', 'Try again'],
    ['es', 'Inténtelo de nuevo en unos segundos.', 'Intentar de nuevo'],
  ])('lead back to the page that was asked for, whether it was opened or sent (%s)', async (language, text, label) => {
    const { app, times } = await start({ perAddress: 10 });
    const ip = address();
    const ask = (method: 'GET' | 'POST', url: string) =>
      app.inject({ method, url, remoteAddress: ip, headers: { host: 'localhost:3000', 'accept-language': language } });
    await times(10, () => ip);
    for (const method of ['GET', 'POST'] as const) {
      const { body, statusCode } = await ask(method, '/idp/reset?token=a&b="><i>');
      expect(statusCode).toBe(429);
      expect(body).toContain(text);
      expect(body).toMatch(new RegExp(`<a class="button primary" href="/idp/reset\\?token=a&#38;b=[^"<>]*">${label}</a>`));
    }
    expect((await ask('GET', '/idp/session/end')).body).toContain('href="/idp/session/end"');
    expect((await ask('POST', '/idp/session/end/confirm')).body).not.toContain('class="button primary"');
  });

  test('take the network that hands out IPv6 addresses as it likes for one', async () => {
    const { times } = await start({ perAddress: 10 });
    const statuses = await times(11, () => `2001:db8:1:2:${octet()}::${octet()}`);
    expect([statuses.filter((status) => status === 303).length, statuses.at(-1)]).toEqual([10, 429]);
  });

  test('answer all together so many times a minute; devices and renewals go on', async () => {
    const { app, times } = await start({ overall: 30 });
    const statuses = await times(40, address);
    expect(statuses.filter((status) => status === 303)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    const basic = Buffer.from(`${randomUUID()}:${randomBytes(8).toString('hex')}`).toString('base64');
    const device = await app.inject({
      method: 'POST',
      url: '/idp/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` },
      payload: 'grant_type=client_credentials',
    });
    expect(device.statusCode).toBe(401);
    for (const path of ['/idp/jwks', '/idp/.well-known/openid-configuration', '/idp/assets/pages.css'])
      expect((await app.inject({ url: path })).statusCode, path).toBe(200);
  });

  test('do not count those who are signed in: a clinic behind one address renews as it must', async () => {
    const { app, identity, origin, times } = await start({ perAddress: 20 });
    const email = `${randomUUID()}@test.example`;
    await identity.accounts.create({ email, password: 'correct horse battery', emailVerified: true });
    const ip = address();
    const colleague = createBrowser(app, { origin, ip });
    const portal = createPortal(origin);
    await portal.signIn(colleague, email, 'correct horse battery');
    for (let time = 0; time < 30; time++)
      expect((await colleague.open(portal.authorizeUrl({ prompt: 'none' }))).location?.searchParams.get('code')).toBeTruthy();
    expect((await times(20, () => ip)).includes(429)).toBe(true);
  });

  test('mail so many links an hour over all accounts, and say the same to everybody', async () => {
    const { app, box, identity, origin, settle } = await start({ mails: 2 });
    const answers = new Set<string>();
    for (let time = 0; time < 4; time++) {
      const email = `${randomUUID()}@test.example`;
      await identity.accounts.create({ email, emailVerified: true });
      const visitor = createBrowser(app, { origin, ip: address() });
      await visitor.open(`${origin}/idp/forgot`);
      answers.add((await visitor.submit({ email })).body);
    }
    await settle();
    expect([box.length, answers.size]).toEqual([2, 1]);
  });
});

test('a limit refills evenly, never beyond its burst, and forgets the oldest of too many keys', () => {
  const clock = createFakeClock(0);
  const limit = createRequestLimit({ burst: 2, refillMs: 1_000 }, clock);
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 500]);
  clock.advance(500);
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 500]);
  clock.advance(60_000);
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 500]);
  clock.set(0);
  expect(limit.take('a')).toBeGreaterThan(0);
  limit.giveBack('a');
  expect(limit.take('a')).toBe(0);
  for (let key = 0; key < 20_000; key++) limit.take(`b${key}`);
  expect(limit.take('a')).toBe(0);
});
