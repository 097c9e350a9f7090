/** How many places that had the focus are remembered: a menu, a dialog out of it, and a question of that dialog. */
const mostRemembered = 8;

/** The screen's own effects place the focus first. Milliseconds. */
const afterEffectsMs = 30;

const row = '[data-row]';
const regions = `section, form, fieldset, aside, ${row}, [role="region"], [role="dialog"], [role="tabpanel"]`;

/**
 * Follows the focus for people who work by keyboard, and gives it a place when its own is taken away: a button that was busy gets
 * it back when it can be pressed again; where a thing is gone, the part of the page that it stood in gets it, else what had it
 * before (which opened the menu or the dialog that closed), else the page's content. Never another row of a list: a key that acts on
 * the row with the focus would act on somebody else. Whoever leaves by themselves, with a click
 * beside everything, is left alone. Returns how to stop.
 */
export function keepFocus(): () => void {
  let places: Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    const earlier = places.filter(({ element }) => element !== target);
    places = [{ element: target, around: ancestorsOf(target) }, ...earlier].slice(0, mostRemembered);
  };
  const onFocusOut = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !isUsable(target)) return;
    // What is being taken off the page is told of while it still stands there.
    setTimeout(() => {
      if (isNowhere() && target === places[0]?.element && target.isConnected && document.hasFocus()) places = [];
    });
  };
  const place = () => {
    timer = undefined;
    if (isNowhere()) nextPlace(places)?.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    if (isNowhere() && places.length > 0) timer ??= setTimeout(place, afterEffectsMs);
  });
  addEventListener('focusin', onFocusIn);
  addEventListener('focusout', onFocusOut);
  changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('focusin', onFocusIn);
    removeEventListener('focusout', onFocusOut);
    changes.disconnect();
    clearTimeout(timer);
  };
}

/** What had the focus, and what was around it then, the nearest first. */
interface Place {
  readonly element: HTMLElement;
  readonly around: readonly HTMLElement[];
}

/** Where the focus goes on; null while it has to wait. */
function nextPlace(places: readonly Place[]): HTMLElement | null {
  const [last] = places;
  if (!last) return null;
  if (last.element.isConnected) return isUsable(last.element) ? last.element : null;
  const content = document.querySelector('main');
  const inContent = content !== null && last.around.includes(content);
  const ownRow = places.flatMap(({ around }) => around.find((one) => one.matches(row)) ?? []).at(0);
  const isOfAnother = (one: HTMLElement) => ownRow !== undefined && one.closest(row) !== null && one.closest(row) !== ownRow;
  const isTaken = (one: HTMLElement) => one.isConnected && isReachable(one) && !isOfAnother(one) && (!inContent || content.contains(one));
  for (const { element, around } of places) {
    if (isTaken(element)) return isUsable(element) ? element : null;
    // What opened a dialog may be gone with it: the part that it stood in comes before what had the focus earlier.
    const region = element.isConnected ? undefined : around.find((one) => one.matches(regions) && isTaken(one));
    if (region) return focusable(region);
  }
  return content && isReachable(content) ? focusable(content) : null;
}

const isNowhere = () => (document.activeElement ?? document.body) === document.body;
/** Behind an open dialog nothing takes the focus. */
const isReachable = (element: HTMLElement) => element.closest('[aria-hidden="true"], [inert]') === null;
const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled') && isReachable(element);

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) found.push(at);
  return found;
}

function focusable(element: HTMLElement): HTMLElement {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  return element;
}
