import { useCallback, useEffect, useRef, useState } from 'react';
import { type Retry, retryDelayMs } from './passing-failures.ts';
import { type Stage, startUp } from './start-up-flow.ts';

/**
 * Begins the start-up again while `retry` says that its failure may pass: when the wait is over, and at once when the network
 * comes back or `tryNow` is called. One try at a time; each hands its stage to `take`.
 */
export function useRetries(retry: Retry | null, take: (stage: Stage) => void): { tryNow: () => void; underWay: boolean } {
  const tries = useRef(0);
  const running = useRef(false);
  const [underWay, setUnderWay] = useState(false);

  const tryNow = useCallback(() => {
    if (running.current) return;
    running.current = true;
    tries.current += 1;
    setUnderWay(true);
    void startUp().then((stage) => {
      running.current = false;
      setUnderWay(false);
      take(stage);
    });
  }, [take]);

  useEffect(() => {
    if (!retry) return;
    const timer = setTimeout(tryNow, retryDelayMs(tries.current, retry));
    addEventListener('online', tryNow);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', tryNow);
    };
  }, [retry, tryNow]);

  return { tryNow, underWay };
}
