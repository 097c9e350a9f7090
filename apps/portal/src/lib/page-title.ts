import { useEffect } from 'react';
import { createStore } from './store.ts';

/** How many critical alerts wait for the person: in front of the title, and on the icon of the tab. */
const critical = createStore(0);
const named = createStore('');

const write = () => {
  const count = critical.get();
  const title = named.get() === '' ? 'Vigil' : `${named.get()} · Vigil`;
  document.title = count > 0 ? `(${count}) ${title}` : title;
};
critical.subscribe(write);
named.subscribe(write);

/** Says on the tab how many critical alerts wait. */
export function setCriticalCount(count: number): void {
  critical.set(count);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = count > 0 ? iconWith(count) : '/vigil.svg';
}

function iconWith(count: number): string {
  const text = count > 9 ? '9+' : String(count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#b3261e"/><text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" fill="#fff" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * Names the browser tab. Never with a person's name: titles stay in the browser's history. Undefined: something within names it, which
 * is drawn, and so has named it, before what stands around it.
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    named.set(title);
    write();
  }, [title]);
}
