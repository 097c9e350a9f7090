import { type RefObject, useEffect, useRef } from 'react';
import { isShortcut } from '#lib/shortcuts.ts';

/** Keys act on the row in which the focus is; rows are named by `data-row`. Which of the keys do something is for the caller. */
export function useFocusedRowKeys<Key extends string>(
  list: RefObject<HTMLElement | null>,
  keys: readonly Key[],
  onKey: (key: Key, row: string) => void,
): void {
  const latest = useRef({ keys, onKey });
  useEffect(() => {
    latest.current = { keys, onKey };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = latest.current.keys.find((one) => one === event.key.toLowerCase());
      if (key === undefined || event.repeat || !isShortcut(event)) return;
      // On any other button Space presses it.
      if (key === ' ' && !document.activeElement?.hasAttribute('data-row-link')) return;
      const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
      if (!focused?.dataset.row || !list.current?.contains(focused)) return;
      event.preventDefault();
      latest.current.onKey(key, focused.dataset.row);
    };
    // Firefox presses a button when Space is let go.
    const letGo = (event: KeyboardEvent) => {
      const isRowKey = latest.current.keys.some((one) => one === ' ') && event.key === ' ';
      if (isRowKey && isShortcut(event) && document.activeElement?.hasAttribute('data-row-link')) event.preventDefault();
    };
    addEventListener('keydown', listen);
    addEventListener('keyup', letGo);
    return () => {
      removeEventListener('keydown', listen);
      removeEventListener('keyup', letGo);
    };
  }, [list]);
}
