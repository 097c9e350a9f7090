import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** Width of the window in CSS pixels. */
export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, () => innerWidth);
}
