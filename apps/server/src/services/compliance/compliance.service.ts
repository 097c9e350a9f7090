import type { ResponseOf } from '@vigil/contract';
import { mostActivitiesADay } from '@vigil/contract/activities.values';
import type { getCompliance } from '@vigil/contract/compliance.contract';
import { VigilError } from '@vigil/contract/errors';
import { type ComplianceKind, complianceKinds, complianceOf } from '@vigil/domain/compliance/compliance';
import { bandDayMetrics } from '@vigil/domain/compliance/days';
import { accountAgeDays, activityWindowDays, complianceWindowDays, type WindowDay, windowDays } from '@vigil/domain/compliance/windows';
import { syncState } from '@vigil/domain/status/band-sync';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Activities } from '#services/activities/index.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { activitiesByDay, type Done, doneOn } from './compliance.rules.ts';

type MemberCompliance = ResponseOf<typeof getCompliance>;

export interface ComplianceDeps {
  readonly people: Pick<People, 'accounts' | 'timeZoneOf'>;
  readonly clock: Clock;
  readonly activities: Pick<Activities, 'counted'>;
  readonly ticks: Pick<TicksReads, 'readingDays'>;
  /** Which of these days the person opened the portal on. */
  readonly usedOn: (tenantId: string, userId: string, days: readonly WindowDay[]) => Promise<boolean[]>;
  /** What was last heard of the member's band. */
  readonly bandOf: (tenantId: string, userId: string) => Promise<Pick<MemberCompliance['band'], 'status' | 'lastSync'>>;
}

/** Compliance of one member. Throws not_found for nobody of the tenant's. */
export function createComplianceService({ people, clock, activities, ticks, usedOn, bandOf }: ComplianceDeps) {
  return async (tenantId: string, userId: string): Promise<MemberCompliance> => {
    const [account, zone] = await Promise.all([people.accounts.user(tenantId, userId), people.timeZoneOf(tenantId, userId)]);
    if (!account) throw new VigilError('not_found', 'There is no such member.');
    const now = clock.now() / 1000;
    const ageDays = accountAgeDays(account.createdAt / 1000, now);
    const activityDays = windowDays(activityWindowDays(ageDays), now, zone);
    const days = windowDays(complianceWindowDays(ageDays), now, zone);
    const [readings, used, logged, band] = await Promise.all([
      ticks.readingDays({ tenantId, userId, metrics: [...bandDayMetrics, 'weight'], days }),
      usedOn(tenantId, userId, days),
      activities.counted(tenantId, {
        ...{ userId, fromDate: activityDays[0]?.date ?? null, toDate: activityDays.at(-1)?.date ?? null, types: null },
        limit: activityDays.length * mostActivitiesADay,
      }),
      bandOf(tenantId, userId),
    ]);
    const done = days.map((day, index) => doneOn(day, { userId, readings, logged, used: used[index] ?? false }));
    const counted = (kind: ComplianceKind) => complianceOf(done.map((one: Done) => one[kind]));
    return {
      ...(Object.fromEntries(complianceKinds.map((kind) => [kind, counted(kind)])) as Record<ComplianceKind, ReturnType<typeof counted>>),
      band: { ...counted('band'), status: band.status, lastSync: band.lastSync, sync: syncState(band.lastSync, now, zone) },
      accountAgeDays: ageDays,
      complianceDays: days.map(({ date }, index) => ({ date, done: done[index] as Done })),
      activityDays: activitiesByDay(activityDays, logged),
    };
  };
}
