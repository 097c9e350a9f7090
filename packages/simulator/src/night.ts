import { isWeekend, localMidnightMs, minuteMs } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import { channel, clamp, normal, uniform } from './noise.ts';
import { effectsOn } from './story-day.ts';

/** Sleep depth as the specification numbers it. */
export const awake = 1;
export const light = 2;
export const rem = 3;
export const deep = 4;

export interface Stage {
  readonly startMs: number;
  readonly depth: number;
}

/** The night that ends on the morning of a local day. Stages follow one another; the last reaches to `endMs`. */
export interface Night {
  readonly startMs: number;
  readonly endMs: number;
  readonly stages: readonly Stage[];
}

/**
 * Cycles of 90 minutes (70–110) from light through deep to REM sleep, deep sleep early and REM late in the night
 * (Carskadon & Dement, Normal Human Sleep). Deep sleep shrinks with age and time awake grows by about ten minutes a
 * decade from 30 on (Ohayon et al., Sleep 2004;27:1255). All times fall on whole minutes.
 */
export function nightBefore(member: SyntheticMember, day: number): Night {
  const { seed, body, ageYears } = member;
  const effects = effectsOn(member, day);
  const chance = (n: number) => uniform(seed, channel.night + n, day);
  const later = (isWeekend(day) ? 35 : 0) + effects.bedtime;
  const bedtime = Math.round(body.bedtimeMinutes + later + 22 * effects.irregularSleep * normal(seed, channel.night + 90, day));
  const hours = clamp(body.sleepHours + effects.sleepHours + 0.5 * effects.irregularSleep * normal(seed, channel.night + 91, day), 2.6, 11);
  const startMs = localMidnightMs(member.timeZone, day) + clamp(bedtime, -300, 280) * minuteMs;
  const endMs = startMs + Math.round(hours * 60) * minuteMs;

  const stages: Stage[] = [];
  let at = startMs;
  const add = (depth: number, minutes: number) => {
    const length = Math.round(minutes);
    if (length < 1 || at >= endMs) return;
    if (stages.at(-1)?.depth !== depth) stages.push({ startMs: at, depth });
    at = Math.min(endMs, at + length * minuteMs);
  };
  const oldAge = clamp((ageYears - 25) / 60, 0, 1);
  add(awake, 5 + chance(0) * 10 + effects.awakenings * 1.5 + oldAge * 6);
  for (let cycle = 0; at < endMs; cycle++) {
    const c = (n: number) => chance(1 + cycle * 8 + n);
    const disturbed = effects.awakenings / 6;
    const deepMinutes = Math.max(0, 38 - cycle * 14) * (1 - 0.55 * oldAge) * (0.75 + 0.5 * c(0)) * (1 - 0.35 * Math.min(1, disturbed));
    const remMinutes = (6 + Math.min(cycle, 4) * 7.5) * (0.75 + 0.5 * c(1)) * (1 - 0.2 * Math.min(1, disturbed));
    const cycleMinutes = 78 + c(2) * 24;
    const lightMinutes = Math.max(16, cycleMinutes - deepMinutes - remMinutes);
    const split = 0.3 + 0.3 * c(3);
    add(light, lightMinutes * split);
    add(deep, deepMinutes);
    add(light, lightMinutes * (1 - split));
    add(rem, remMinutes);
    if (c(4) < 0.45 + 0.3 * oldAge + 0.4 * disturbed) add(awake, 1 + c(5) * (2 + 8 * oldAge + 7 * disturbed));
    if (c(6) < 0.35 * disturbed) {
      add(light, 6 + c(7) * 10);
      add(awake, 3 + c(5) * 9);
    }
  }
  return { startMs, endMs, stages };
}
