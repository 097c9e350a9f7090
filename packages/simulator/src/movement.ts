import { isWeekend, localMidnightMs, minuteMs } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import type { Night } from './night.ts';
import { channel, clamp, mix, uniform } from './noise.ts';
import { effectsOn } from './story-day.ts';

export interface Movement {
  /** Steps in each minute of the local day. */
  readonly steps: Uint16Array;
  /** Share of the heart-rate reserve in use, 0 to 1, in each minute: rises with effort within minutes, falls off after it. */
  readonly effort: Float32Array;
}

/** Metabolic equivalents of a cadence: 100 steps a minute are 3 METs, each further 10 one more (Tudor-Locke et al., Br J Sports Med 2018;52:776). */
export function metsOf(stepsPerMinute: number): number {
  return stepsPerMinute >= 100 ? 3 + (stepsPerMinute - 100) / 10 : 1 + (stepsPerMinute / 100) * 2;
}

/** Peak METs expected for age: Morris et al., JACC 1993;22:175 for men, Gulati et al., NEJM 2005;353:468 for women. */
function peakMets(sex: 'female' | 'male', ageYears: number): number {
  return Math.max(4.5, 14.7 - (sex === 'female' ? 0.13 : 0.11) * ageYears);
}

/** Walks, errands, the odd exercise session and single steps between, until the day's steps are reached. */
export function movementOf(member: SyntheticMember, day: number, night: Night, nextNight: Night): Movement {
  const { seed, body, sex, ageYears } = member;
  const startMs = localMidnightMs(member.timeZone, day);
  const minutes = Math.round((localMidnightMs(member.timeZone, day + 1) - startMs) / minuteMs);
  const steps = new Uint16Array(minutes);
  const wake = clamp(Math.round((night.endMs - startMs) / minuteMs) + 12, 0, minutes - 120);
  const rest = clamp(Math.round((nextNight.startMs - startMs) / minuteMs) - 15, wake + 60, minutes);
  const target = body.stepsPerDay * effectsOn(member, day).steps * Math.exp(0.3 * (uniform(seed, channel.movement, day) * 2 - 1));
  const pace = clamp(1.06 - Math.max(0, ageYears - 45) * 0.005, 0.78, 1.06);
  let taken = 0;

  const bout = (from: number, length: number, cadence: number, salt: number) => {
    for (let minute = from; minute < Math.min(rest, from + length) && taken < target; minute++) {
      const count = Math.round(cadence * (0.86 + 0.28 * uniform(seed, channel.movement + 2 + salt, day * 1_440 + minute)));
      taken += Math.max(0, count - (steps[minute] ?? 0));
      steps[minute] = Math.max(steps[minute] ?? 0, count);
    }
  };

  const exercises =
    uniform(seed, channel.movement + 1, day) < clamp((body.stepsPerDay - 4_500) / 9_000, 0, 0.6) * (isWeekend(day) ? 1.3 : 1);
  if (exercises && target > 3_500) {
    const evening = uniform(seed, channel.movement + 3, day) < 0.65;
    const from = Math.round(evening ? 17 * 60 + uniform(seed, channel.movement + 4, day) * 120 : wake + 25);
    const running = ageYears < 60 && seed % 3 === 0;
    bout(from, 22 + (mix(seed, channel.movement + 5, day) % 24), (running ? 148 : 116) * pace, 1);
  }
  for (let n = 0; n < 60 && taken < target; n++) {
    const chance = (k: number) => uniform(seed, channel.movement + 10 + k, day * 64 + n);
    const from = wake + Math.floor(chance(0) ** 0.9 * (rest - wake));
    const length = 2 + Math.floor(-Math.log(1 - 0.98 * chance(1)) * 6);
    bout(from, length, (52 + 58 * chance(2)) * pace, 2);
  }
  const pottering = Math.round(55 * Math.min(1, target / 5_000));
  for (let n = 0; n < pottering; n++) {
    const minute = wake + (mix(seed, channel.movement + 20, day * 128 + n) % Math.max(1, rest - wake));
    if (steps[minute] === 0) steps[minute] = 3 + (mix(seed, channel.movement + 21, day * 128 + n) % 16);
  }
  return { steps, effort: effortOf(steps, peakMets(sex, ageYears)) };
}

/** Reserve of METs and of heart rate are used in like shares (ACSM's Guidelines, 10th ed.); half of the way in the first minute, a quarter back in each after. */
function effortOf(steps: Uint16Array, peak: number): Float32Array {
  const effort = new Float32Array(steps.length);
  let level = 0;
  for (let minute = 0; minute < steps.length; minute++) {
    const wanted = clamp((metsOf(steps[minute] ?? 0) - 1) / (peak - 1), 0, 0.92);
    level += (wanted - level) * (wanted > level ? 0.45 : 0.26);
    effort[minute] = level < 0.003 ? 0 : level;
  }
  return effort;
}
