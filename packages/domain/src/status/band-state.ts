/** What the band does. Unknown is a state of its own and never reads as wearing. */
export type BandState = 'wearing' | 'removed' | 'charging' | 'unknown';

/** Codes of the metric band_removed, as Vigil keeps them. */
export const bandStateCodes = { wearing: 0, removed: 1, charging: 2 } as const satisfies Record<Exclude<BandState, 'unknown'>, number>;

/** The words a person reads (specification, states). */
export const bandStateLabels: Record<BandState, string> = {
  wearing: 'Band on wrist',
  removed: 'Band off wrist',
  charging: 'Band charging',
  unknown: 'Band status unknown',
};

const decoder = (states: Readonly<Record<number, BandState>>) => (code: number | null | undefined) =>
  (code === null || code === undefined ? undefined : states[code]) ?? 'unknown';

/** The canonical map: 0 wearing, 1 removed, 2 charging; no tick, or any other code, is unknown. */
export const bandState: (code: number | null | undefined) => BandState = decoder({ 0: 'wearing', 1: 'removed', 2: 'charging' });

/** The specification's "tick codes" map, for files that say they speak it: 1 removed, 2 charging, 3 wearing. */
export const bandStateOfTickCode: (code: number | null | undefined) => BandState = decoder({ 1: 'removed', 2: 'charging', 3: 'wearing' });

/** The specification's further map, for files that say they speak it: 1 wearing, 2 removed, 3 charging. */
export const bandStateOfReportCode: (code: number | null | undefined) => BandState = decoder({
  1: 'wearing',
  2: 'removed',
  3: 'charging',
});
