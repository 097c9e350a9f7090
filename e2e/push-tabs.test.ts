import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, signIn, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir, startServer, until } from './server.ts';

/* The push stream in a browser: one for all of its tabs, and its loss told across the header. */
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

/** Push streams that pages of the context have asked for, and how the server answered. */
function streamsOf(context: BrowserContext): number[] {
  const answered: number[] = [];
  context.on('response', (response) => {
    if (response.url().includes('/notification/akka_actor/')) answered.push(response.status());
  });
  return answered;
}

const told = (page: Page) => page.getByRole('alert').filter({ hasText: 'Silence does not mean that all is well' });

test('tabs share one stream; when the server is gone for a minute each says so across the header, until it is back', async () => {
  const context = await newContext(browser, { viewport: { width: 1440, height: 900 } });
  const streams = streamsOf(context);
  const first = await context.newPage();
  await signIn(first, server.url.replace('localhost', 'demo.localhost'), 'nurse@demo.example');
  await until('the stream is open', () => streams.length === 1);
  const second = await context.newPage();
  await second.goto(first.url());
  await second.getByRole('banner').waitFor();
  await second.getByRole('main').waitFor();
  expect(streams).toEqual([200]);

  await server.kill();
  await told(first).waitFor({ timeout: 90_000 });
  await told(second).waitFor({ timeout: 20_000 });
  await first.bringToFront();
  const { SHOTS: shots } = process.env;
  if (shots) {
    await first.screenshot({ path: `${shots}/stream-lost-1440.png` });
    await second.emulateMedia({ colorScheme: 'dark' });
    await second.setViewportSize({ width: 390, height: 844 });
    await second.screenshot({ path: `${shots}/stream-lost-390-dark.png` });
  }
  server = await startServer({ dataDir: server.dataDir, port: server.port, env: { DEMO: '1' } });
  await told(first).waitFor({ state: 'detached', timeout: 60_000 });
  await told(second).waitFor({ state: 'detached', timeout: 60_000 });
}, 300_000);
