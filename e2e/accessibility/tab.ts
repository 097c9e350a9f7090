import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Stop {
  readonly id: string;
  readonly name: string;
  /** Parts of a date or a time, each of which is a stop. */
  readonly hasParts: boolean;
}

/** Tab reaches everything that can be operated, in a circle, and the focus is seen at each stop. */
export async function expectTabToReachEverything(page: Page): Promise<void> {
  const expected = await page.evaluate(markStops);
  expect(expected.length).toBeGreaterThan(0);
  let missing = await goAround(page, expected, false);
  // Where something was missed, the page is given time to be drawn at each stop.
  if (missing.notReached.length + missing.notSeen.length > 0) missing = await goAround(page, expected, true);
  expect(missing.notReached, 'what Tab does not reach').toEqual([]);
  expect(missing.notSeen, 'where the focus is not seen').toEqual([]);
}

/** Goes on with Tab until everything was reached and the focus seen there, or once around. Answers what was missed. */
async function goAround(page: Page, expected: readonly Stop[], isDrawnAtEach: boolean) {
  const notReached = new Map(expected.map(({ id, name }) => [id, name]));
  const notSeen = new Map(notReached);
  // A little more than once around: the browser's own bar is one stop of the circle, each part of a date or a time another.
  const parts = expected.filter(({ hasParts }) => hasParts).length * 8;
  for (let press = 0; press < expected.length + parts + 8 && notReached.size + notSeen.size > 0; press++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus, isDrawnAtEach);
    if (!stop) continue;
    notReached.delete(stop.id);
    if (stop.isSeen) notSeen.delete(stop.id);
  }
  return { notReached: [...notReached.values()], notSeen: [...notSeen.values()] };
}

/** Runs in the page: numbers everything that can be operated, is drawn and is not behind an open dialog, and answers what there is. */
function markStops(): Stop[] {
  const operable =
    'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
  // Of radio buttons that belong together, Tab stops at the one that is chosen; the arrow keys lead to the others.
  const isOtherChoice = (element: HTMLElement) =>
    element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    !element.checked &&
    document.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"]:checked`) !== null;
  const drawn = [...document.querySelectorAll<HTMLElement>(operable)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !isOtherChoice(element) &&
      !element.matches('[aria-hidden="true"] *, [data-testid^="sentinel"]') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  return drawn.map((element, index) => {
    element.dataset.stop = String(index);
    return {
      id: String(index),
      hasParts: element.matches('[type=date], [type=time], [type=datetime-local]'),
      name: `${element.tagName} ${element.getAttribute('aria-label') ?? (element.closest('label') ?? element).textContent?.trim().slice(0, 40) ?? ''}`,
    };
  });
}

/** Runs in the page: the focused element, and whether it, or what is around it, looks different than without the focus. */
async function lookAtFocus(isDrawn: boolean): Promise<{ id: string; isSeen: boolean } | null> {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const look = () => {
    const around = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one instanceof HTMLElement);
    return around
      .map((one) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(one);
        return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor].join();
      })
      .join('|');
  };
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  if (isDrawn) await drawn();
  const focused = look();
  const id = element.dataset.stop ?? '';
  const isKept = element.closest('[role="dialog"]') !== null;
  // Its parts would begin anew.
  if (isKept && element.matches('[type=date], [type=time], [type=datetime-local]'))
    return { id, isSeen: getComputedStyle(element).outlineStyle !== 'none' };
  // The browser goes on from here at the next Tab, although nothing has the focus.
  element.blur();
  let isSeen = look() !== focused;
  // A busy browser tells the style of the focus for some frames after it has gone.
  for (let frame = 0; isDrawn && frame < 120 && !isSeen; frame += 2) {
    await drawn();
    isSeen = look() !== focused;
  }
  // A dialog takes back what it keeps, somewhat later: the next Tab goes on from where it was.
  if (isKept) element.focus({ preventScroll: true });
  return { id, isSeen };
}
