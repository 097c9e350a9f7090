import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Where a dialog that lets nothing else be reached holds what can be. */
const openDialog = (): Element | null => [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)?.parentElement ?? null;

function subscribe(listener: () => void): () => void {
  const watch = new MutationObserver(listener);
  watch.observe(document.body, { childList: true, subtree: false });
  return () => watch.disconnect();
}

/**
 * Where calls are drawn: in `home`, over the page, and while a dialog is open within it, so that they are in front of it, are read out, and can
 * be reached by Tab. The element stays the same one as it moves: a picture goes on, and a window stands where it was moved to.
 */
export function useLayer(): { readonly layer: HTMLElement; readonly home: RefObject<HTMLDivElement | null>; readonly isInDialog: boolean } {
  const home = useRef<HTMLDivElement>(null);
  const [layer] = useState(() => document.createElement('div'));
  const dialog = useSyncExternalStore(subscribe, openDialog);
  useEffect(() => {
    (dialog ?? home.current)?.append(layer);
    // A dialog that was closed has taken it out of the page for a moment.
    for (const video of layer.querySelectorAll('video')) if (video.paused) video.play().catch(() => undefined);
  }, [layer, dialog]);
  return { layer, home, isInDialog: dialog !== null };
}
