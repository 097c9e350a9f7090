import { type AlertSeverity, severities } from '../alerts/rule.ts';
import { calendarDay, startOfCalendarDay } from '../timeframe/zone.ts';

/** What is open about a member, as far as somebody who puts the row aside has seen it: ids and states, no values. */
export interface Seen {
  readonly severity: AlertSeverity | null;
  readonly actionIds: readonly string[];
  readonly alarms: readonly SeenAlarm[];
  /** Kinds of gaps, with the metric where one is of a metric. */
  readonly gaps: readonly string[];
}

export interface SeenAlarm {
  readonly id: string;
  readonly severity: AlertSeverity;
  /** How far up the chain; null while it is acknowledged or snoozed. */
  readonly level: number | null;
  /** When it last began to ask for somebody. Milliseconds. */
  readonly raisedAt: number;
  /** One more whenever another rule folds in; absent in what was kept before it was. */
  readonly version?: number;
}

/**
 * Whether something has come since a row was put aside: another action, another alarm, one that was raised again, climbed or
 * became more severe, another gap. What has ended, or was acknowledged, is not.
 */
export function isNewOrWorse(before: Seen, now: Seen): boolean {
  const has = new Set([...before.actionIds, ...before.gaps]);
  if (rank(now.severity) > rank(before.severity)) return true;
  if ([...now.actionIds, ...now.gaps].some((one) => !has.has(one))) return true;
  const alarms = new Map(before.alarms.map((alarm) => [alarm.id, alarm]));
  return now.alarms.some((alarm) => {
    const seen = alarms.get(alarm.id);
    return (
      !seen ||
      (alarm.version ?? 0) > (seen.version ?? alarm.version ?? 0) ||
      alarm.raisedAt > seen.raisedAt ||
      (alarm.level ?? -1) > (seen.level ?? -1) ||
      rank(alarm.severity) > rank(seen.severity)
    );
  });
}

/** When a row that is put aside now comes back at the latest: the next midnight where the tenant is. Unix seconds. */
export function reviewLapsesAt(nowSeconds: number, tenantZone: string): number {
  return startOfCalendarDay(calendarDay(nowSeconds, tenantZone) + 1, tenantZone);
}

const rank = (severity: AlertSeverity | null) => (severity === null ? -1 : severities.indexOf(severity));
