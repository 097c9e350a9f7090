import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { demoMemberId, newContext, signIn, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

let server: RunningServer;
let browser: Browser;
let memberId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  memberId = demoMemberId();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

async function pageOf(email: string): Promise<Page> {
  const page = await (await newContext(browser)).newPage();
  await signIn(page, server.url, email);
  return page;
}

test('a sheet says whose data it is, and not who was signed in', async () => {
  const page = await pageOf('nurse@demo.example');
  await page.goto(`${server.url}/patient/${memberId}/summary`);
  const name = page.getByRole('heading', { level: 1 }).first();
  await name.waitFor();
  const bar = page.locator('header').filter({ has: page.getByRole('navigation') });
  expect(await bar.first().isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await bar.first().isVisible()).toBe(false);
  expect(await name.isVisible()).toBe(true);
});

test('pages of an area that go on beyond a phone’s window show that they do', async () => {
  const page = await pageOf('admin@demo.example');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${server.url}/admin`);
  const strip = page.getByRole('navigation', { name: /: pages$/ });
  await strip.waitFor();
  const { isCut, shades } = await strip.evaluate((nav) => {
    const { backgroundImage, backgroundAttachment } = getComputedStyle(nav);
    return { isCut: nav.scrollWidth > nav.clientWidth, shades: `${backgroundImage} ${backgroundAttachment}` };
  });
  expect(isCut).toBe(true);
  expect(shades).toMatch(/linear-gradient.*local, local, scroll, scroll/);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/strip.png` });
});
