import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { demoMemberId, newContext, signIn, startDemoServer } from './demo.ts';
import { demoEnv } from './prepared-demo.ts';
import { type RunningServer, removeDataDir, startServer } from './server.ts';

/** From the moment at which the server says that it is ready until every page is as it would have been. */
const recoversWithinMs = 15_000;

let server: RunningServer;
let browser: Browser;
let pages: Record<'data' | 'today' | 'panel' | 'members' | 'chat' | 'calendar', Page>;

const bar = (page: Page) => page.locator('[data-connection]');
const drawn: Record<keyof typeof pages, (page: Page) => Locator> = {
  data: (page) => page.getByRole('article', { name: 'Heart rate', exact: true }).locator('canvas'),
  today: (page) => page.locator('[data-row-link]'),
  panel: (page) => page.locator('main [data-row-link]'),
  members: (page) => page.getByRole('button', { name: /^Actions for / }),
  chat: (page) => page.getByRole('complementary', { name: 'Communications' }).getByRole('textbox', { name: /^Message to/ }),
  calendar: (page) => page.locator('[data-event]'),
};
const each = (act: (page: Page, name: keyof typeof pages) => Promise<unknown>) =>
  Promise.all(Object.entries(pages).map(([name, page]) => act(page, name as keyof typeof pages)));

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  // Each in a browser of its own, which has six connections for all of its tabs.
  const open = async (name: string, path: string) => {
    const page = await (await newContext(browser)).newPage();
    await signIn(page, server.url, `${name}@demo.example`);
    await page.goto(`${server.url}${path}`);
    return page;
  };
  const [data, today, panel, members, chat, calendar] = await Promise.all([
    open('nurse', `/patient/${demoMemberId()}/data`),
    open('nurse', '/dashboard/today'),
    open('nurse', '/dashboard/panel'),
    open('admin', '/admin/members/member-list'),
    open('nurse', `/patient/${demoMemberId()}/summary`),
    open('nurse', '/dashboard/calendar'),
  ]);
  pages = { data, today, panel, members, chat, calendar };
  await pages.chat.getByRole('button', { name: /^Messaging/ }).click();
  await each(async (page, name) => {
    await drawn[name](page).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-awaited], .MuiSkeleton-root'));
  });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

test('while the server is away what was drawn stays, says since when, and nothing says that it failed', async () => {
  await server.kill();
  await each((page) =>
    bar(page)
      .getByText(/Last updated \d+:\d\d [AP]M · reconnecting…$/)
      .waitFor({ timeout: 60_000 }),
  );
  await each(async (page, name) => {
    expect(await drawn[name](page).first().isVisible(), name).toBe(true);
    expect(await page.getByText(/could not be loaded|couldn’t be loaded/i).count(), name).toBe(0);
  });
}, 120_000);

test('what is opened meanwhile says that it is being reconnected', async () => {
  await pages.calendar.getByRole('button', { name: 'Later', exact: true }).click();
  await pages.calendar.getByText(/^Reconnecting…/).waitFor({ timeout: 30_000 });
  await pages.data.getByRole('button', { name: '30 days' }).click();
  await pages.data
    .getByText(/^Reconnecting…/)
    .first()
    .waitFor({ timeout: 30_000 });
}, 120_000);

test('within 15 s of its return every page is whole and up to date, and nobody has pressed anything', async () => {
  server = await startServer({ dataDir: server.dataDir, port: server.port, env: demoEnv });
  const backAt = performance.now();
  const elapsedMs = () => performance.now() - backAt;
  const timeout = () => Math.max(1, recoversWithinMs - elapsedMs());
  const took: string[] = [];
  await each(async (page, name) => {
    await page.waitForFunction(isUpToDate, null, { timeout: timeout() });
    await drawn[name](page).first().waitFor({ timeout: timeout() });
    took.push(`${name} ${(elapsedMs() / 1000).toFixed(1)} s`);
  });
  process.stdout.write(`  recovered after the server was ready: ${took.join(', ')}\n`);
  expect(elapsedMs()).toBeLessThan(recoversWithinMs);
}, 120_000);

const isUpToDate = (): boolean => !document.body.innerText.includes('Reconnecting…') && !document.querySelector('[data-connection]');
