import { confidences } from '@vigil/domain/metrics/counting';
import type { TickBatch } from '../tick-batch.ts';

export const hourMs = 3_600_000;

/** What commits have changed for one member: which metrics, in which UTC hours (hours since 1970). */
export interface TouchedMember {
  readonly metrics: Set<string>;
  readonly hours: Set<number>;
}

/** Tenant → member → what changed. */
export type Touched = Map<string, Map<string, TouchedMember>>;

export function touch(touched: Touched, tenantId: string, userId: string): TouchedMember {
  let members = touched.get(tenantId);
  if (!members) {
    members = new Map();
    touched.set(tenantId, members);
  }
  let member = members.get(userId);
  if (!member) {
    member = { metrics: new Set(), hours: new Set() };
    members.set(userId, member);
  }
  return member;
}

/** Notes a metric, and those whose values count or not by what it says. */
export function noteMetric(member: TouchedMember, metric: string): void {
  member.metrics.add(metric);
  for (const confidence of confidences) if (confidence.metric === metric) member.metrics.add(confidence.of);
}

export function touchBatch(touched: Touched, batch: TickBatch): void {
  const member = touch(touched, batch.tenantId, batch.userId);
  for (const series of batch.series) {
    if (series.timestampsMs.length > 0) noteMetric(member, series.metric);
    let known = Number.NaN;
    for (const timestampMs of series.timestampsMs) {
      const hour = Math.floor(timestampMs / hourMs);
      // Series mostly run forward, so a set operation an hour is enough instead of one a tick.
      if (hour !== known) member.hours.add(hour);
      known = hour;
    }
  }
}

/** Puts what could not be rolled up back, beside what has been touched meanwhile. */
export function mergeTouched(into: Touched, from: Touched): void {
  for (const [tenantId, members] of from) {
    for (const [userId, member] of members) {
      const target = touch(into, tenantId, userId);
      for (const metric of member.metrics) target.metrics.add(metric);
      for (const hour of member.hours) target.hours.add(hour);
    }
  }
}

/** Each member with the earliest hour in which something has changed, in milliseconds since 1970. */
export function* membersTouched(touched: Touched): Generator<{ tenantId: string; userId: string; fromMs: number }> {
  for (const [tenantId, members] of touched)
    for (const userId of members.keys()) yield { tenantId, userId, fromMs: earliestTouchedMs(touched, tenantId, userId) };
}

/** The earliest hour in which something of the member has changed, in milliseconds since 1970; Infinity when nothing has. */
export function earliestTouchedMs(touched: Touched, tenantId: string, userId: string): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const hour of touched.get(tenantId)?.get(userId)?.hours ?? []) earliest = Math.min(earliest, hour * hourMs);
  return earliest;
}
