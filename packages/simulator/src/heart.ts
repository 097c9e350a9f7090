import type { Day } from './day.ts';
import type { SyntheticMember } from './member.ts';
import { awake, deep, light, rem } from './night.ts';
import { channel, clamp, drift, normal, ramp, uniform } from './noise.ts';
import { effectsOn } from './story-day.ts';

/** Age-predicted maximum, bpm (Tanaka et al., JACC 2001;37:153). */
function peakRate(ageYears: number): number {
  return 208 - 0.7 * ageYears;
}

/** Resting rate of a day: the level of health, a slow drift of about ±2 bpm over a fortnight, a little from day to day, and the story. */
export function restingRateOn(member: SyntheticMember, day: Day): number {
  const { seed, body } = member;
  const slow = 2 * drift(seed, channel.heart, day.number / 9) + 0.9 * normal(seed, channel.heart + 1, day.number);
  return body.restingRateBpm + slow + day.effects.restingRate;
}

interface Episode {
  /** Minutes of the local day; an episode that goes on after midnight is cut there and continues on the next day. */
  readonly from: number;
  readonly to: number;
}

/** Hours of irregular rhythm on a day: those that begin on it and the rest of yesterday's. */
function episodesOn(member: SyntheticMember, day: Day): Episode[] {
  const begin = (number: number, shift: number): Episode[] => {
    if (!effectsOn(member, number).arrhythmia) return [];
    const from = shift + 120 + Math.round(uniform(member.seed, channel.heart + 2, number) * 1_200);
    return [{ from, to: from + 95 + Math.round(uniform(member.seed, channel.heart + 3, number) * 330) }];
  };
  return [...begin(day.number - 1, -1_440), ...begin(day.number, 0)].filter((episode) => episode.to > 0 && episode.from < day.minutes);
}

/** How far each stage lies from the resting rate, bpm: deep sleep lowest, REM livelier (Boudreau et al., Sleep 2013;36:1919). */
const stageShift: Readonly<Record<number, number>> = { [awake]: 4, [light]: -2, [rem]: 1.5, [deep]: -4 };

/** Heart rate of a minute of a day, whole bpm. Circadian: highest in the afternoon, lowest before waking. */
export function heartRates(member: SyntheticMember, day: Day): (minute: number) => number {
  const { seed } = member;
  const resting = restingRateOn(member, day);
  const peak = peakRate(member.ageYears);
  const episodes = episodesOn(member, day);
  const feverByDay = day.effects.fever;
  return (minute) => {
    const at = day.startMs / 60_000 + minute;
    const stage = day.stage[minute] ?? 0;
    const effort = day.movement.effort[minute] ?? 0;
    const slow = drift(seed, channel.heart + 4, at / 23);
    const quick = drift(seed, channel.heart + 5, at / 4);
    const jitter = uniform(seed, channel.heart + 6, at) - 0.5;
    const clock = Math.cos((2 * Math.PI * (minute - 15 * 60)) / 1_440);
    let rate: number;
    if (stage > 0) {
      const lively = stage === rem ? 1.7 : stage === awake ? 2 : 1;
      const nightlyFall = 2.2 * ramp(minute < 720 ? minute : minute - 1_440, -120, 300);
      rate =
        resting + (stageShift[stage] ?? 0) + 1.5 - nightlyFall + 0.25 * feverByDay + lively * (1.6 * slow + 1.2 * quick + 1.6 * jitter);
    } else {
      const seated = resting + 8 + 3 * clock;
      rate = seated + effort * Math.max(20, peak - seated) + 4.5 * slow + 2.6 * quick + 3 * jitter;
    }
    if (episodes.some((episode) => minute >= episode.from && minute < episode.to)) {
      const response = (stage > 1 ? 102 : 122) + 22 * effort + 13 * quick;
      rate = Math.max(rate, response) + 26 * jitter;
    }
    return Math.round(clamp(rate, 34, peak + 4));
  };
}

/**
 * RMSSD of five minutes, ms, whole: highest in deep sleep of the later night, lower by day and gone in effort (Shaffer &
 * Ginsberg, Front Public Health 2017;5:258). In atrial fibrillation it is far above what age allows. Null while the
 * wrist moves too much for single beats to be told apart.
 */
export function variabilities(member: SyntheticMember, day: Day): (minute: number) => number | null {
  const { seed, body } = member;
  const level = body.rmssdMs * day.effects.rmssd * Math.exp(0.14 * drift(seed, channel.heart + 7, day.number / 6));
  const episodes = episodesOn(member, day);
  return (minute) => {
    const effort = day.movement.effort[minute] ?? 0;
    if (effort > 0.12) return null;
    const at = day.startMs / 60_000 + minute;
    const noise = normal(seed, channel.heart + 8, at);
    if (episodes.some((episode) => minute >= episode.from && minute < episode.to)) return Math.round(clamp(135 + 32 * noise, 70, 260));
    const stage = day.stage[minute] ?? 0;
    const asleep = stage > 1 ? (stage === deep ? 1.12 : stage === rem ? 0.94 : 1.03) : 0.72;
    return Math.round(clamp(level * asleep * Math.exp(0.2 * noise), 5, 190));
  };
}
