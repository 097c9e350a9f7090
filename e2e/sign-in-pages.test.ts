import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

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

async function openForm() {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('E-mail address').fill('nurse@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('vigil-demo');
  return { context, page, submit: page.getByRole('button', { name: 'Sign in', exact: true }) };
}

test('without a connection nothing is sent and nothing typed is lost; with one again it goes on', async () => {
  const { context, page, submit } = await openForm();
  await context.setOffline(true);
  await submit.click();
  await page.getByRole('alert').getByText('This device is offline. Nothing was sent').waitFor();
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('vigil-demo');
  await context.setOffline(false);
  await page.getByRole('alert').waitFor({ state: 'hidden' });
  await submit.click();
  await page.waitForURL((address) => !address.pathname.startsWith('/idp/'));
  await context.close();
});

test('pressed twice on a slow line, a form is sent once', async () => {
  const { context, page, submit } = await openForm();
  let sent = 0;
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/idp/interaction/**', async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1;
      await held;
    }
    await route.continue();
  });
  const { x = 0, y = 0 } = (await submit.boundingBox()) ?? {};
  for (const press of [1, 2]) await page.mouse.click(x + 20 * press, y + 20);
  go();
  await page.waitForURL((address) => !address.pathname.startsWith('/idp/'));
  expect(sent).toBe(1);
  await context.close();
});
