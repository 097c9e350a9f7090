import type { SleepFigure } from '@vigil/domain/facts/fact';
import { onsetForAveraging, type Sleep } from '@vigil/domain/sleep/sleeps';
import { secondsOfDay } from '@vigil/domain/timeframe/zone';

/** One figure of a sleep; null where the sleep does not have it. Seconds, percent (efficiency) or a count (awakenings). */
export function sleepFigure(sleep: Sleep, figure: SleepFigure, timeZone: string): number | null {
  switch (figure) {
    case 'efficiency':
      return sleep.efficiency;
    case 'total':
      return sleep.totalSleepSeconds;
    case 'awake':
      return sleep.awakeSeconds;
    case 'light':
      return sleep.lightSeconds;
    case 'rem':
      return sleep.remSeconds;
    case 'deep':
      return sleep.deepSeconds;
    case 'latency':
      return sleep.latencySeconds;
    case 'awakenings':
      return sleep.awakenings;
    case 'onset':
      return onsetForAveraging(secondsOfDay(sleep.onset, timeZone));
  }
}
