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

test.each([
  ['upright', 718],
  ['across', 1046],
])('the panel on paper has all its rows and columns, and nothing to press: A4 %s', async (_way, width) => {
  const page = await pageOf('nurse@demo.example');
  await page.goto(`${server.url}/dashboard/panel?size=100`);
  await page.locator('[data-row-link]').nth(30).waitFor();
  await page.emulateMedia({ media: 'print' });
  // The pixels of a sheet with margins of 1 cm.
  await page.setViewportSize({ width, height: 718 });
  const table = page.getByRole('table');
  const { right, isCut } = await table.evaluate((element) => ({
    right: element.getBoundingClientRect().right,
    isCut: getComputedStyle(element.parentElement ?? element).overflow !== 'visible',
  }));
  expect(isCut).toBe(false);
  expect(right).toBeLessThanOrEqual(width);
  for (const name of ['CSV', 'Ages', 'Status', 'Next page']) expect(await page.getByRole('button', { name }).isVisible()).toBe(false);
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  expect(await page.getByText('Enter opens').isVisible()).toBe(false);
  expect(await table.getByText('Last sync').first().isVisible()).toBe(true);
  const sheets = (await page.pdf({ format: 'A4', landscape: width > 1000 })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(sheets?.length).toBeGreaterThan(1);
});

test('a member’s charts on paper call nobody, are not live, and say what is critical without a ground', async () => {
  const page = await pageOf('nurse@demo.example');
  await page.goto(`${server.url}/patient/${memberId}/data`);
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  const sign = page.getByText(/^(live|connecting)/).first();
  await sign.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await sign.isVisible()).toBe(false);
  for (const call of await page.getByRole('button', { name: /^(Voice|Video|Call)/ }).all()) expect(await call.isVisible()).toBe(false);
  const grounds = await page.locator('[data-severity]').evaluateAll((chips) => chips.map((chip) => getComputedStyle(chip).backgroundColor));
  expect(new Set([...grounds, 'rgba(0, 0, 0, 0)']).size).toBe(1);
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
