import type { GapKind } from '../gaps/gaps.ts';

/**
 * What members with nothing but holes in their data are compared by, the first that differs decides: what had to be done by now;
 * that somebody was asked to do something; that a gap began within the week; what kind it is, what a call mends soonest first; the
 * newest. Who has been silent for years is not the first to be called, though their gap is the oldest. The screen states it in this order.
 */
export const gapOrder = ['overdue', 'action', 'lately', 'mending', 'newest'] as const;
export type GapOrder = (typeof gapOrder)[number];

/** A gap that began within so many days is a recent one. */
export const recentGapDays = 7;

/**
 * Kinds of gaps, what a call mends soonest first: a charger, then the wrist, then the phone, then what has to be looked into, and last
 * a band that was never set up.
 */
export const gapKindsByMending = [
  ...(['battery_low', 'battery_flat', 'band_off', 'charging', 'not_syncing', 'source_lost', 'stuck_value', 'clock_ahead'] as const),
  ...(['stale', 'never_synced'] as const),
] satisfies readonly GapKind[];
