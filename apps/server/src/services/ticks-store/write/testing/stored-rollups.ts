import type { TicksEngine } from '#platform/ticks/engine.ts';

export interface StoredHour {
  readonly metric: string;
  readonly hour: string;
  readonly n: number;
  readonly total: number;
  readonly low: number;
  readonly high: number;
}

export interface StoredDay extends Omit<StoredHour, 'hour'> {
  readonly day: string;
  readonly device_n: number;
  readonly median: number;
}

export function storedHours(engine: TicksEngine, userId: string): Promise<StoredHour[]> {
  return engine.query<StoredHour>(
    'select metric, hour, n, total, low, high from vigil.ticks_hour final where user_id = {userId:UUID} and n > 0 order by metric, hour',
    { userId },
  );
}

export function storedDays(engine: TicksEngine, userId: string, timeZone: string): Promise<StoredDay[]> {
  return engine.query<StoredDay>(
    'select metric, day, n, total, low, high, device_n, median from vigil.ticks_day final where user_id = {userId:UUID} and tz = {timeZone:String} and n > 0 order by metric, day',
    { userId, timeZone },
  );
}
