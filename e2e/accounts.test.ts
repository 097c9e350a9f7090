import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  context = await newContext(browser);
  errors = watchErrors(context);
  page = await context.newPage();
  await signIn(page, server.url, 'admin@demo.example');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const serious = async () =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id }) => id);

test('an administrator discharges a member, whose sign-in ends there, and takes it back', async () => {
  await page.goto(`${server.url}/admin/members?q=member`);
  await page.waitForURL('**/admin/members/member-list?q=member');
  const row = page.getByRole('row').filter({ hasText: 'member@demo.example' });
  await row.waitFor();
  expect(await serious()).toEqual([]);

  const theirs = await newContext(browser);
  const own = await theirs.newPage();
  await signIn(own, server.url, 'member@demo.example');
  await own.waitForURL('**/patient/*/data');

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Discharge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discharge' }).click();
  await page.getByText('1 discharged.').waitFor();
  await row.getByText('Discharged', { exact: true }).waitFor();
  await own.reload();
  await own.getByText("We're sorry, but you don't have permissions to access this platform.").waitFor();

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('1 restored.').waitFor();
  await row.getByText('Active', { exact: true }).waitFor();
  await theirs.close();
});

test('staff are found, deactivated and activated, and the last administrator stays', async () => {
  await page.goto(`${server.url}/admin/staff/staff-list`);
  const coach = page.getByRole('row').filter({ hasText: 'coach@demo.example' });
  await coach.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await coach.getByText('Inactive', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await coach.getByText('Active', { exact: true }).waitFor();

  const self = page.getByRole('row').filter({ hasText: 'admin@demo.example' });
  await self.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText(/last administrator of the tenant/).waitFor();
  await self.getByText('Active', { exact: true }).waitFor();
  expect(await serious()).toEqual([]);
  expect(errors).toEqual([]);
});
