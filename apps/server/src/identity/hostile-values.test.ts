import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { type Browser, createBrowser, createPortal } from '#testing/identity-browser.ts';
import { linkIn, startIdentity } from '#testing/start-identity.ts';
import { readFields, UnreadableFields } from './form-fields.ts';

const harness = await useHarness();
const server = await startIdentity(harness, {
  signInRequestsPerMinute: 1_000_000,
  signInRequestsPerMinutePerAddress: 1_000_000,
  signInMailsPerHour: 1_000_000,
});
afterAll(() => server.stop());

/** As they travel: percent-encoded, or not even that. */
const unreadable: Record<string, string> = {
  NUL: 'a%00b',
  'a lone surrogate': '%ED%A0%80',
  'an overlong encoding': '%C0%80',
  'half an encoding': 'a%4',
  'a percent sign': '100%',
  'another control character': '%1b%5b2J',
  'far too much': 'a'.repeat(5_000),
};
/** Strange, and a text nevertheless: whatever comes of it, it is no failure of the server. */
const strange: Record<string, string> = {
  nothing: '',
  'what databases and pages choke on': `%27%22%3Cscript%3E%24%7B7*7%7D%5C%F0%9F%92%A9`,
  'line ends': 'a%0d%0aSet-Cookie:%20a=b',
  'a prototype': '__proto__',
  JSON: '%7B%22%24gt%22%3A%22%22%7D',
};
const fields = [
  ...[
    'client_id',
    'client_secret',
    'redirect_uri',
    'response_type',
    'response_mode',
    'scope',
    'state',
    'nonce',
    'prompt',
    'max_age',
    'login_hint',
  ],
  ...[
    'id_token_hint',
    'ui_locales',
    'acr_values',
    'claims',
    'resource',
    'code_challenge',
    'code_challenge_method',
    'request',
    'request_uri',
  ],
  ...[
    'grant_type',
    'code',
    'code_verifier',
    'refresh_token',
    'token',
    'token_type_hint',
    'access_token',
    'post_logout_redirect_uri',
    'logout',
    'xsrf',
  ],
  ...['csrf', 'email', 'password', 'repeat', 'action', '__proto__', 'constructor'],
];
const types = 'application/x-www-form-urlencoded';

let visitor: Browser;
let csrf = '';
beforeAll(async () => {
  visitor = createBrowser(server.app, { origin: server.origin });
  await visitor.open(createPortal(server.origin).authorizeUrl());
  csrf = /name="csrf" value="([^"]+)"/.exec(visitor.page.body)?.[1] ?? '';
});

const cookie = () => [...visitor.jar].map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ');

async function send(method: 'GET' | 'POST', path: string, encoded: string) {
  const headers = { host: 'localhost:3000', cookie: cookie(), accept: 'text/html' };
  const answer = await server.app.inject(
    method === 'GET'
      ? { method, url: `${path}?${encoded}`, headers }
      : { method, url: path, headers: { ...headers, origin: server.origin, 'content-type': types }, payload: encoded },
  );
  return { status: answer.statusCode };
}

/** The provider's routes: what it tells of itself, so that a feature that is turned on is covered, and those it does not tell. */
async function providerPaths(): Promise<string[]> {
  const told = (await server.app.inject({ url: '/idp/.well-known/openid-configuration' })).json<Record<string, unknown>>();
  const urls = Object.entries(told).flatMap(([name, value]) => (/_endpoint$|_uri$/.test(name) && typeof value === 'string' ? [value] : []));
  const paths = urls.map((url) => new URL(url).pathname).filter((path) => path.startsWith('/idp/'));
  expect(paths.length).toBeGreaterThanOrEqual(6);
  const uid = visitor.page.url.pathname.split('/').at(-1);
  return [...paths, '/idp/session/end/confirm', '/idp/session/end/success', `/idp/auth/${uid}`, '/idp/device', '/idp/request', '/idp/reg'];
}

/** Our own pages, as they were mounted. */
function ownPaths(): string[] {
  const uid = visitor.page.url.pathname.split('/').at(-1) ?? '';
  const urls = new Set(server.routes.map(({ url }) => url).filter((url) => url.startsWith('/idp/') && !url.includes('*')));
  expect(urls.size).toBeGreaterThanOrEqual(7);
  return [...urls].map((url) => url.replace(':uid', uid));
}

