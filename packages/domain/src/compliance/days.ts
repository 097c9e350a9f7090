import { dosesPerDay, type MedicationFrequency } from '../activities/medication.ts';
import type { MetricId } from '../metrics/catalogue.ts';
import type { TickSource } from '../metrics/counting.ts';

/**
 * Readings that only a worn band can have made: those of a pulse, of breathing and of sleep. Temperature, skin response, steps
 * and its own state a band also sends from the bedside table.
 */
export const bandDayMetrics: readonly MetricId[] = ['heart_rate', 'rhr', 'rmssd', 'resp_rate', 'spo2', 'sleep_depth'];

/**
 * Whether a reading that counts makes its day a band day. One is enough: "16 days of data" of remote physiologic monitoring
 * (CPT 99454; CMS, Physician Fee Schedule 2021, 85 FR 84472) are days with a reading, however many there are, and the
 * specification's "at least 16 days per month" is the same measure. The device has to have sent it by itself: what was typed
 * in or imported is no transmission.
 */
export function makesBandDay({ metric, source }: { readonly metric: MetricId; readonly source: TickSource }): boolean {
  return source === 'device' && bandDayMetrics.includes(metric);
}

/** One dose as it was logged. */
export interface DoseLog {
  /** What was taken, as the member calls it. */
  readonly title: string;
  readonly frequency: MedicationFrequency | null;
  /** False for a dose that was left out on purpose. */
  readonly isTaken: boolean;
}

/**
 * Whether a day's medication was taken: something was logged, nothing was left out, and of each medication that is to be taken
 * so many times a day, so many doses were. What nobody logged that day is not known to have been due: a plan is the
 * prescription's, not the log's. A day covered is the measure of adherence that the Pharmacy Quality Alliance uses
 * (proportion of days covered).
 */
export function isMedicationDay(doses: readonly DoseLog[]): boolean {
  if (doses.length === 0 || doses.some(({ isTaken }) => !isTaken)) return false;
  const byTitle = Map.groupBy(doses, ({ title }) => title.trim().toLowerCase());
  return [...byTitle.values()].every((ofOne) => {
    const due = Math.max(...ofOne.map(({ frequency }) => (frequency === null ? 1 : dosesPerDay(frequency))));
    return ofOne.length >= due;
  });
}
