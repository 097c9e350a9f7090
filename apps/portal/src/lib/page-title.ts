import { useEffect } from 'react';

/**
 * Names the browser tab. Never with a person's name: titles stay in the browser's history. Undefined: something within names it, which
 * is drawn, and so has named it, before what stands around it.
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Vigil`;
  }, [title]);
}
