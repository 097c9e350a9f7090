import { type RefCallback, useCallback, useRef, useState } from 'react';

/** While a window is being dragged to another size, charts are drawn again at most this often. Milliseconds. */
const settleMs = 120;

/** Width of an element in whole pixels: known before the first paint, then followed without drawing at every step of a drag. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const stop = useRef<() => void>(() => undefined);
  const follow = useCallback((element: HTMLElement | null) => {
    stop.current();
    if (element === null) return;
    setWidth(Math.floor(element.clientWidth));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setWidth(Math.floor(element.clientWidth)), settleMs);
    });
    observer.observe(element);
    stop.current = () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return [follow, width];
}
