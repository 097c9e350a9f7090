import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { useWindowWidth } from '#lib/window-width.ts';
import { cornerOf, movedByKey, type Place, placeWithin } from './place.ts';
import { useStrips } from './use-strips.ts';

/** Below this width the window takes the width of the page, at its lower edge. Pixels. */
export const movableFromPx = 600;
/** How much of the lower edge of the page the sheet takes, for what has to be seen above it. */
const sheetProperty = '--v-call-sheet';

interface Shown {
  readonly isExpanded: boolean;
  /** A dialog is open: the panel beside the page is behind it. */
  readonly isInDialog: boolean;
}

/**
 * A window that is moved by its handle, with the pointer or the arrow keys, and keeps clear of what must be seen; so does the one
 * that fills the page (`isExpanded`), and the sheet of a narrow page.
 */
export function useMovable(frame: RefObject<HTMLElement | null>, { isExpanded, isInDialog }: Shown) {
  const strips = useStrips();
  const width = useWindowWidth();
  const isMovable = width >= movableFromPx && !isExpanded;
  const [wanted, setWanted] = useState<Place | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const measure = () => setSize({ width: current.offsetWidth, height: current.offsetHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [frame]);
  const sheetPx = width >= movableFromPx || isExpanded ? 0 : size.height;
  useEffect(() => {
    const { style } = document.documentElement;
    if (sheetPx > 0) style.setProperty(sheetProperty, `${sheetPx}px`);
    return () => void style.removeProperty(sheetProperty);
  }, [sheetPx]);
  const view = { width: document.documentElement.clientWidth, height: innerHeight };
  const corner = cornerOf(isInDialog ? view.width : strips.right, size);
  const place = placeWithin(wanted ?? corner, size, view, strips);

  const handle = {
    onKeyDown(event: KeyboardEvent) {
      const moved = movedByKey(place, event.key);
      if (!moved) return;
      event.preventDefault();
      setWanted(moved);
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const held = event.currentTarget;
      held.setPointerCapture(event.pointerId);
      const from = { x: place.x - event.clientX, y: place.y - event.clientY };
      const move = ({ clientX, clientY }: globalThis.PointerEvent) => setWanted({ x: from.x + clientX, y: from.y + clientY });
      const dropped = new AbortController();
      const { signal } = dropped;
      held.addEventListener('pointermove', move, { signal });
      for (const end of ['pointerup', 'pointercancel'] as const) held.addEventListener(end, () => dropped.abort(), { signal });
    },
  };
  // A dialog of a narrow page covers the strips of the page.
  const clear = isInDialog && width < movableFromPx ? { top: 0, bottom: 0 } : { top: strips.top, bottom: view.height - strips.bottom };
  const style: CSSProperties = isMovable
    ? { left: place.x, top: place.y, right: 'auto', bottom: 'auto' }
    : { bottom: clear.bottom, ...(isExpanded && { top: clear.top }) };
  return { style, handle, isMovable };
}
