import type { Day } from './day.ts';
import { minuteMs } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import { channel, clamp, drift, normal, uniform } from './noise.ts';
import type { SeriesSink } from './series.ts';

/** Minutes from a meal to the peak of glucose: 46–75 in health and diabetes (American Diabetes Association, Diabetes Care 2001;24:775). */
const minutesToPeak = 62;
/** Breakfast, lunch, dinner and an afternoon bite: minute of the day, and size against a main meal. */
const meals = [
  [7.5 * 60, 0.85],
  [12.6 * 60, 1],
  [16 * 60, 0.35],
  [18.9 * 60, 1.1],
] as const;

/** Glucose at a minute of the day, mg/dL: fasting level, dawn rise, a wave after each meal, and the trough of a bad night. */
function glucoseAt(member: SyntheticMember, day: Day, minute: number): number {
  const { seed, body } = member;
  const at = day.startMs / minuteMs + minute;
  const dawn = 0.09 * body.fastingGlucoseMgDl * Math.exp(-(((minute - 6.6 * 60) / 110) ** 2));
  let value = body.fastingGlucoseMgDl + dawn + 6 * drift(seed, channel.glucose, at / 55) + 2.5 * normal(seed, channel.glucose + 1, at);
  meals.forEach(([usual, size], n) => {
    const began = usual + 70 * (uniform(seed, channel.glucose + 2 + n, day.number) - 0.5);
    const share = (minute - began) / minutesToPeak;
    const scale = size * (0.65 + 0.7 * uniform(seed, channel.glucose + 8 + n, day.number));
    if (share > 0) value += day.effects.mealGlucose * scale * (share * Math.exp(1 - share)) ** 1.6;
  });
  const low = day.effects.nightGlucose;
  if (low !== null) value += (low - value) * 0.97 * Math.exp(-(((minute - 190) / 58) ** 2));
  return Math.round(clamp(value, 41, 400));
}

/** A sensor every 15 minutes, or a finger stick before breakfast and two hours after dinner. */
export function glucoseReadings(member: SyntheticMember, day: Day, sink: SeriesSink): void {
  if (member.instruments.glucose === 'continuous')
    for (let minute = 0; minute < day.minutes; minute += 15)
      sink('glucose', 'device', day.startMs + minute * minuteMs, glucoseAt(member, day, minute));
  if (member.instruments.glucose === 'spot')
    for (const [n, usual] of [6.9 * 60, 21 * 60].entries()) {
      const minute = Math.round(usual + 30 * uniform(member.seed, channel.glucose + 20 + n, day.number));
      if (uniform(member.seed, channel.glucose + 22 + n, day.number) < 0.8)
        sink('glucose', 'manual', day.startMs + minute * minuteMs, glucoseAt(member, day, minute));
    }
}
