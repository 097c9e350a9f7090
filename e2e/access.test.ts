import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { tokenOf } from './clinic.ts';
import { givePassword, newContext, signIn, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir, vigilLines } from './server.ts';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** A member of each tenant who is not the one that signs in. */
let demoMember: string;
let lakesideMember: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  [demoMember, lakesideMember] = await Promise.all([someMember('demo'), someMember('lakeside')]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

beforeEach(async () => {
  context = await newContext(browser);
  page = await context.newPage();
});

afterEach(() => context.close());

async function someMember(tenant: string): Promise<string> {
  const lines = await vigilLines(server.dataDir, ['user', 'list', '--tenant', tenant]);
  const member = lines.map((line) => line.split('\t')).find(([, roles, , email]) => roles === 'patient' && !email?.startsWith('member@'));
  return member?.[0] ?? '';
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const ask = (path: string, token: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } });

describe('a member', () => {
  test('lands on the own data and is led back from anybody else’s, with the reason', async () => {
    await signIn(page, server.url, 'member@demo.example');
    await page.waitForURL('**/patient/*/data');
    const own = page.url();
    await page.getByRole('article', { name: 'Heart rate', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Panel' }).count()).toBe(0);

    await page.goto(`${server.url}/patient/${demoMember}/data`);
    await page.getByText("You don't have access to this user.").waitFor();
    await page.waitForURL(own);
    await page.goto(`${server.url}/dashboard/panel`);
    await page.waitForURL(own);
    await page.goto(`${server.url}/admin/members`);
    await page.waitForURL(own);
  });

  test('is refused anybody else’s data by the API, and let in to the own', async () => {
    const token = await tokenOf(server.dataDir, 'demo', 'member@demo.example');
    const { extension_healthId: own } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      extension_healthId: string;
    };
    const ticks = (id: string) => `/ticks-store/api/v1/users/${id}/ticks?metrics=heart_rate&start_time=1700000000&end_time=1700000060`;
    expect((await ask(ticks(own), token)).status).toBe(200);
    const refused = await ask(ticks(demoMember), token);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { message: "You don't have access to this user." } });
    expect((await ask(ticks(lakesideMember), token)).status).toBe(404);
  });
});

