import { type RefObject, useEffect, useRef } from 'react';
import { isShortcut } from '#lib/shortcuts.ts';

/** What a key does to the row that has the focus. */
export type RowKey = 'a' | 's' | 'r' | 'i' | 'u' | ' ';
const keys: readonly string[] = ['a', 's', 'r', 'i', 'u', ' '] satisfies RowKey[];

/** Letters act on the row in which the focus is; rows are named by `data-row`. Which letters do something is for the caller. */
export function useTodayKeys(page: RefObject<HTMLElement | null>, onKey: (key: RowKey, userId: string) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!keys.includes(key) || event.repeat || !isShortcut(event)) return;
      // On any other button Space presses it.
      if (key === ' ' && !document.activeElement?.hasAttribute('data-row-link')) return;
      const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
      if (!focused?.dataset.row || !page.current?.contains(focused)) return;
      event.preventDefault();
      latest.current(key as RowKey, focused.dataset.row);
    };
    // Firefox presses a button when Space is let go.
    const letGo = (event: KeyboardEvent) => {
      if (event.key === ' ' && isShortcut(event) && document.activeElement?.hasAttribute('data-row-link')) event.preventDefault();
    };
    addEventListener('keydown', listen);
    addEventListener('keyup', letGo);
    return () => {
      removeEventListener('keydown', listen);
      removeEventListener('keyup', letGo);
    };
  }, [page]);
}
