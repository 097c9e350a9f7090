import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { certificateFor } from '#testing/certificate.ts';
import { useHarness } from '#testing/harness.ts';
import { startApi } from '#testing/start-api.ts';
import { examineLinkHosts, type Surroundings } from './link-hosts.ts';

const harness = await useHarness();
const servers: Server[] = [];
afterAll(() => {
  for (const one of servers) one.close();
});

/** A proxy with TLS at a port of its own, for every name of `example`. */
async function startProxy(options: Parameters<typeof certificateFor>[1], answer: Parameters<typeof createServer>[1]) {
  const certificate = certificateFor(['vigil.example', '*.vigil.example'], options);
  const proxy = createServer(certificate, answer);
  servers.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { port: (proxy.address() as AddressInfo).port, ca: certificate.cert };
}

/** The real server behind such a proxy, which passes the host name on unless it is told another. */
async function startBehindProxy({ passesOn, ...options }: { passesOn?: string; untilMs?: number } = {}) {
  const behind: { app?: Awaited<ReturnType<typeof startApi>> } = {};
  const { port, ca } = await startProxy(options, async (request, response) => {
    const host = passesOn ?? request.headers.host ?? '';
    const answer = await behind.app?.http.inject({ url: request.url ?? '/', headers: { host } });
    response.writeHead(answer?.statusCode ?? 500).end(answer?.body);
  });
  const home = `https://vigil.example:${port}`;
  const app = await startApi(harness, { publicUrl: home }, () => []);
  behind.app = app;
  return { port, ca, home, links: { home, issuer: app.identity.issuer, isRunning: true }, stop: () => app.stop() };
}

const here = async () => ({ address: '127.0.0.1', family: 4 });
const around = (ca?: string, more: Partial<Surroundings> = {}): Surroundings => ({
  ...{ addressOf: here, limits: { oneMs: 2_000, allMs: 5_000 }, ...more },
  ...(ca && { ca }),
});
const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};
const own = await harness.createTenant();

test('each host that links lead to is known and answers as this server', async () => {
  const server = await startBehindProxy();
  const homes = new Map([
    ['north', server.home],
    [own.code, `https://${own.code}.vigil.example:${server.port}`],
  ]);
  expect(await examineLinkHosts({ ...server.links, homes }, around(server.ca))).toEqual([
    {
      check: 'Host names',
      state: 'ok',
      detail: `links lead to ${server.home}, https://${own.code}.vigil.example:${server.port}; each answers as this server`,
    },
  ]);
  await server.stop();
});

test('a proxy that hides the host name, and something else that answers, are named', async () => {
  const hiding = await startBehindProxy({ passesOn: 'internal:3000' });
  const homes = new Map([[own.code, `https://${own.code}.vigil.example:${hiding.port}`]]);
  const [renamed] = await examineLinkHosts({ ...hiding.links, homes }, around(hiding.ca));
  expect(renamed).toMatchObject({
    state: 'broken',
    detail: `${own.code}.vigil.example:${hiding.port} reaches this server under another name`,
    mend: expect.stringContaining('TRUST_PROXY'),
  });
  await hiding.stop();

  const answers = ['{"issuer":"https://vigil.other.example/idp"}', 'null', '<h1>Welcome</h1>', 'x'.repeat(100_000)];
  for (const body of answers) {
    const other = await startProxy({}, (_request, response) => response.end(body));
    const home = `https://vigil.example:${other.port}`;
    expect(
      await examineLinkHosts({ home, homes: new Map(), issuer: `${home}/idp`, isRunning: true }, around(other.ca)),
      body.slice(0, 50),
    ).toMatchObject([{ state: 'broken', detail: `vigil.example:${other.port} is answered by something other than this server` }]);
  }
});

