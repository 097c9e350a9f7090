import { type RefObject, useEffect } from 'react';
import { isFreeKey, shortcuts } from '#lib/shortcuts.ts';

/**
 * The keyboard and the click targets of a list. A click anywhere in a `data-row` follows the row's link. Arrows move between
 * its row links (`data-row-link`), Enter opens as on any link. J and K move too, and `/` goes to the search box, unless
 * shortcuts are off. Keys typed into a field, or with a modifier, are left alone.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const intoRows = event.target === search.current && event.key === 'ArrowDown' && !event.defaultPrevented;
      if (!intoRows && !isFreeKey(event)) return;
      const step = steps[event.key] ?? (shortcuts.get() ? letters[event.key.toLowerCase()] : undefined);
      if (event.key === '/' && shortcuts.get()) {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
      } else if (step) {
        const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
        const focused = document.activeElement;
        const at = focused instanceof HTMLElement ? links.indexOf(focused) : -1;
        const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step];
        if (!next) return;
        event.preventDefault();
        next.focus();
        next.scrollIntoView({ block: 'nearest' });
      }
    };
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.button !== 0 || target?.closest('a, button, input') || getSelection()?.toString()) return;
      target?.closest('[data-row]')?.querySelector<HTMLElement>('[data-row-link]')?.click();
    };
    const box = list.current;
    addEventListener('keydown', onKey);
    box?.addEventListener('click', onClick);
    return () => {
      removeEventListener('keydown', onKey);
      box?.removeEventListener('click', onClick);
    };
  }, [list, search]);
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const letters: Readonly<Record<string, number>> = { j: 1, k: -1 };
