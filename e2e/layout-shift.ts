import type { Page } from 'playwright-core';

/** One thing that moved by itself, and by how much of the screen. */
interface Shift {
  readonly value: number;
  /** Up to three of what moved, `element from → to`, each as left, top, width and height. */
  readonly moved: readonly string[];
}

/** What a watched page keeps of itself. */
interface Watched extends Window {
  shifts: Shift[];
  /** Calls that have no answer yet. */
  underWay: number;
}

/**
 * Notes every layout shift of the pages that are opened from now on, but those that follow a press at once. Each call waits for up to
 * `slowestMs` first: answers come one after the other and in another order than they were asked for, as over a bad line.
 */
export async function watchShifts(page: Page, slowestMs: number): Promise<void> {
  await page.addInitScript((slowest) => {
    const own = window as unknown as Watched;
    Object.assign(own, { shifts: [], underWay: 0 });
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      if (!element) return 'what is gone';
      const [name = ''] = (element.getAttribute('class') ?? '').split(' ');
      return `${element.tagName.toLowerCase()}.${name} “${element.textContent?.trim().slice(0, 30) ?? ''}”`;
    };
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        const moved = sources.slice(0, 3).map((one) => `${nameOf(one.node)} ${placeOf(one.previousRect)} → ${placeOf(one.currentRect)}`);
        own.shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const ask = window.fetch;
    // The same wait for the same call: a screen that moves does so each time.
    const waitMs = (address: string) => [...address].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7) % slowest;
    window.fetch = async (input, init) => {
      if (new Headers(init?.headers).get('accept') === 'text/event-stream') return ask(input, init);
      own.underWay++;
      try {
        const [path = ''] = (input instanceof Request ? input.url : String(input)).split('?');
        await new Promise((resolve) => setTimeout(resolve, waitMs(path)));
        return await ask(input, init);
      } finally {
        own.underWay--;
      }
    };
  }, slowestMs);
}

/** Of the Layout Instability API, which the compiler's library does not have. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** How long nothing is under way and nothing waits before a screen counts as drawn. Milliseconds. */
const quietMs = 300;
const mostMs = 60_000;

/** What moved on a screen by itself: all of it together, and each by its part of the window. */
export interface Shifts {
  readonly sum: number;
  readonly told: string;
}

/** Waits until the screen is drawn and answers what moved on it since it was opened. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  const begun = Date.now();
  let quietSince = begun;
  while (Date.now() - quietSince < quietMs) {
    if (Date.now() - begun > mostMs) throw new Error(`${page.url()} is not drawn within ${mostMs / 1000} s`);
    if (await page.evaluate(isBusy)) quietSince = Date.now();
    await page.waitForTimeout(50);
  }
  const shifts = await page.evaluate(() => (window as unknown as Watched).shifts);
  return {
    sum: shifts.reduce((total, { value }) => total + value, 0),
    told: shifts.map(({ value, moved }) => `[${value.toFixed(3)} ${moved.join('; ')}]`).join(' '),
  };
}

function isBusy(): boolean {
  const isLoading = document.querySelector('[aria-busy="true"], [data-outdated="true"], [data-awaited], .MuiSkeleton-root') !== null;
  return isLoading || document.querySelector('main') === null || (window as unknown as Watched).underWay > 0;
}

/** Goes to another screen as a link does, without loading the page anew, and begins to count from there. */
export function goTo(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    (window as unknown as Watched).shifts = [];
    history.pushState(null, '', to);
  }, path);
}
