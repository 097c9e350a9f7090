import { calendarDaysBetween, memberTimeZone } from '../timeframe/zone.ts';

/** `never` is kept apart from `stale`: a band that was never set up is another task than one that fell silent. */
export type SyncState = 'fresh' | 'stale' | 'never';

/** A sync older than this is out of compliance. Seconds. */
const syncStaleAfterSeconds = 24 * 3_600;

/**
 * Whether a member's band is in touch: stale when the last sync is more than 24 hours ago or more than one calendar day
 * ago in the member's zone (on a day of 23 hours the second comes first). Unix seconds; a null zone is the default one.
 */
export function syncState(lastSyncSeconds: number | null, nowSeconds: number, timeZone: string | null): SyncState {
  if (lastSyncSeconds === null) return 'never';
  if (nowSeconds - lastSyncSeconds > syncStaleAfterSeconds) return 'stale';
  return calendarDaysBetween(nowSeconds, lastSyncSeconds, memberTimeZone(timeZone)) > 1 ? 'stale' : 'fresh';
}
