import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickBatch, TickSource } from '#services/ticks-store/index.ts';

export interface BatchOverrides {
  readonly source?: TickSource;
  readonly deviceId?: string | null;
  readonly receivedAtMs?: number;
}

/** A batch of one member's ticks: per metric a list of [Unix seconds, value]. */
export function tickBatch(
  member: { readonly id: string; readonly tenantId: string },
  ticks: Partial<Record<MetricId, readonly (readonly [seconds: number, value: number])[]>>,
  overrides: BatchOverrides = {},
): TickBatch {
  const source = overrides.source ?? 'device';
  return {
    tenantId: member.tenantId,
    userId: member.id,
    source,
    deviceId: overrides.deviceId ?? (source === 'device' ? '5d0cba11-0000-4000-8000-000000000001' : null),
    receivedAtMs: overrides.receivedAtMs ?? Date.parse('2026-06-01T00:00:00Z'),
    series: Object.entries(ticks).map(([metric, values]) => ({
      metric: metric as MetricId,
      timestampsMs: Float64Array.from(values, ([seconds]) => seconds * 1000),
      values: Float64Array.from(values, ([, value]) => value),
    })),
  };
}
