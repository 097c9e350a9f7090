import { type RefObject, useLayoutEffect } from 'react';

/** Ends an element at the window's lower edge, wherever it begins: bars above the page push it down, and scrolling takes them away. */
export function useFillsWindow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const reach = () => {
      const place = element.current;
      if (place) place.style.height = `${Math.max(0, innerHeight - place.getBoundingClientRect().top)}px`;
    };
    const observer = new ResizeObserver(reach);
    observer.observe(document.body);
    addEventListener('scroll', reach, { passive: true });
    addEventListener('resize', reach);
    reach();
    return () => {
      observer.disconnect();
      removeEventListener('scroll', reach);
      removeEventListener('resize', reach);
    };
  }, [element]);
}
