import AxeBuilder from '@axe-core/playwright';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir, vigilLines } from './server.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const faultsOn = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes.length]);
/** What the app on the phone shows; `later` steps of 30 seconds from now, since no code is good twice. */
const codeOf = (key: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + later * 30_000 });

async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('vigil-demo');
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

test('staff of a tenant that requires it set a second step up by keyboard on a phone, sign in with its code, and see where they are signed in', async () => {
  await vigilLines(server.dataDir, ['tenant', 'set', 'lakeside', 'security.requireTwoFactor', 'true']);
  const phone = await newContext(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const page = await phone.newPage();
  await givePassword(page, 'md@lakeside.example');
  await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faultsOn(page)).toEqual([]);
  const key = (await page.locator('.key').textContent()) ?? '';
  // The field has the keyboard already.
  await page.keyboard.type(codeOf(key, -1));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  expect(await faultsOn(page)).toEqual([]);
  const recovery = (await page.locator('.codes li').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.waitForURL(/\/dashboard\//);
  await phone.close();

  const desk = await newContext(browser);
  const work = await desk.newPage();
  await givePassword(work, 'md@lakeside.example');
  await work.getByLabel('Code of 6 digits').fill('000000');
  await work.getByRole('button', { name: 'Continue' }).click();
  expect(await work.getByRole('alert').textContent()).toContain('This code is wrong');
  expect(await faultsOn(work)).toEqual([]);
  await work.getByLabel('Code of 6 digits').fill(codeOf(key, 0));
  await work.getByRole('button', { name: 'Continue' }).click();
  await work.waitForURL(/\/dashboard\//);
  await work.goto(`${server.url}/account/security`);
  const sessions = work.getByRole('region', { name: 'Where you are signed in' });
  await sessions.getByText('This browser').waitFor();
  expect(await sessions.getByRole('listitem').count()).toBe(2);
  expect(await faultsOn(work)).toEqual([]);
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await sessions.getByText('You’re not signed in anywhere else.').waitFor();
  await desk.close();

  const lost = await newContext(browser);
  const without = await lost.newPage();
  await givePassword(without, 'md@lakeside.example');
  await without.getByText('No access to the app?').click();
  await without.getByLabel('Recovery code').fill(recovery);
  await without.getByRole('button', { name: 'Use the recovery code' }).click();
  await without.waitForURL(/\/dashboard\//);
  await lost.close();
});
