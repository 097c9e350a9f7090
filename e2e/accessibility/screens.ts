import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../browser.ts';
import { demoMemberId, newContext, signIn, startDemoServer } from '../demo.ts';
import { type RunningServer, removeDataDir, vigilLines } from '../server.ts';
import { expectNoFindings } from './findings.ts';
import { expectTabToReachEverything } from './tab.ts';

/** Each signed in as who sees the screen; `visitor` as nobody. */
type Who = 'visitor' | 'nurse' | 'admin' | 'both' | 'member';

interface Place {
  readonly page: Page;
  readonly url: string;
  /** The member whom the demonstration signs in as `member`. */
  readonly memberId: string;
}

interface Screen {
  readonly name: string;
  readonly who: Who;
  /** Opens it, and resolves when everything on it is drawn. */
  open(place: Place): Promise<void>;
  /** Resolves when it is drawn again after the window has become narrow. Absent where it is opened anew for that. */
  drawn?(page: Page): Promise<void>;
  /** A menu is gone through with the arrow keys; Tab leaves it. */
  readonly isMenu?: boolean;
}

type Path = string | ((memberId: string) => string);

/** A screen that is drawn when it has this, and nothing on it is loading. */
export function shown(name: string, who: Who, path: Path, mark: (page: Page) => Locator): Screen {
  const drawn = async (page: Page) => {
    await mark(page).first().waitFor();
    await settled(page);
  };
  return {
    name,
    who,
    // The panel beside a member's pages covers a window that becomes narrow, and not one that is loaded narrow.
    ...(typeof path === 'string' && { drawn }),
    async open({ page, url, memberId }) {
      await page.goto(`${url}${typeof path === 'string' ? path : path(memberId)}`);
      await drawn(page);
    },
  };
}

/** The same by a heading of any level. */
export function heading(name: string, who: Who, path: Path, title: string | RegExp): Screen {
  return shown(name, who, path, (page) => page.getByRole('heading', { name: title }));
}

/** Nothing is loading, no chart waits to be drawn as it is now, and nothing is on its way from one look to another. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy="true"], [data-outdated="true"], .MuiSkeleton-root') &&
      document.getAnimations().every((animation) => animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  );
}

const [wide, narrow] = [1440, 390];

/**
 * Each screen, 1440 and 390 px wide, in dark and in light: no serious finding, as wide as the window, and gone through with Tab. They
 * are opened one after the other in the same pages: what stays open from screen to screen comes last.
 */
export function testScreens(screens: readonly Screen[]): void {
  let server: RunningServer;
  let browser: Browser;
  let memberId: string;
  const pages = new Map<Who, Page>();

  beforeAll(async () => {
    [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
    memberId = demoMemberId();
    await vigilLines(server.dataDir, ['tenant', 'set', 'demo', 'flags.careTeam', 'true']);
    for (const who of new Set(screens.map((screen) => screen.who))) {
      const page = await (await newContext(browser)).newPage();
      if (who !== 'visitor') await signIn(page, server.url, `${who}@demo.example`);
      pages.set(who, page);
    }
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    if (server) removeDataDir(server.dataDir);
  });

  test.each(screens)(
    '$name has no serious finding, wide and narrow, in dark and in light, is as wide as the window, and is gone through with Tab',
    async (screen) => {
      const page = pages.get(screen.who);
      if (!page) throw new Error(`Nobody is signed in as ${screen.who}.`);
      const place = { page, url: server.url, memberId };
      const fits = () => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth));

      await page.setViewportSize({ width: wide, height: 900 });
      await become(page, 'dark');
      await screen.open(place);
      await expectDark(page);
      await expectNoFindings(page, 'colours');
      // The system's mode changes while the page is open.
      await becomeLight(page);
      await expectNoFindings(page, 'all');
      await fits().toBeLessThanOrEqual(wide);
      if (!screen.isMenu) await expectTabToReachEverything(page);

      await page.setViewportSize({ width: narrow, height: 900 });
      await (screen.drawn ? screen.drawn(page) : screen.open(place));
      await expectNoFindings(page, 'all');
      await fits().toBeLessThanOrEqual(narrow);
      await become(page, 'dark');
      await expectDark(page);
      await expectNoFindings(page, 'colours');
    },
    180_000,
  );
}

const become = (page: Page, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });

async function expectDark(page: Page): Promise<void> {
  await expect.poll(() => lightness(page), { timeout: 30_000 }).toBeLessThan(100);
  await settled(page);
}

async function becomeLight(page: Page): Promise<void> {
  await become(page, 'light');
  await expect.poll(() => lightness(page), { timeout: 30_000 }).toBeGreaterThan(150);
  await settled(page);
}

/** Of the page's background: its red, 0 to 255. */
async function lightness(page: Page): Promise<number> {
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  return Number(background.match(/[\d.]+/)?.[0]);
}
