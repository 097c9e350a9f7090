import { useEffect } from 'react';

/** Names the browser tab. Never with a person's name: titles stay in the browser's history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vigil`;
  }, [title]);
}
