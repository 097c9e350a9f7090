import { useCallback, useEffect, useRef, useState } from 'react';

/** Undo is offered for so long after something was done. Milliseconds. */
const undoOfferedMs = 10_000;

/** What was done about members just now, and how each is undone; by member. */
export interface Undos {
  readonly of: (userId: string) => (() => void) | undefined;
  readonly offer: (userId: string, undo: () => void) => void;
  readonly withdraw: (userId: string) => void;
}

/** Keeps the newest undo of each member until it is no longer offered. */
export function useUndos(): Undos {
  const [offered, setOffered] = useState<ReadonlyMap<string, () => void>>(new Map());
  const timers = useRef(new Map<string, number>());
  const withdraw = useCallback((userId: string) => {
    clearTimeout(timers.current.get(userId));
    setOffered((before) => new Map([...before].filter(([id]) => id !== userId)));
  }, []);
  const offer = useCallback(
    (userId: string, undo: () => void) => {
      clearTimeout(timers.current.get(userId));
      timers.current.set(
        userId,
        window.setTimeout(() => withdraw(userId), undoOfferedMs),
      );
      setOffered((before) => new Map(before).set(userId, undo));
    },
    [withdraw],
  );
  useEffect(() => {
    const { current } = timers;
    return () => {
      for (const timer of current.values()) clearTimeout(timer);
    };
  }, []);
  return { of: (userId) => offered.get(userId), offer, withdraw };
}
