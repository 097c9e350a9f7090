import { type RefObject, useEffect, useRef } from 'react';
import { isShortcut } from '#lib/shortcuts.ts';

/** X selects the row that has the focus, I writes down an intervention about it and everything that is selected. */
export type ActionKey = 'x' | 'i';
const keys: readonly string[] = ['x', 'i'] satisfies ActionKey[];

/** Letters act on the action in whose row the focus is; rows are named by `data-action`. */
export function useActionKeys(list: RefObject<HTMLElement | null>, onKey: (key: ActionKey, actionId: string) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!keys.includes(key) || event.repeat || !isShortcut(event)) return;
      const focused = document.activeElement?.closest<HTMLElement>('[data-action]');
      if (!focused?.dataset.action || !list.current?.contains(focused)) return;
      event.preventDefault();
      latest.current(key as ActionKey, focused.dataset.action);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [list]);
}