describe('somebody of several tenants', () => {
  test('chooses one first; the button waits for the choice', async () => {
    await signIn(page, server.url, 'both@demo.example');
    await heading('Select Tenant').waitFor();
    const button = page.getByRole('button', { name: 'Select Tenant', exact: true });
    expect(await button.isDisabled()).toBe(true);
    const choice = page.getByLabel('Select tenant', { exact: true });
    expect((await choice.locator('option').allTextContents()).filter((text) => text !== '')).toEqual(['Demo Health', 'Lakeside Clinic']);
    await choice.selectOption({ label: 'Lakeside Clinic' });
    expect(await button.isEnabled()).toBe(true);
    await button.click();
    await page.waitForURL('**/dashboard/today');
    await page.goto(`${server.url}/dashboard/panel`);
    await page.locator('tr[data-row]').first().waitFor();
    const ids = await page.locator('a[data-row-link]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const lakeside = (await vigilLines(server.dataDir, ['user', 'list', '--tenant', 'lakeside'])).map((line) => line.split('\t')[0]);
    expect(ids.length).toBeGreaterThan(5);
    for (const href of ids) expect(lakeside).toContain(href?.split('/')[2]);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByText('Nurse · Lakeside Clinic').waitFor();
  });

  test('at a tenant’s own host is not asked, and somebody of another tenant is refused', async () => {
    const host = server.url.replace('localhost', 'lakeside.localhost');
    await signIn(page, host, 'both@demo.example');
    await page.waitForURL(`${host}/dashboard/today`);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByText('Nurse · Lakeside Clinic').waitFor();

    const other = await newContext(browser);
    const stranger = await other.newPage();
    await signIn(stranger, host, 'nurse@demo.example');
    await stranger.getByRole('heading', { name: "We're sorry, but you don't have permissions to access this platform." }).waitFor();
    await other.close();
  });
});

test('a system administrator is refused in the specified words and may sign in as somebody else', async () => {
  await signIn(page, server.url, 'system@demo.example');
  await heading("We're sorry, but you don't have permissions to access this platform.").waitFor();
  await page.getByText('Please contact your system administrator to resolve this issue or try sign in again.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await givePassword(page, 'nurse@demo.example');
  await page.waitForURL('**/dashboard/today');
});

test('somebody with an open invitation gets an account and signs in to it', async () => {
  await signIn(page, server.url, 'new@demo.example');
  await page.getByText("You're account has been created").waitFor();
  await page.getByText('Please click on sign in.').waitFor();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard/today');
  await page.goto(`${server.url}/dashboard/panel`);
  await page.locator('tr[data-row]').first().waitFor();
});

test('an administrator lands on the administration, invites by default and finds the members beside it', async () => {
  await signIn(page, server.url, 'admin@demo.example');
  await page.waitForURL('**/admin/members/account-invitation');
  await heading('Invite a member').waitFor();
  await page.getByRole('link', { name: 'Member list' }).click();
  await page.getByRole('heading', { name: /^Members/ }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
});

test('an observer reads a member’s data and can change nothing', async () => {
  await signIn(page, server.url, 'observer@demo.example');
  await page.waitForURL('**/dashboard/today');
  await page.goto(`${server.url}/dashboard/panel`);
  const member = page.locator('tr[data-row]').filter({ hasNotText: 'Public data set' }).first();
  await member.waitFor();
  await member.locator('[data-row-link]').click();
  await page.waitForURL('**/patient/*/summary');
  await page.getByRole('heading', { level: 3 }).first().waitFor();

  const token = await tokenOf(server.dataDir, 'demo', 'observer@demo.example');
  expect((await ask(`/registry/api/v1/users/${demoMember}`, token)).status).toBe(200);
  const body = JSON.stringify({ source: 'manual', ticks: [{ timestamp: 1_700_000_000, data: { weight: 80 } }] });
  expect((await ask(`/ticks-store/api/v1/users/${demoMember}/ticks`, token, { method: 'POST', body })).status).toBe(403);
  const label = JSON.stringify({ label: 'A band of the observer' });
  expect((await ask(`/registry/api/v1/users/${demoMember}/devices`, token, { method: 'POST', body: label })).status).toBe(403);
});

test('another tenant’s member is not found, and the way back is offered', async () => {
  await signIn(page, server.url, 'nurse@demo.example');
  await page.waitForURL('**/dashboard/today');
  await page.goto(`${server.url}/patient/${lakesideMember}/data`);
  await heading('Member not found').waitFor();
  await page.getByRole('button', { name: 'Go to the start page' }).click();
  await page.waitForURL('**/dashboard/today');
});

describe('without a configuration', () => {
  const title = "We're sorry, but the application failed to start due to a configuration error";

  test.each([
    [
      'the first call fails',
      '**/configurator/api/v1/config?*',
      { status: 500, body: '' },
      'Failed to fetch configs: 500 Internal Server Error',
    ],
    ['there is no file', '**/configurator/api/v1/config?*', { status: 200, json: [] }, 'No config URL found in configs (200 OK)'],
    [
      'the file cannot be had',
      '**/configurator/api/v1/config/get?*',
      { status: 404, body: '' },
      'Failed to fetch config data: 404 Not Found',
    ],
  ])('%s: the portal says so and starts once it can', async (_case, pattern, answer, detail) => {
    await page.route(pattern, (route) => route.fulfill(answer));
    await page.goto(server.url);
    await heading(title).waitFor();
    await page.getByText('Please contact your system administrator to resolve this issue', { exact: true }).waitFor();
    await page.getByText(detail, { exact: true }).waitFor();
    await page.unroute(pattern);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  });

  test('a server that cannot be reached is said so, and the portal starts by itself once it can', async () => {
    const pattern = '**/configurator/api/v1/config?*';
    await page.route(pattern, (route) => route.abort());
    await page.goto(server.url);
    await heading('Vigil is not available at the moment.').waitFor();
    await page.unroute(pattern);
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  });
});
