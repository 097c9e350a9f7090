import type { AnalyticsEvent } from '@vigil/contract/analytics.forms';
import { eventSeconds } from '@vigil/contract/analytics.values';
import { VigilError } from '@vigil/contract/errors';
import { LRUCache } from 'lru-cache';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { DiskReserve } from '#platform/disk/disk-space.ts';
import type { AnalyticsStore, EventRow } from './analytics.store.ts';

export interface Rejected {
  readonly index: number;
  readonly reason: string;
}

/** Who sends events, where, and which members they may see. */
export interface Sender {
  readonly tenantId: string;
  readonly userId: string;
  readonly scope: () => Promise<'tenant' | readonly string[]>;
}

export interface Analytics {
  /**
   * Keeps the events, the same ones once. Events at an implausible time are told back. Throws invalid_input, and keeps nothing,
   * for an event that names another person or tenant; storage_full on a disk that is almost full.
   */
  keep(sender: Sender, events: readonly AnalyticsEvent[]): Promise<{ accepted: number; rejected: Rejected[] }>;
}

export interface AnalyticsServiceDeps {
  readonly store: AnalyticsStore;
  readonly people: Pick<People, 'isMember'>;
  readonly clock: Clock;
  /** What is kept for readings: page views are not worth it. */
  readonly reserve: Pick<DiskReserve, 'require'>;
  /** Days after which events are removed. */
  readonly keepDays: number;
}

const hourMs = 3_600_000;

export function createAnalyticsService({ store, people, clock, reserve, keepDays }: AnalyticsServiceDeps): Analytics {
  /** Tenants in which old events were looked for within the hour. */
  const cleaned = new LRUCache<string, number>({ max: 10_000 });

  async function removeOld(tenantId: string): Promise<void> {
    const now = clock.now();
    if (now - (cleaned.get(tenantId) ?? Number.NEGATIVE_INFINITY) < hourMs) return;
    cleaned.set(tenantId, now);
    await store.removeBefore(tenantId, now - keepDays * 24 * hourMs);
  }

  return {
    async keep({ tenantId, userId, scope }, events) {
      refuseOthers(events, tenantId, userId);
      await reserve.require();
      const now = clock.now();
      const rejected = events.flatMap(({ et }, index) => (isPlausible(et * 1000, now) ? [] : [{ index, reason: implausible }]));
      const kept = events.filter(({ et }) => isPlausible(et * 1000, now));
      const named = [...new Set(kept.map(({ ep }) => ep.patient_id ?? null).filter((id) => id !== null))];
      const members = new Set<string>();
      for (const id of named) if (await people.isMember(tenantId, id)) members.add(id);
      const seen = members.size === 0 ? [] : await scope();
      if (kept.length > 0)
        await store.insert(
          tenantId,
          userId,
          kept.map((event) => rowOf(event, members)),
          seen,
        );
      await removeOld(tenantId);
      return { accepted: kept.length, rejected };
    },
  };
}

const implausible = 'Its time is more than 7 days past or 5 minutes ahead.';

function isPlausible(atMs: number, nowMs: number): boolean {
  return atMs >= nowMs - eventSeconds.late * 1000 && atMs <= nowMs + eventSeconds.ahead * 1000;
}

/** Nobody writes down what somebody else did. */
function refuseOthers(events: readonly AnalyticsEvent[], tenantId: string, userId: string): void {
  const fields = events.flatMap(({ uid, te }, index) => [
    ...(uid === userId ? [] : [{ field: `${index}.uid`, message: 'Has to be your own user id' }]),
    ...(te === tenantId ? [] : [{ field: `${index}.te`, message: 'Has to be the tenant of the request' }]),
  ]);
  if (fields.length > 0)
    throw new VigilError('invalid_input', 'Events are of the person and the tenant of the request. Nothing was stored.', { fields });
}

function rowOf({ tid, et, en, ep }: AnalyticsEvent, members: ReadonlySet<string>): EventRow {
  return {
    sessionId: tid,
    atMs: et * 1000,
    name: en,
    category: ep.category,
    subcategory: ep.subcategory,
    visitPath: ep.visit_path,
    patientId: ep.patient_id && members.has(ep.patient_id) ? ep.patient_id : null,
    value: ep.value ?? null,
  };
}
