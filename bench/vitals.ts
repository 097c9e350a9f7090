import type { TickSeries } from '#server/services/ticks-store/index.ts';
import { readings, type SyntheticMember, syntheticMembers } from '../packages/simulator/src/index.ts';

/** Six vitals of a wrist band, each by the minute. */
export const vitalMetrics = ['heart_rate', 'rmssd', 'resp_rate', 'spo2', 'skin_temp', 'gsr'] as const;
export type VitalMetric = (typeof vitalMetrics)[number];

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** The same people in every run, so that two runs differ by time and machine only. */
const seed = 20_240;
/** The midnight (UTC) at which these people's days end, whatever the date of the run: it decides when they were ill, away or without a band. */
const modelMidnightMs = Date.UTC(2026, 5, 1);

/** A synthetic person whose life is lived so much later than the simulator has it: whole days, so that nights stay nights. */
export interface Wearer {
  readonly person: SyntheticMember;
  readonly laterMs: number;
}

/**
 * Synthetic people who wear a band that measures all six vitals each minute, from `days` before `nowMs` on. They take it off and
 * charge it as people do: some 6 to 15 percent of the minutes are missing, and oxygen and variability while they move.
 */
export function wearers(count: number, days: number, nowMs: number): Wearer[] {
  const laterMs = Math.floor(nowMs / dayMs) * dayMs - modelMidnightMs;
  const options = { seed, tenantCode: 'bench', epochMs: modelMidnightMs + dayMs, historyDays: days + 2, stories: [] };
  const wholeHistory = (member: SyntheticMember) => member.fromMs <= modelMidnightMs - days * dayMs && member.toMs === null;
  // Some of the simulator's people joined late or have left: more are asked for than are needed.
  return syntheticMembers({ ...options, count: Math.ceil(count * 1.5) + 19 })
    .filter(wholeHistory)
    .slice(0, count)
    .map((member) => ({
      laterMs,
      person: {
        ...member,
        timeZone: 'UTC',
        habits: { ...member.habits, clockSkewMs: 0 },
        instruments: { ...member.instruments, vitalsEveryMinutes: 1 },
      },
    }));
}

/** The six vitals of a wearer in [fromMs, toMs). */
export function minuteVitals({ person, laterMs }: Wearer, fromMs: number, toMs: number): TickSeries[] {
  const wanted: readonly string[] = vitalMetrics;
  return readings(person, fromMs - laterMs, toMs - laterMs)
    .series.filter(({ metric, source }) => source === 'device' && wanted.includes(metric))
    .map(({ metric, timestampsMs, values }) => ({ metric, values, timestampsMs: timestampsMs.map((ms) => ms + laterMs) }));
}

/** Cuts series of the same stretch of time into batches of exactly `size` ticks, in order of time; what is left over is dropped. */
export function batches(series: readonly TickSeries[], size: number): TickSeries[][] {
  const whole: TickSeries[][] = [];
  let rest = series.map((one) => ({ ...one }));
  for (;;) {
    const share = Math.ceil(size / rest.length);
    let left = size;
    const batch = rest.map((one) => {
      const length = Math.min(share, left, one.values.length);
      left -= length;
      return { ...one, timestampsMs: one.timestampsMs.subarray(0, length), values: one.values.subarray(0, length) };
    });
    if (left > 0) return whole;
    whole.push(batch);
    rest = rest.map((one, index) => {
      const from = batch[index]?.values.length ?? 0;
      return { ...one, timestampsMs: one.timestampsMs.subarray(from), values: one.values.subarray(from) };
    });
  }
}
