import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, signIn, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir, until, vigilLines } from './server.ts';

/*
 * The route table of the specification, walked in a browser by everybody whom it tells apart. Where an area is not built yet
 * its addresses lead to what stands in its place, so that an old bookmark never ends on an error.
 */
let server: RunningServer;
let browser: Browser;
const ids: Record<'own' | 'other', string> = { own: '', other: '' };

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  const users = (await vigilLines(server.dataDir, ['user', 'list', '--tenant', 'demo'])).map((line) => line.split('\t'));
  ids.own = users.find(([, , , email]) => email === 'member@demo.example')?.[0] ?? '';
  ids.other = users.find(([, roles, , email]) => roles === 'patient' && email !== 'member@demo.example')?.[0] ?? '';
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

/** From where to where; `{own}` and `{other}` are members. */
type Rows = readonly (readonly [from: string, to: string])[];

const today = '/dashboard/today';
const clinicianRows: Rows = [
  ['/', today],
  ['/dashboard', today],
  ['/dashboard/today', today],
  ['/dashboard/panel', '/dashboard/panel'],
  ['/dashboard/account', '/dashboard/account'],
  ['/dashboard/support', '/dashboard/support'],
  ['/dashboard/actions', '/dashboard/actions'],
  ['/dashboard/surveys', '/dashboard/surveys'],
  ['/dashboard/rules', '/dashboard/rules'],
  ['/dashboard/rules/new', '/dashboard/rules/new'],
  ['/dashboard/on-call', '/dashboard/on-call'],
  ['/dashboard/handoff', '/dashboard/handoff'],
  ['/dashboard/burden', '/dashboard/burden'],
  ['/dashboard/no-such-page', today],
  ['/patient/{other}', '/patient/{other}/summary'],
  ['/patient/{other}/summary', '/patient/{other}/summary'],
  ['/patient/{other}/data', '/patient/{other}/data'],
  ['/patient/{other}/analysis', '/patient/{other}/analysis'],
  ['/patient/{other}/content', '/patient/{other}/content'],
  ['/patient/{other}/surveys', '/patient/{other}/surveys'],
  ['/patient/{other}/rules', '/patient/{other}/rules'],
  ['/patient/{other}/no-such-page', '/patient/{other}/summary'],
  ['/admin', today],
  ['/admin/members/member-list', today],
  ['/admin/staff', today],
  ['/admin/teams', today],
  ['/admin/reports', today],
  ['/admin/settings', today],
  ['/no/such/page', today],
];
const members = /^\/admin\/members\/[a-z-]+$/;
const adminRows: readonly (readonly [string, string | RegExp])[] = [
  ['/', members],
  ['/admin', members],
  ['/admin/members', members],
  ['/admin/members/member-list', '/admin/members/member-list'],
  ['/admin/members/no-such-page', members],
  ['/admin/staff', /^\/admin\/staff\/[a-z-]+$/],
  ['/admin/staff/staff-list', '/admin/staff/staff-list'],
  ['/admin/settings', '/admin/settings'],
  ['/dashboard/on-call', '/dashboard/on-call'],
  ['/dashboard/burden', '/dashboard/burden'],
  ['/admin/no-such-page', members],
  ['/dashboard', members],
  ['/dashboard/account', members],
  ['/dashboard/support', members],
  ['/patient/{other}/data', members],
  ['/no/such/page', members],
];
const own = '/patient/{own}/data';
const memberRows: Rows = [
  ['/', own],
  ['/patient/{own}', own],
  ['/patient/{own}/data', own],
  ['/patient/{own}/analysis', '/patient/{own}/analysis'],
  ['/patient/{own}/content', '/patient/{own}/content'],
  ['/patient/{own}/log', '/patient/{own}/log'],
  ['/patient/{own}/surveys', '/patient/{own}/surveys'],
  ['/patient/{own}/reports', '/patient/{own}/reports'],
  ['/patient/{own}/summary', own],
  ['/patient/{own}/team', own],
  ['/patient/{own}/no-such-page', own],
  ['/patient/{other}/data', own],
  ['/dashboard', own],
  ['/dashboard/account', own],
  ['/dashboard/on-call', own],
  ['/dashboard/burden', own],
  ['/admin', own],
  ['/admin/settings', own],
  ['/no/such/page', own],
];

const named = (path: string) => path.replace('{own}', ids.own).replace('{other}', ids.other);
const shown = (path: string) => path.replace(ids.own, '{own}').replace(ids.other, '{other}');

/**
 * Where an address leads. One that is a screen is loaded as a bookmark is, and the screen has to be drawn there; one that leads
 * elsewhere is gone to within the page, as a link does.
 */
