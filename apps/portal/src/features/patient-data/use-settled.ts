import { useEffect, useState } from 'react';
import type { TimeSpan } from '#charts/series.ts';

/** A zoom once it has stayed the same for so many milliseconds; back to none (null) at once. */
export function useSettled(zoom: TimeSpan | null, milliseconds: number): TimeSpan | null {
  const [settled, setSettled] = useState(zoom);
  const [from, to] = [zoom?.from ?? null, zoom?.to ?? null];
  useEffect(() => {
    const timer = setTimeout(() => setSettled(from === null || to === null ? null : { from, to }), milliseconds);
    return () => clearTimeout(timer);
  }, [from, to, milliseconds]);
  return zoom === null ? null : settled;
}
