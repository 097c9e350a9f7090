import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openBrowser } from '../browser.ts';
import { demoMemberId, newContext, signIn, startDemoServer } from '../demo.ts';
import { type RunningServer, removeDataDir } from '../server.ts';
import { expectFocusInView } from './focus-in-view.ts';
import { settled } from './screens.ts';

let server: RunningServer;
let browser: Browser;
const pages = new Map<string, Page>();

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  for (const who of ['nurse', 'admin', 'member']) {
    const isPhone = who === 'member';
    const page = await (await newContext(browser, { hasTouch: isPhone, isMobile: isPhone })).newPage();
    await signIn(page, server.url, `${who}@demo.example`);
    pages.set(who, page);
  }
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const low = { width: 1024, height: 640 };
const middle = { width: 1280, height: 720 };
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Pages with bars that stay in view: whose, where, what is there when it is drawn, and in which windows. */
const places = [
  { who: 'nurse', path: '/patient/:id/log', mark: 'h2', windows: [low, wide] },
  { who: 'nurse', path: '/patient/:id/rules', mark: 'h2', windows: [low, middle] },
  { who: 'nurse', path: '/patient/:id/content', mark: 'h2', windows: [low] },
  { who: 'nurse', path: '/patient/:id/data', mark: 'h3', windows: [low, wide] },
  { who: 'nurse', path: '/dashboard/panel', mark: '[data-row-link]', windows: [low, wide] },
  { who: 'admin', path: '/dashboard/rules', mark: '[data-row-link]', windows: [low] },
  { who: 'admin', path: '/admin/members/member-list', mark: '[data-row-link], tbody button', windows: [low] },
  { who: 'admin', path: '/admin/staff/staff-list', mark: 'tbody button', windows: [low] },
  { who: 'admin', path: '/admin/members/account-invitation', mark: 'form', windows: [low, wide] },
  { who: 'admin', path: '/admin/settings', mark: 'h2', windows: [low] },
  { who: 'member', path: '/patient/:id/data', mark: 'h3', windows: [phone] },
  { who: 'member', path: '/patient/:id/analysis', mark: 'h2', windows: [phone] },
  { who: 'member', path: '/patient/:id/reports', mark: 'h2', windows: [phone] },
  { who: 'member', path: '/patient/:id/content', mark: 'h2', windows: [phone] },
  { who: 'member', path: '/patient/:id/surveys', mark: 'h2', windows: [phone] },
].flatMap(({ windows, ...place }) => windows.map((size) => ({ ...place, size, window: `${size.width}×${size.height}` })));

test.each(places)(
  'by Tab and by Shift+Tab, what has the focus is seen: $who, $path, $window',
  async ({ who, path, mark, size }) => {
    const page = pages.get(who);
    if (!page) throw new Error(`Nobody is signed in as ${who}.`);
    await page.setViewportSize(size);
    await page.goto(`${server.url}${path.replace(':id', demoMemberId())}`);
    await page.locator(`main :is(${mark})`).first().waitFor();
    await settled(page);
    await expectFocusInView(page);
  },
  120_000,
);
