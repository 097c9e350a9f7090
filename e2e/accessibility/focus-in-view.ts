import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than any page of the demonstration has. */
const mostStops = 400;

/** WCAG 2.2, 2.4.11: once through the page with Tab and once back with Shift+Tab, what has the focus is never wholly covered. */
export async function expectFocusInView(page: Page): Promise<void> {
  for (const [key, end] of [
    ['Tab', 'start'],
    ['Shift+Tab', 'end'],
  ] as const) {
    await page.evaluate(beginAt, end);
    const covered: string[] = [];
    let stops = 0;
    for (let isRound = false; !isRound && stops < mostStops; stops++) {
      await page.keyboard.press(key);
      const stop = await page.evaluate(lookAtFocus);
      // Between the last stop and the first is the browser's own bar, or a stop that was there before.
      isRound = stops > 0 && (stop === null || stop.isSeenBefore);
      if (stop?.isCovered) covered.push(stop.name);
    }
    expect(stops, `stops of ${key}`).toBeGreaterThan(5);
    expect(covered, `what is covered when ${key} comes to it`).toEqual([]);
  }
}

/** Runs in the page: nothing has the focus, and the next stop is the first of the page, or the last. */
function beginAt(end: 'start' | 'end'): void {
  for (const seen of document.querySelectorAll<HTMLElement>('[data-seen]')) delete seen.dataset.seen;
  const edge = document.createElement('i');
  edge.tabIndex = -1;
  document.body[end === 'start' ? 'prepend' : 'append'](edge);
  scrollTo(0, end === 'start' ? 0 : document.body.scrollHeight);
  edge.focus({ preventScroll: true });
  // The browser goes on from where it stood.
  edge.remove();
}

/** Runs in the page: what has the focus, and whether nothing of it is to be seen; null where nothing has it. */
async function lookAtFocus(): Promise<{ name: string; isCovered: boolean; isSeenBefore: boolean } | null> {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  // Parts of a date or a time are stops of their own.
  const hasParts = element.matches('[type=date], [type=time], [type=datetime-local]');
  const isSeenBefore = element.dataset.seen !== undefined && !hasParts;
  element.dataset.seen = '';
  // Of a field that is drawn by its label, the label is what one sees.
  const isDrawn = element.checkVisibility({ opacityProperty: true }) && element.offsetWidth > 2 && element.offsetHeight > 2;
  const shown = isDrawn ? element : (element.closest('label') ?? element.parentElement ?? element);
  const isHit = (x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (shown.contains(hit) || hit.contains(shown) || hit.closest('label')?.control === element);
  };
  const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
  const isSeen = () => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    return parts.some((across) => parts.some((down) => isHit(left + width * across, top + height * down)));
  };
  // A busy browser draws the focus some frames later: a link that comes into view with it, and leaves with it.
  for (let frame = 0; frame < 60 && !isSeen(); frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  const words = element.getAttribute('aria-label') ?? (element.closest('label') ?? element).textContent?.trim().slice(0, 40) ?? '';
  const { left, top } = shown.getBoundingClientRect();
  return { name: `${element.tagName} ${words} at ${Math.round(left)},${Math.round(top)}`, isCovered: !isSeen(), isSeenBefore };
}