async function endOf(page: Page, address: string, expected: string | RegExp): Promise<string> {
  const arrived = (at: URL) => (typeof expected === 'string' ? shown(at.pathname) === expected : expected.test(at.pathname));
  if (address === expected) {
    await page.goto(server.url + named(address));
    await page.getByRole('main').getByRole('heading').first().waitFor();
  } else {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, named(address));
    await page.waitForURL(arrived, { timeout: 20_000, waitUntil: 'commit' }).catch(() => undefined);
  }
  return shown(new URL(page.url()).pathname);
}

describe.each([
  ...['nurse', 'md', 'coach', 'specialist', 'support', 'observer'].map((role) => [role, clinicianRows] as const),
  ['admin', adminRows] as const,
  ['member', memberRows] as const,
])('%s', (name, rows) => {
  test('comes from every address to where the route table says', async () => {
    const context = await newContext(browser);
    const page = await context.newPage();
    await signIn(page, server.url, `${name}@demo.example`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    const ends: (readonly [string, string])[] = [];
    for (const [from, to] of rows) ends.push([from, await endOf(page, from, to)]);
    const matched = ends.map(([from, end], at) => {
      const to = rows[at]?.[1];
      return [from, to instanceof RegExp && to.test(end) ? to : end];
    });
    expect(matched).toEqual(rows.map((row) => [...row]));
    await context.close();
  });
});

test('the landing page is for anybody, without header, banner and reports; from it the way leads to the portal', async () => {
  await vigilLines(server.dataDir, ['tenant', 'set', 'demo', 'app.alert_banner_message', 'Maintenance on Sunday']);
  const welcome = JSON.stringify({ title: 'Health at home', text: 'We look after you.', picture: null, colors: null });
  await vigilLines(server.dataDir, ['tenant', 'set', 'demo', 'welcome', welcome]);
  const host = server.url.replace('localhost', 'demo.localhost');
  const context = await newContext(browser);
  const page = await context.newPage();
  const reported: string[] = [];
  page.on('request', (request) => void (request.url().includes('/analytics-service/') && reported.push(request.postData() ?? '')));
  const onlyWelcome = async () => {
    await page.goto(`${host}/welcome`);
    await page.getByRole('heading', { name: 'Health at home' }).waitFor();
    expect([await page.getByRole('banner').count(), await page.getByText('Maintenance on Sunday').count()]).toEqual([0, 0]);
  };
  await onlyWelcome();
  expect(reported).toEqual([]);

  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await signIn(page, host, 'nurse@demo.example');
  await page.getByText('Maintenance on Sunday').waitFor();
  await page.waitForURL('**/dashboard/today');
  // The page is left before the ten seconds are over in which views gather. Requests that outlive their page are nobody's in
  // the browser's list, so the server is asked what came.
  const taken = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('analytics-service') && line.includes('200')).length;
  const before = taken();
  await onlyWelcome();
  await until('what was open on leaving was reported', () => taken() > before, 30);
  const afterLeaving = taken();
  await page.getByRole('link', { name: 'Go to sign-in' }).waitFor();
  expect([reported.filter((body) => body.includes('welcome')), taken()]).toEqual([[], afterLeaving]);
  await context.close();
});

test('a photo is chosen, cropped and kept, a colleague’s page shows it, and what a camera wrote into it is gone', async () => {
  const context = await newContext(browser);
  const page = await context.newPage();
  await signIn(page, server.url, 'coach@demo.example');
  await page.waitForURL('**/dashboard/today');
  await page.goto(`${server.url}/dashboard/account`);
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 640, height: 480 });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.fillStyle = '#0a6b7b';
    pen.fillRect(0, 0, 640, 480);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const picture = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(picture);
  await page.getByRole('heading', { name: 'Crop your photo' }).waitFor();
  const kept = page.waitForResponse((answer) => answer.url().includes('/upload?path=profile'));
  await page.getByRole('button', { name: 'Use this part' }).click();
  expect(await (await kept).json()).toMatchObject({ type: 'image/jpeg', widthPx: 512, heightPx: 512 });
  // In the header as well, where nothing was said to it.
  await page.locator('header img').waitFor();
  const whole = await page.locator('header img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
  expect(whole).toBe(512);

  await page.getByLabel('Last name', { exact: true }).fill('Renamed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).last().waitFor();
  await page.reload();
  await page.locator('header img').waitFor();
  expect(await page.getByLabel('Last name', { exact: true }).inputValue()).toBe('Renamed');
  await context.close();
});
