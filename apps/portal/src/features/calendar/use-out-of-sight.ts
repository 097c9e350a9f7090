import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

type Where = 'earlier' | 'later';

/**
 * How many of the events that are drawn on a grid are scrolled out of its sight, above and below. `watch` goes to each as its `ref`;
 * an event of two days counts once. Where the grid itself is on the page makes no difference.
 */
export function useOutOfSight(grid: RefObject<HTMLElement | null>) {
  const hidden = useRef(new Map<Element, Where>());
  const watched = useRef(new Set<Element>());
  const observer = useRef<IntersectionObserver>(null);
  const [counts, setCounts] = useState({ earlier: 0, later: 0 });

  const count = useCallback(() => {
    const of = (where: Where) => new Set([...hidden.current].filter(([, at]) => at === where).map(([one]) => idOf(one))).size;
    const [earlier, later] = [of('earlier'), of('later')];
    setCounts((before) => (before.earlier === earlier && before.later === later ? before : { earlier, later }));
  }, []);

  useEffect(() => {
    const made = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect: at, rootBounds } of entries) {
          if (isIntersecting || !rootBounds) hidden.current.delete(target);
          else hidden.current.set(target, at.top < rootBounds.top + rootBounds.height / 2 ? 'earlier' : 'later');
        }
        count();
      },
      { root: grid.current },
    );
    observer.current = made;
    for (const one of watched.current) made.observe(one);
    return () => made.disconnect();
  }, [grid, count]);

  const watch = useCallback(
    (drawn: HTMLElement | null) => {
      if (!drawn) return;
      watched.current.add(drawn);
      observer.current?.observe(drawn);
      return () => {
        watched.current.delete(drawn);
        observer.current?.unobserve(drawn);
        if (hidden.current.delete(drawn)) queueMicrotask(count);
      };
    },
    [count],
  );

  /** Goes to the first of them, or to the last one. */
  const show = (where: Where) => {
    const byHeight = [...hidden.current].filter(([, at]) => at === where).map(([one]) => one);
    byHeight.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
    const target = byHeight.at(where === 'earlier' ? 0 : -1);
    target?.scrollIntoView({ block: 'nearest' });
    target?.closest<HTMLElement>('[role="button"]')?.focus({ preventScroll: true });
  };
  return { ...counts, watch, show };
}

const idOf = (drawn: Element): string | undefined => (drawn as HTMLElement).dataset.event;
