import type { Day } from './day.ts';
import type { SyntheticMember } from './member.ts';
import { awake, deep, rem } from './night.ts';
import { channel, clamp, drift, normal, uniform } from './noise.ts';

/** Breaths a minute, to a tenth: steady in deep sleep, uneven in REM, higher awake and with effort (Natarajan et al., npj Digit Med 2021;4:136). */
export function respirationRates(member: SyntheticMember, day: Day): (minute: number) => number {
  const { seed, body } = member;
  const level = body.respirationRate + day.effects.respiration + 0.35 * drift(seed, channel.oxygen, day.number / 5);
  return (minute) => {
    const stage = day.stage[minute] ?? 0;
    const at = day.startMs / 60_000 + minute;
    const noise = normal(seed, channel.oxygen + 1, at);
    const unevenness = stage === deep ? 0.25 : stage === rem ? 0.8 : stage > 0 ? 0.45 : 0.9;
    const wakefulness = stage > awake ? (stage === rem ? 0.5 : 0) : 1.6;
    const effort = day.movement.effort[minute] ?? 0;
    return Math.round(10 * clamp(level + wakefulness + 15 * effort + unevenness * noise, 7, 48)) / 10;
  };
}

/** Minutes that one desaturation is seen for; apnoeas last 10 s and more and oxygen lags behind and recovers in tens of seconds. */
const dipMinutes = 0.6;

/**
 * SpO2 in whole percent. Asleep it lies about one percent lower, and desaturations come at the rate of the day's
 * `dipsPerHour`, more and deeper in REM. Null in effort, when the sensor cannot read.
 */
export function saturations(member: SyntheticMember, day: Day): (minute: number) => number | null {
  const { seed, body } = member;
  const { effects } = day;
  const level = body.spo2Percent + effects.spo2 + 0.3 * drift(seed, channel.oxygen + 2, day.number / 4);
  return (minute) => {
    if ((day.movement.effort[minute] ?? 0) > 0.2) return null;
    const at = day.startMs / 60_000 + minute;
    const stage = day.stage[minute] ?? 0;
    const noise = 0.55 * normal(seed, channel.oxygen + 3, at);
    if (stage <= awake) return Math.round(clamp(level + noise, 72, 100));
    const inRem = stage === rem;
    const share = Math.min(0.75, (effects.dipsPerHour * dipMinutes * (inRem ? 1.5 : 0.9)) / 60);
    const dips = uniform(seed, channel.oxygen + 4, at) < share;
    const fall = dips ? effects.dipDepth * (inRem ? 1.25 : 1) * (0.65 + 0.75 * uniform(seed, channel.oxygen + 5, at)) : 0;
    return Math.round(clamp(level - 0.8 + noise - fall, 66, 100));
  };
}
