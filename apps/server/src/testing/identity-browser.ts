import { createHash, randomBytes } from 'node:crypto';
import { signInPaths } from '@vigil/contract/configurator.contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export interface Answer {
  readonly status: number;
  readonly url: URL;
  readonly body: string;
  readonly headers: LightMyRequestResponse['headers'];
  /** The redirect that was not followed. */
  readonly location: URL | null;
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope?: string;
  readonly error?: string;
}

/** A browser without a screen: cookies by path, redirects, forms. Talks to the app in this process. */
export function createBrowser(app: FastifyInstance, options: { origin: string; ip?: string; language?: string; userAgent?: string }) {
  const jar = new Map<string, { value: string; path: string }>();
  const home = new URL(options.origin);
  let page: Answer | null = null;

  async function request(target: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const url = new URL(target, page?.url ?? home);
    const response = await app.inject({
      method: form ? 'POST' : 'GET',
      url: `${url.pathname}${url.search}`,
      remoteAddress: options.ip ?? '127.0.0.1',
      headers: {
        host: url.host,
        cookie: cookiesFor(url.pathname),
        ...(options.language ? { 'accept-language': options.language } : {}),
        ...(options.userAgent ? { 'user-agent': options.userAgent } : {}),
        ...(form ? { origin: url.origin, 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) keep(cookie);
    const location = response.headers.location;
    return {
      status: response.statusCode,
      url,
      body: response.body,
      headers: response.headers,
      location: location ? new URL(String(location), url) : null,
    };
  }

  function cookiesFor(path: string): string {
    return [...jar]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([key, cookie]) => `${key.split(' ')[0]}=${cookie.value}`)
      .join('; ');
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const gone = attributes.some((attribute) => /^expires=thu, 01 jan 1970/i.test(attribute)) || value === '';
    if (gone) jar.delete(`${name} ${path}`);
    else jar.set(`${name} ${path}`, { value, path });
  }

  /** Follows redirects as long as they stay with the identity provider. */
  async function follow(answer: Answer): Promise<Answer> {
    let current = answer;
    while (current.location?.pathname.startsWith('/idp')) current = await request(current.location.href);
    page = current;
    return current;
  }

  return {
    get page(): Answer {
      if (!page) throw new Error('no page is open');
      return page;
    },
    jar,
    request,
    open: async (target: string) => follow(await request(target)),
    /** Submits the page's first form (or the one with `id`), with its hidden fields. */
    async submit(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
      const current = page;
      if (!current) throw new Error('no page is open');
      const form = /<form[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/.exec(current.body);
      if (!form) throw new Error(`no form on the page:\n${current.body}`);
      const hidden = Object.fromEntries(
        [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((match) => [
          match[1] ?? '',
          match[2] ?? '',
        ]),
      );
      return follow(await request((form[1] ?? '').replaceAll('&#38;', '&'), { ...hidden, ...fields }, headers));
    },
  };
}
export type Browser = ReturnType<typeof createBrowser>;

/** Code with PKCE, as the portal does it. */
export function createPortal(origin: string, clientId = 'vigil-portal') {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const redirectUri = `${origin}${signInPaths.callback}`;

  function authorizeUrl(extra: Record<string, string> = {}): string {
    const parameters = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      scope: 'openid profile email api',
      redirect_uri: redirectUri,
      state: 'the-state',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...extra,
    });
    return `${origin}/idp/auth?${parameters}`;
  }

  return {
    redirectUri,
    authorizeUrl,
    async redeem(browser: Browser, callback: URL | null): Promise<TokenAnswer> {
      const code = callback?.searchParams.get('code') ?? '';
      const answer = await browser.request(`${origin}/idp/token`, {
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      return JSON.parse(answer.body) as TokenAnswer;
    },
    async refresh(browser: Browser, refreshToken: string): Promise<TokenAnswer> {
      const answer = await browser.request(`${origin}/idp/token`, {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: refreshToken,
      });
      return JSON.parse(answer.body) as TokenAnswer;
    },
    /** The whole sign-in with a password. */
    async signIn(browser: Browser, email: string, password: string): Promise<TokenAnswer> {
      await browser.open(authorizeUrl());
      const done = await browser.submit({ email, password, action: 'password' });
      return this.redeem(browser, done.location);
    },
  };
}
