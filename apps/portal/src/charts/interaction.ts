import { createStore, type Store } from '#lib/store.ts';
import type { TimeSpan } from './series.ts';

/**
 * What all charts of a page share while a person points at one of them. Outside React on purpose: the cursor moves with
 * every frame, and a dozen charts follow it by moving one line each, without drawing their data again.
 */
export interface ChartInteraction {
  /** Unix seconds under the pointer, null when it is elsewhere. */
  readonly cursor: Store<number | null>;
  /** The stretch being marked for a zoom. */
  readonly selection: Store<TimeSpan | null>;
}

export function createInteraction(): ChartInteraction {
  return { cursor: createStore<number | null>(null), selection: createStore<TimeSpan | null>(null) };
}
