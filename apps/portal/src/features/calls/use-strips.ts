import { useEffect, useState } from 'react';
import { type Strips, stripsInView } from './place.ts';

/** They come and go with the page that is open. Milliseconds. */
const lookEveryMs = 1_000;

const inView = (): Strips => stripsInView({ width: document.documentElement.clientWidth, height: innerHeight });

/** What of the view nothing of a call may cover, followed as the page is scrolled and changed. */
export function useStrips(): Strips {
  const [strips, setStrips] = useState(inView);
  useEffect(() => {
    const look = () =>
      setStrips((before) => {
        const now = inView();
        return now.top === before.top && now.bottom === before.bottom && now.right === before.right ? before : now;
      });
    look();
    const timer = setInterval(look, lookEveryMs);
    addEventListener('resize', look);
    addEventListener('scroll', look, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      removeEventListener('resize', look);
      removeEventListener('scroll', look, { capture: true });
    };
  }, []);
  return strips;
}
