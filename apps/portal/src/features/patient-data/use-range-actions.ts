import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { type DataRange, dataRange } from '@vigil/domain/timeframe/ranges';
import { useEffect, useMemo } from 'react';
import { isShortcut } from '#lib/shortcuts.ts';
import { dayAt, steppedEnd } from './time-window.ts';
import type { ViewControl } from './use-view.ts';

/** What a person can do with time on this page. */
export interface RangeActions {
  readonly choose: (range: DataRange) => void;
  readonly step: (direction: -1 | 1) => void;
  /** Shows the range that ends with this day, yyyy-MM-dd. */
  readonly goTo: (day: string) => void;
  readonly toNow: () => void;
  readonly detail: (detail: Granularity) => void;
  readonly wholeRange: () => void;
}

/** Ranges by key, as in other monitoring tools; y is the year. */
const rangeKeys: Readonly<Record<string, number>> = { '1': 1, '7': 7, '3': 30, y: 365 };

export function useRangeActions({ view, change }: ViewControl, now: number, zone: string): RangeActions {
  return useMemo(
    () => ({
      choose: (range) => change({ range, detail: null, zoom: null }),
      step: (direction) => change({ end: steppedEnd(view, direction, now, zone), zoom: null }),
      goTo: (day) => change({ end: day >= dayAt(now, zone) ? null : day, zoom: null }),
      toNow: () => change({ end: null, zoom: null }),
      detail: (detail) => change({ detail }),
      wholeRange: () => change({ zoom: null }),
    }),
    [view, change, now, zone],
  );
}

/** The shortcuts of the page: [ and ] step, 1 7 3 y choose the range, n is now, 0 the whole range. */
export function useRangeKeys(actions: RangeActions): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const range = dataRange(rangeKeys[event.key.toLowerCase()] ?? 0);
      if (range !== undefined) actions.choose(range);
      else if (event.key === '[') actions.step(-1);
      else if (event.key === ']') actions.step(1);
      else if (event.key.toLowerCase() === 'n') actions.toNow();
      else if (event.key === '0') actions.wholeRange();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [actions]);
}
