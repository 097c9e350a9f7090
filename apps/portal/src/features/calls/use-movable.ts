import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import { movedByKey, type Place, placeWithin, stripsInView } from './place.ts';

/** Below this width the window takes the width of the page, and stands where it is. Pixels. */
const movableFromPx = 600;
const corner: Place = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };

/** A window that is moved by its handle, with the pointer or the arrow keys, and keeps clear of what must be seen. */
export function useMovable(frame: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState<Place>(corner);
  const [place, setPlace] = useState<Place | null>(null);
  const settle = useCallback(() => {
    const { current } = frame;
    if (!current || innerWidth < movableFromPx) return setPlace(null);
    const view = { width: document.documentElement.clientWidth, height: innerHeight };
    const next = placeWithin(wanted, { width: current.offsetWidth, height: current.offsetHeight }, view, stripsInView(view));
    setPlace((before) => (before?.x === next.x && before.y === next.y ? before : next));
  }, [frame, wanted]);
  useEffect(() => {
    settle();
    const { current } = frame;
    const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(settle);
    if (current) watch?.observe(current);
    addEventListener('resize', settle);
    addEventListener('scroll', settle, { passive: true, capture: true });
    // Strips come and go with the page that is open.
    const timer = setInterval(settle, 1_000);
    return () => {
      watch?.disconnect();
      removeEventListener('resize', settle);
      removeEventListener('scroll', settle, { capture: true });
      clearInterval(timer);
    };
  }, [frame, settle]);

  const handle = {
    onKeyDown(event: KeyboardEvent) {
      const moved = movedByKey(place ?? wanted, event.key);
      if (!moved) return;
      event.preventDefault();
      setWanted(moved);
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !place) return;
      const handleElement = event.currentTarget;
      handleElement.setPointerCapture(event.pointerId);
      const from = { x: place.x - event.clientX, y: place.y - event.clientY };
      const move = ({ clientX, clientY }: globalThis.PointerEvent) => setWanted({ x: from.x + clientX, y: from.y + clientY });
      const drop = () => {
        handleElement.removeEventListener('pointermove', move);
        handleElement.removeEventListener('pointerup', drop);
        handleElement.removeEventListener('pointercancel', drop);
      };
      handleElement.addEventListener('pointermove', move);
      handleElement.addEventListener('pointerup', drop);
      handleElement.addEventListener('pointercancel', drop);
    },
  };
  const style: CSSProperties | undefined = place ? { left: place.x, top: place.y, right: 'auto', bottom: 'auto' } : undefined;
  return { style, handle, isMovable: place !== null };
}
