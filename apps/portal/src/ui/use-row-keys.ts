import { type RefObject, useEffect } from 'react';

/**
 * The keyboard and the click targets of a list. A click anywhere in a `data-row` follows the row's link. Arrows or J and K move between its row links (`data-row-link`), Enter opens as on any link, and
 * `/` goes
 * to the search box. Keys typed into a field, or with a modifier, are left alone.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      const step = steps[event.key];
      const inField = target?.closest('input, textarea, select, [role="menu"], [role="listbox"], [role="dialog"], [role="combobox"]');
      if (inField && !(target === search.current && event.key === 'ArrowDown')) return;
      if (event.key === '/') {
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

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
