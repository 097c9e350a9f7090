import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { demoTenants, membersOf } from '#server/demo/people.ts';
import { demoDataDir, demoEnv } from './prepared-demo.ts';
import { type RunningServer, startServer } from './server.ts';

const demoPassword = 'vigil-demo';

/** A demonstration server on a data directory of its own, its readings of a few days stored. */
export async function startDemoServer(env: Record<string, string> = {}): Promise<RunningServer> {
  return startServer({ dataDir: await demoDataDir(), env: { ...demoEnv, ...env } });
}

/** The id of the member who signs in as member@…: the same on every demonstration, whenever it was made. */
export function demoMemberId(): string {
  const [home] = demoTenants;
  const member = home && membersOf(home, Date.now()).find(({ email }) => email === `member@${home.code}.example`);
  if (!member) throw new Error('There is no member who signs in to the demonstration.');
  return member.userId;
}

/** A browser of somebody's own: nothing is shared with other contexts. Times and texts are the same on every machine. */
export function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options,
  });
}

/** From the portal's first page through the provider's pages and back, as a person does it. */
export async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await givePassword(page, email);
}

/** On the provider's page. */
export async function givePassword(page: Page, email: string): Promise<void> {
  await page.waitForURL(/\/idp\//);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(isSignedIn);
}

/** Back in the portal, which has made tokens of the provider's answer: a page that is left before that has nobody signed in. */
export const isSignedIn = ({ pathname, searchParams }: URL): boolean => !pathname.startsWith('/idp/') && !searchParams.has('state');

/** The access token that the page uses next; the calls before a session are made with the ID token. */
export async function nextTokenOf(page: Page): Promise<string> {
  const tokenIn = (request: Request) => (request.headers().authorization ?? '').replace('Bearer ', '');
  return tokenIn(await page.waitForRequest((request) => audienceOf(tokenIn(request)) === 'urn:vigil:api'));
}

function audienceOf(token: string): unknown {
  const [, payload = ''] = token.split('.');
  return payload === '' ? undefined : (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { aud?: unknown }).aud;
}

/** Everything that the pages of a context complained about. */
export function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().message));
  return errors;
}
