import type { MemberLimits } from '@vigil/domain/alerts/out-of-range';
import type { MetricId } from '@vigil/domain/metrics/catalogue';

/** What the alert rules of a tenant say of single readings. */
export interface TenantLimits {
  /** What its rules are about. */
  readonly metrics: readonly MetricId[];
  /** What decides whether readings of these members are out of range, and what became of it. */
  of(userIds: readonly string[]): Promise<(userId: string) => MemberLimits>;
}

export type ReadLimits = (tenantId: string) => Promise<TenantLimits>;
