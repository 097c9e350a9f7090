/** At which edge of what scrolls a bar stays in view. */
type Edge = 'top' | 'bottom' | 'left';

/** Between a bar and what is focused beside it. Pixels. */
const gapPx = 12;

const bars = new Map<HTMLElement, readonly Edge[]>();
/** What scrolls under them: the page, or a box within it. */
const scrollers = new Set<HTMLElement>();
let sizes: ResizeObserver | undefined;

/**
 * The refs of bars that stay in view while something scrolls under them. This is the one place that says how much is covered at each
 * edge, so that what gets the focus is never under a bar (WCAG 2.2, 2.4.11): it sets `--v-covered-top`, `-bottom` and `-left` on what
 * scrolls, and base.css makes of them the distance that all within it keeps when it is scrolled into view. It is no padding of what
 * scrolls, with which the focus on a bar would move the page, although the bar is in view.
 */
export const coversTop = covers('top');
export const coversBottom = covers('bottom');
/** The first heading of a table: the head stays above the rows, and the first column beside the others. */
export const coversTopAndLeft = covers('top', 'left');

function covers(...edges: readonly Edge[]): (bar: HTMLElement | null) => (() => void) | undefined {
  return (bar) => {
    if (!bar || typeof ResizeObserver === 'undefined') return undefined;
    if (bars.size === 0) {
      addEventListener('resize', measure);
      addEventListener('focusin', uncover);
    }
    bars.set(bar, edges);
    sizes ??= new ResizeObserver(measure);
    sizes.observe(bar);
    return () => {
      bars.delete(bar);
      sizes?.unobserve(bar);
      if (bars.size === 0) {
        removeEventListener('resize', measure);
        removeEventListener('focusin', uncover);
      }
      measure();
    };
  };
}

function measure(): void {
  const covered = new Map<HTMLElement, Map<Edge, number>>();
  for (const [bar, edges] of bars) {
    const style = getComputedStyle(bar);
    // At some widths a bar moves along with the page.
    const stays = style.position === 'sticky';
    bar.toggleAttribute('data-covers', stays);
    if (!stays) continue;
    const scroller = scrollerOf(bar);
    const reach = covered.get(scroller) ?? new Map<Edge, number>();
    covered.set(scroller, reach);
    for (const edge of edges) {
      const size = edge === 'left' ? bar.offsetWidth : bar.offsetHeight;
      const from = Number.parseFloat(style[edge]);
      // Without a distance from this edge it does not stay there.
      if (size > 0 && !Number.isNaN(from)) reach.set(edge, Math.max(reach.get(edge) ?? 0, from + size));
    }
  }
  for (const scroller of [...scrollers, ...covered.keys()])
    for (const edge of ['top', 'bottom', 'left'] as const) {
      const most = covered.get(scroller)?.get(edge);
      if (most === undefined) scroller.style.removeProperty(`--v-covered-${edge}`);
      else scroller.style.setProperty(`--v-covered-${edge}`, `${Math.ceil(most) + gapPx}px`);
    }
  scrollers.clear();
  for (const scroller of covered.keys()) scrollers.add(scroller);
}

/**
 * Scrolls what has the focus out from under the column that stays at the left. Chromium doesn't keep `scroll-margin-left` for a
 * heading that is within its table's box, covered or not.
 */
function uncover({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const scroller = scrollerOf(target);
  const kept = Number.parseFloat(getComputedStyle(target).scrollMarginLeft);
  // A press with the pointer must not move what it presses.
  if (!scrollers.has(scroller) || !(kept > 0) || !target.matches(':focus-visible')) return;
  const missing = scroller.getBoundingClientRect().left + kept - target.getBoundingClientRect().left;
  if (missing > 0) scroller.scrollLeft -= missing;
}

function scrollerOf(bar: HTMLElement): HTMLElement {
  for (let at = bar.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}
