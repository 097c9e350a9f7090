import { slotSeconds } from '../alerts/rule.ts';
import { ageYears } from '../people/age.ts';
import type { StateInterval } from '../timeframe/state-runs.ts';
import { news2Applies } from './applies.ts';
import { type Consciousness, type News2Inputs, news2Score } from './score.ts';
import { firstNotBefore, lastWornHour, type TimedReadings, wornMedian } from './worn-hour.ts';

/** An input that is older is unknown. Seconds. */
export const news2InputSeconds = 86_400;

/** What a clinician said of a member, at a moment in Unix seconds. */
export interface SaidOfMember {
  readonly kind: 'consciousness' | 'oxygen' | 'scale' | 'pregnancy';
  readonly value: string;
  readonly saidAt: number;
}

/** All that NEWS2 of a member is made of over a stretch of time. */
export interface News2History {
  readonly worn: Readonly<Record<'pulse' | 'respiration' | 'spo2', TimedReadings>>;
  readonly spot: Readonly<Record<'systolic' | 'temperature', TimedReadings>>;
  /** When the band was in which state, in order of time. */
  readonly band: readonly StateInterval[];
  /** In the order in which it was said. */
  readonly said: readonly SaidOfMember[];
  /** As yyyy-MM-dd; null: unknown. */
  readonly birthDate: string | null;
}

/**
 * The lower bound of NEWS2 at the end of a slot: what alert rules are about. A cuff, a thermometer and what is said count as they
 * come; of the band what lies before the slot, since of a slot under way more may come. Null where nothing is known of the seven
 * inputs, and for whom the score is not.
 */
export function news2LowerBound({ worn, spot, band, said, birthDate }: News2History, slot: number): number | null {
  const begins = slot * slotSeconds;
  const ends = begins + slotSeconds;
  const newest = (kind: SaidOfMember['kind']) => said.findLast((one) => one.kind === kind && one.saidAt < ends);
  const today = new Date(begins * 1000).toISOString().slice(0, 10);
  const applies = news2Applies(birthDate ? ageYears(birthDate, today) : null, newest('pregnancy')?.value === 'yes');
  if (applies === 'under_16' || applies === 'pregnancy') return null;
  const oldest = begins - news2InputSeconds;
  const hour = lastWornHour(
    band
      .filter(({ start, end }) => start < begins && end > oldest)
      .map(({ start, end, value }) => ({ value, start: Math.max(start, oldest), end: Math.min(end, begins) })),
  );
  const ofWornHour = (readings: TimedReadings) => wornMedian(readings, hour);
  const ofSpot = ({ seconds, values }: TimedReadings) => {
    const newestAt = firstNotBefore(seconds, ends) - 1;
    return (seconds[newestAt] ?? 0) >= ends - news2InputSeconds ? (values[newestAt] ?? null) : null;
  };
  const saidToday = (kind: 'consciousness' | 'oxygen') => {
    const one = newest(kind);
    return one && one.saidAt >= ends - news2InputSeconds ? one.value : null;
  };
  const inputs: News2Inputs = {
    ...{ pulse: ofWornHour(worn.pulse), respiration: ofWornHour(worn.respiration), spo2: ofWornHour(worn.spo2) },
    ...{ systolic: ofSpot(spot.systolic), temperature: ofSpot(spot.temperature) },
    oxygen: saidToday('oxygen') as 'air' | 'oxygen' | null,
    consciousness: saidToday('consciousness') as Consciousness | null,
  };
  const { low, known } = news2Score(inputs, newest('scale')?.value === '2' ? 2 : 1);
  return known === 0 ? null : low;
}
