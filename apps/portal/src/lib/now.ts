import { useEffect, useState } from 'react';

/** The wall clock in Unix milliseconds, read again every `everyMs` so that ages in words stay true. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