describe('no value makes the identity provider fail', () => {
  test.each(Object.entries({ ...unreadable, ...strange }))('in any field of any route: %s', async (_case, value) => {
    for (const path of [...(await providerPaths()), ...ownPaths()])
      for (const method of ['GET', 'POST'] as const) {
        const everywhere = await send(method, path, fields.map((field) => `${field}=${value}`).join('&'));
        expect(everywhere.status, `${method} ${path}`).toBeLessThan(500);
      }
  });

  test.each(Object.entries(unreadable))('%s is refused in every query, and in every form of our own, with 400', async (_case, value) => {
    for (const path of [...(await providerPaths()), ...ownPaths()])
      expect((await send('GET', path, `x=${value}`)).status, `GET ${path}`).toBe(400);
    const pages = server.routes.filter(({ method, url }) => method === 'POST' && url.startsWith('/idp/') && !url.includes('*'));
    expect(pages.length).toBeGreaterThanOrEqual(5);
    for (const path of ownPaths().filter((one) => pages.some(({ url }) => url.split(':')[0] === one.slice(0, url.split(':')[0]?.length))))
      expect((await send('POST', path, `csrf=${csrf}&email=${value}`)).status, `POST ${path}`).toBe(400);
  });

  test('one bad field among good ones', async () => {
    const link = await mailedLink();
    const good: [method: 'GET' | 'POST', path: string, fields: Record<string, string>][] = [
      [
        'GET',
        '/idp/auth',
        Object.fromEntries(
          new URL(createPortal(server.origin).authorizeUrl({ nonce: 'n', prompt: 'login', login_hint: 'a' })).searchParams,
        ),
      ],
      ['POST', visitor.page.url.pathname, { csrf, email: 'a@test.example', password: 'wrong', action: 'password' }],
      ['POST', '/idp/forgot', { csrf, email: 'a@test.example' }],
      ['GET', '/idp/reset', { token: link }],
      ['POST', '/idp/reset', { csrf, token: link, password: 'a wholly new one', repeat: 'a wholly new one' }],
      ['POST', '/idp/magic', { csrf, token: link }],
      ['POST', '/idp/invitation', { csrf, token: link, password: 'a wholly new one', repeat: 'a wholly new one' }],
      [
        'POST',
        '/idp/token',
        { grant_type: 'authorization_code', client_id: 'vigil-portal', code: 'c', redirect_uri: 'r', code_verifier: 'v'.repeat(43) },
      ],
      ['POST', '/idp/token', { grant_type: 'refresh_token', client_id: 'vigil-portal', refresh_token: 'r' }],
      ['POST', '/idp/token', { grant_type: 'client_credentials', client_id: randomUUID(), client_secret: 's' }],
      ['POST', '/idp/token/revocation', { client_id: 'vigil-portal', token: 't' }],
      ['GET', '/idp/session/end', { client_id: 'vigil-portal', post_logout_redirect_uri: `${server.origin}/`, state: 's' }],
      ['POST', '/idp/session/end/confirm', { xsrf: 'x', logout: 'yes' }],
    ];
    for (const [method, path, values] of good)
      for (const field of Object.keys(values))
        for (const [name, value] of Object.entries({ ...unreadable, ...strange })) {
          const others = new URLSearchParams(Object.entries(values).filter(([other]) => other !== field)).toString();
          const { status } = await send(method, path, `${others}&${field}=${value}`);
          expect(status, `${method} ${path} ${field}: ${name}`).toBeLessThan(500);
        }
  });

  test('a field that comes twice, and an array where a text is expected, are refused', async () => {
    for (const twice of ['email=a&email=b', 'email=a&em%61il=b', 'email=a&email=']) {
      expect((await send('POST', '/idp/forgot', `csrf=${csrf}&${twice}`)).status, twice).toBe(400);
      expect((await send('GET', '/idp/forgot', twice)).status, twice).toBe(400);
    }
    expect((await send('POST', '/idp/forgot', `csrf=${csrf}&email[]=a&email[0]=b`)).status).toBe(400);
  });

  test.each([
    ['bytes that are no text', Buffer.from([0x65, 0x3d, 0xff, 0xfe])],
    ['no body', undefined],
  ])('a form of %s', async (_case, payload) => {
    for (const path of ['/idp/forgot', visitor.page.url.pathname]) {
      const headers = { host: 'localhost:3000', cookie: cookie(), origin: server.origin, 'content-type': types };
      const answer = await server.app.inject({ method: 'POST', url: path, headers, ...(payload && { payload }) });
      expect(answer.statusCode).toBe(400);
    }
  });

  test('an address that cannot be read', async () => {
    for (const url of [
      '/idp/interaction/%00',
      '/idp/interaction/%zz',
      '/idp/auth/%ED%A0%80',
      '/idp/%',
      `/idp/interaction/${'a'.repeat(300)}`,
    ]) {
      const { statusCode } = await server.app.inject({ url, headers: { cookie: cookie() } });
      expect([400, 404], `${url}: ${statusCode}`).toContain(statusCode);
    }
  });

  test('headers that lie', async () => {
    const { pathname, search } = new URL(createPortal(server.origin).authorizeUrl());
    const lies: Record<string, string>[] = [
      { host: 'a b' },
      { host: '' },
      { host: '[::1' },
      { origin: 'null' },
      { 'accept-language': ';;q=,,,é;q=NaN' },
      { cookie: 'vigil_session; =; vigil_csrf==; vigil_known=~~.~..; vigil_session_state=AA; vigil_interaction_state=%00' },
      { authorization: 'Basic %%%' },
      { 'x-forwarded-for': 'a, b', 'x-forwarded-proto': 'javascript', 'x-forwarded-host': '\\' },
    ];
    for (const headers of lies)
      for (const url of [`${pathname}${search}`, '/idp/forgot', '/idp/session/end', '/idp/me']) {
        const { statusCode } = await server.app.inject({ url, headers });
        expect(statusCode, `${url} ${JSON.stringify(headers)}`).toBeLessThan(500);
      }
  });
});

async function mailedLink(): Promise<string> {
  const email = `${randomUUID()}@test.example`;
  await server.identity.accounts.create({ email });
  await send('POST', '/idp/forgot', `csrf=${csrf}&email=${email}`);
  await server.settle();
  return linkIn(server.box).searchParams.get('token') ?? '';
}

describe('fields', () => {
  test('are read as forms write them', () => {
    expect([...readFields('a=1&b=%C3%A9+x&c&d=&=e&f==')]).toEqual([
      ['a', '1'],
      ['b', 'é x'],
      ['c', ''],
      ['d', ''],
      ['', 'e'],
      ['f', '='],
    ]);
    expect(readFields('').size).toBe(0);
    expect(readFields(`a=${'é'.repeat(4_096)}`).get('a')).toHaveLength(4_096);
  });

  test('are not read when there are too many', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');
    expect(readFields(many(50)).size).toBe(50);
    expect(() => readFields(many(51))).toThrow(UnreadableFields);
    expect(() => readFields('&'.repeat(100_000))).not.toThrow();
  });
});
