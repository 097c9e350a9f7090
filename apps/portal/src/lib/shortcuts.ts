import { createLocalStore } from './store.ts';

/**
 * Whether keys without a modifier do something. A person who speaks to the computer, or whose hand shakes, turns them off
 * (WCAG 2.2, 2.1.4). Kept on this computer until sign-out.
 */
export const shortcuts = createLocalStore<boolean>('vigil.shortcuts', (kept) => kept !== false);

/** Where characters are text, or choose from a list, or are about to be text beside the page, and never a command. */
const typedInto =
  '[role="tabpanel"], input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"], [role="dialog"]';

/** Whether a key stands alone on the page: no modifier, nobody has taken it yet, and nobody is typing. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return false;
  return !(event.target instanceof Element && event.target.closest(typedInto) !== null);
}

/** Whether a key may act as a shortcut: free, and shortcuts are on. Arrows, Enter and Escape do not ask: they are no characters. */
export function isShortcut(event: KeyboardEvent): boolean {
  return shortcuts.get() && isFreeKey(event);
}
