/** How many places that had the focus are remembered: a menu, a dialog out of it, and a question of that dialog. */
const mostRemembered = 8;

/** The screen's own effects place the focus first. Milliseconds. */
const afterEffectsMs = 30;

const regions = 'section, form, fieldset, aside, [role="region"], [role="dialog"], [role="tabpanel"]';

/**
 * Follows the focus for people who work by keyboard, and gives it a place when its own is taken away: a button that was busy gets
 * it back when it can be pressed again; where a thing is gone, the part of the page that it stood in gets it, else what had it
 * before (which opened the menu or the dialog that closed), else the page's content. Whoever leaves by themselves, with a click
 * beside everything, is left alone. Returns how to stop.
 */
export function keepFocus(): () => void {
  let places: HTMLElement[] = [];
  /** Around the last of them, as it stood there. */
  let around: HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    places = [target, ...places.filter((place) => place !== target)].slice(0, mostRemembered);
    around = ancestorsOf(target);
  };
  const onFocusOut = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !isUsable(target)) return;
    // What is being taken off the page is told of while it still stands there.
    setTimeout(() => {
      if (isNowhere() && target === places[0] && target.isConnected && document.hasFocus()) places = [];
    });
  };
  const place = () => {
    timer = undefined;
    if (isNowhere() && places[0]) nextPlace(places, around)?.focus({ preventScroll: true });
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

/** Where the focus goes on; null while it has to wait. */
function nextPlace(places: readonly HTMLElement[], around: readonly HTMLElement[]): HTMLElement | null {
  const [last] = places;
  if (last?.isConnected) return isUsable(last) ? last : null;
  const content = document.querySelector('main');
  const region = around.find((one) => one.isConnected && one.matches(regions) && isReachable(one));
  if (region) return focusable(region);
  const inContent = content !== null && around.includes(content);
  const before = places.find((one) => one.isConnected && isReachable(one) && (!inContent || content.contains(one)));
  if (before) return isUsable(before) ? before : null;
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
