import type { MarkerTab } from '#charts/markers/marker.ts';

/** What can be opened beside the page. */
export interface BesidePage {
  /** The tabs that the reader has. */
  readonly tabs: readonly string[];
  readonly onOpen: (tab: MarkerTab) => void;
}