test('a redirect is not followed: nobody is asked whom the operator has not named', async () => {
  const asked: (string | undefined)[] = [];
  const elsewhere = await startProxy({}, (request, response) => {
    asked.push(request.url);
    response.end('{}');
  });
  const redirecting = await startProxy({}, (_request, response) =>
    response.writeHead(302, { location: `https://vigil.example:${elsewhere.port}/` }).end(),
  );
  const home = `https://vigil.example:${redirecting.port}`;
  expect(await examineLinkHosts({ home, homes: new Map(), issuer: `${home}/idp`, isRunning: true }, around(redirecting.ca))).toMatchObject([
    { state: 'broken' },
  ]);
  expect(asked).toEqual([]);
});

test.each([
  ['has expired', { untilMs: Date.now() - 60_000 }, 'vigil.example', true, 'broken', 'expired or is for other names'],
  ['is for other names', {}, 'care.example', true, 'broken', 'expired or is for other names'],
  ['is of an authority that is not known', {}, 'vigil.example', false, 'warning', 'from an authority that this machine does not know'],
])('a certificate that %s', async (_, options, name, isTrusted, state, detail) => {
  const server = await startBehindProxy(options);
  const homes = new Map([['north', `https://${name}:${server.port}`]]);
  const findings = await examineLinkHosts({ ...server.links, homes }, around(isTrusted ? server.ca : undefined));
  expect(findings).toMatchObject([{ state, detail: expect.stringContaining(detail) }]);
  expect(findings[0]?.detail).toContain(`${name}:${server.port}`);
  await server.stop();
});

test('a name that DNS does not know is broken; without a network doctor says that it could not look', async () => {
  const links = { home: 'https://vigil.example', homes: new Map(), issuer: 'https://vigil.example/idp', isRunning: true };
  expect(await examineLinkHosts(links, around(undefined, { addressOf: failing('ENOTFOUND') }))).toMatchObject([
    { state: 'broken', detail: 'vigil.example is unknown to DNS', mend: expect.stringContaining('tenant.hosts') },
  ]);
  expect(await examineLinkHosts(links, around(undefined, { addressOf: failing('EAI_AGAIN') }))).toMatchObject([
    { state: 'warning', detail: 'vigil.example could not be looked up' },
  ]);
  expect(await examineLinkHosts({ ...links, home: 'https://vigil.example:1' }, around())).toMatchObject([
    { state: 'warning', detail: 'vigil.example:1 did not answer this machine' },
  ]);
});

test('name servers and hosts that never answer hold doctor up for seconds, however many there are', async () => {
  const silent = await startProxy({}, () => {});
  const homes = new Map(Array.from({ length: 200 }, (_, n) => [`t${n}`, `https://t${n}.vigil.example:${silent.port}`]));
  const links = { home: 'http://localhost:3000', homes, issuer: '', isRunning: true };
  const limits = { oneMs: 200, allMs: 600 };
  for (const [addressOf, detail] of [
    [() => new Promise<never>(() => {}), /^t0\..+ and 195 more could not be looked up$/],
    [here, /^t0\..+ and 195 more did not answer this machine$/],
  ] as const) {
    const fromMs = performance.now();
    expect(await examineLinkHosts(links, around(silent.ca, { addressOf, limits }))).toMatchObject([
      { state: 'warning', detail: expect.stringMatching(detail) },
    ]);
    expect(performance.now() - fromMs).toBeLessThan(4_000);
  }
});

test('where no server runs, names are looked up and nobody is asked; this machine’s own names need neither', async () => {
  const homes = new Map([['north', 'https://north.vigil.example:1']]);
  const links = { home: 'https://vigil.example:1', homes, issuer: '', isRunning: false };
  expect(await examineLinkHosts(links, around())).toMatchObject([
    { state: 'ok', detail: expect.stringContaining('asked for this server once that runs') },
  ]);
  const local = { ...links, home: 'http://localhost:3000', homes: new Map([['demo', 'http://demo.localhost:3000']]) };
  expect(await examineLinkHosts(local, around(undefined, { addressOf: failing('ENOTFOUND') }))).toEqual([
    { check: 'Host names', state: 'ok', detail: 'links lead to http://localhost:3000, http://demo.localhost:3000' },
  ]);
});
