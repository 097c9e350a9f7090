import { roundTo } from '../units/rounding.ts';

/** What a member's compliance is counted of (specification, entities: "Compliance per member"). */
export const complianceKinds = ['weight', 'band', 'app', 'medication', 'meals'] as const;
export type ComplianceKind = (typeof complianceKinds)[number];

export interface Compliance {
  readonly totalDays: number;
  readonly complianceDays: number;
  /** Days over total, rounded (specification, business constants); null where no day was looked at. */
  readonly compliancePercentage: number | null;
}

/** Counts the days on which something was done, of those that were looked at. */
export function complianceOf(days: readonly boolean[]): Compliance {
  const totalDays = days.length;
  const complianceDays = days.filter(Boolean).length;
  const compliancePercentage = totalDays === 0 ? null : roundTo((complianceDays / totalDays) * 100, 0);
  return { totalDays, complianceDays, compliancePercentage };
}
