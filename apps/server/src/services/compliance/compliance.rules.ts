import type { ActivityType } from '@vigil/contract/activities.values';
import type { ComplianceKind } from '@vigil/domain/compliance/compliance';
import { isMedicationDay, makesBandDay } from '@vigil/domain/compliance/days';
import type { WindowDay } from '@vigil/domain/compliance/windows';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickSource } from '@vigil/domain/metrics/counting';
import type { ActivityRow } from '#services/activities/index.ts';

export type Done = Readonly<Record<ComplianceKind, boolean>>;

type Logged = Pick<ActivityRow, 'activityType' | 'status' | 'fromDate' | 'title' | 'frequency' | 'loggedBy' | 'loggedAt'>;

export interface Known {
  readonly userId: string;
  /** Days with readings that count; `from` in Unix seconds. */
  readonly readings: readonly { readonly metric: MetricId; readonly source: TickSource; readonly from: number }[];
  readonly logged: readonly Logged[];
  /** Whether the member opened the portal on this day. */
  readonly used: boolean;
}

/**
 * What a member did on a day. Weight: one that counts, of a scale or typed in. Band: `makesBandDay`. App: the member opened the
 * portal or logged something; what the care team logs is none of the member's doing. Medication: `isMedicationDay`. Meals: one.
 */
export function doneOn({ date, from, to }: WindowDay, { userId, readings, logged, used }: Known): Done {
  const ofDay = readings.filter((one) => one.from === from);
  const onDay = logged.filter((one) => one.fromDate === date);
  const doses = onDay.filter(({ activityType }) => activityType === 'LOGGING_MEDICATION');
  return {
    weight: ofDay.some(({ metric }) => metric === 'weight'),
    band: ofDay.some(makesBandDay),
    app: used || logged.some(({ loggedBy, loggedAt }) => loggedBy === userId && loggedAt >= from * 1000 && loggedAt < to * 1000),
    medication: isMedicationDay(
      doses.map(({ title, frequency, status }) => ({ title: title ?? '', frequency, isTaken: status === 'DONE' })),
    ),
    meals: onDay.some(({ activityType, status }) => activityType === 'LOGGING_FOOD' && status === 'DONE'),
  };
}

/** How many activities of each type were done on each day. */
export function activitiesByDay(days: readonly WindowDay[], logged: readonly Logged[]) {
  const byDate = Map.groupBy(
    logged.filter(({ status }) => status === 'DONE'),
    ({ fromDate }) => fromDate,
  );
  return days.map(({ date }) => {
    const byType = Map.groupBy(byDate.get(date) ?? [], ({ activityType }) => activityType);
    return { date, done: Object.fromEntries([...byType].map(([type, of]) => [type, of.length])) as Partial<Record<ActivityType, number>> };
  });
}
