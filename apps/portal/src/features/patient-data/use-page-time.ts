import { useMemo } from 'react';
import type { TimeSpan } from '#charts/series.ts';
import { useNow } from '#lib/now.ts';
import { type TimeWindow, windowOf } from './time-window.ts';
import { type RangeActions, useRangeActions, useRangeKeys } from './use-range-actions.ts';
import { useView, type ViewControl } from './use-view.ts';

interface PageTime extends ViewControl {
  /** Unix seconds, every 15 seconds; and the minute of it, which charts are drawn for. */
  readonly clock: number;
  readonly now: number;
  readonly window: TimeWindow;
  /** The whole range; keeps its identity while its ends do. */
  readonly range: TimeSpan;
  readonly actions: RangeActions;
}

/** When the page is looked at, which stretch of time it shows, and what changes that. */
export function usePageTime(zone: string): PageTime {
  const control = useView();
  const clock = useNow(15_000) / 1000;
  const now = Math.floor(clock / 60) * 60;
  const actions = useRangeActions(control, now, zone);
  useRangeKeys(actions);
  const window = windowOf(control.view, now, zone);
  const { from, to } = window.span;
  const range = useMemo(() => ({ from, to }), [from, to]);
  return { ...control, clock, now, window, range, actions };
}
