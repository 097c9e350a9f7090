import { localDay, localMidnightMs } from './local-days.ts';
import type { Body, Habits, Instruments, StoryId, SyntheticMember, SyntheticStatus } from './member.ts';
import { familyNames, givenNames } from './names.ts';
import { channel, clamp, normal, seedOf, uniform } from './noise.ts';
import { stories, storyIds } from './stories.ts';

export interface MembersOptions {
  readonly seed: number;
  readonly count: number;
  readonly tenantCode: string;
  /** The present of the stories, milliseconds. The same epoch gives the same people and readings for ever. */
  readonly epochMs: number;
  /** How far band data reaches back before the epoch; a few members joined later. */
  readonly historyDays?: number;
  /** One member each, in this order, before the members without a story. All of them by default, as far as `count` allows. */
  readonly stories?: readonly StoryId[];
}

const dayMs = 86_400_000;
const timeZones = [
  'America/Los_Angeles',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'America/Denver',
  'America/New_York',
  'Europe/Berlin',
  'America/Phoenix',
  'Europe/London',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Pacific/Auckland',
] as const;
const commonConditions = ['Hypertension', 'Type 2 diabetes', 'Hyperlipidaemia', 'Osteoarthritis', 'Asthma', 'Hypothyroidism', 'Migraine'];

/** `count` invented people of a tenant, aged 25 to 90, no two of the same name. Equal options give equal people. */
export function syntheticMembers(options: MembersOptions): SyntheticMember[] {
  const told = (options.stories ?? storyIds).slice(0, options.count);
  const names = new Set<string>();
  return Array.from({ length: options.count }, (_, index) => {
    const member = createMember(options, index, told[index] ?? null);
    let { givenName } = member;
    const list: readonly string[] = givenNames[member.sex];
    for (let next = 1; names.has(`${givenName} ${member.familyName}`) && next < list.length; next++)
      givenName = pick(list, list.indexOf(member.givenName) + next);
    names.add(`${givenName} ${member.familyName}`);
    return { ...member, givenName };
  });
}

function createMember(options: MembersOptions, index: number, story: StoryId | null): SyntheticMember {
  const key = `${options.tenantCode}-${String(index + 1).padStart(2, '0')}`;
  const seed = seedOf(key, options.seed);
  const chance = (n: number) => uniform(seed, channel.profile, n);
  const spread = (n: number) => normal(seed, channel.profile, n);
  const told = story ? stories[story] : undefined;
  const [youngest, oldest] = told?.ageYears ?? [25, 90];
  const ageYears = youngest + Math.floor(chance(1) * (oldest - youngest + 1));
  const sex = chance(2) < 0.5 ? 'female' : 'male';
  // Adult means and deviations of the United States, 2015–2018 (NCHS Vital Health Stat 3(46)): 161 ± 7 cm and 175 ± 7.5 cm.
  const heightM = round((sex === 'female' ? 1.613 : 1.754) + spread(3) * 0.068, 2);
  const obese = told?.conditions.includes('Obesity') ?? false;
  const bodyMassIndex = clamp((obese ? 34 : 26) + spread(4) * 3.4, obese ? 30.5 : 19, 42);
  const { status, fromMs, toMs } = enrolment(options, index, story, chance);
  return {
    key,
    seed,
    givenName: pick(givenNames[sex], index * 7 + Math.floor(chance(5) * 3)),
    familyName: pick(familyNames, index * 11 + (index >= familyNames.length ? 3 : 0)),
    sex,
    ageYears,
    birthDate: birthDate(options.epochMs, ageYears, chance(6)),
    heightM,
    weightKg: round(bodyMassIndex * heightM * heightM, 1),
    timeZone: pick(timeZones, index),
    mrn: `SYN-${options.tenantCode.toUpperCase()}-${String(1001 + index)}`,
    conditions: told?.conditions ?? conditions(seed, ageYears),
    story,
    status,
    epochMs: options.epochMs,
    fromMs,
    toMs,
    body: { ...bodyOf(seed, ageYears, sex), ...told?.body },
    habits: { ...habitsOf(seed), ...told?.habits },
    instruments: { ...instrumentsOf(seed), ...told?.instruments },
  };
}

/**
 * Levels in health. Resting rate 65 ± 7.7 bpm, women about 3 higher (Quer et al., PLoS ONE 2020;15:e0227709, 92,457
 * adults with wearables). RMSSD 42 ± 15 ms in adults and falling with age (Nunan et al., PACE 2010;33:1407; Umetani et
 * al., JACC 1998;31:593). Breathing asleep 11.8–19.2 a minute (Natarajan et al., npj Digit Med 2021;4:136). Steps from
 * Tudor-Locke & Bassett, Sports Med 2004;34:1, fewer in old age. Sleep 7 hours and less with age (Ohayon et al., Sleep 2004;27:1255).
 */
function bodyOf(seed: number, ageYears: number, sex: 'female' | 'male'): Body {
  const spread = (n: number) => normal(seed, channel.levels, n);
  const fitness = spread(0);
  return {
    restingRateBpm: clamp(63.5 + (sex === 'female' ? 3 : 0) - 4.5 * fitness + 4 * spread(1), 46, 86),
    rmssdMs: clamp(Math.exp(4.28 - 0.0155 * ageYears + 0.18 * fitness + 0.2 * spread(2)), 12, 90),
    respirationRate: clamp(15.4 + 1.4 * spread(3), 12.2, 18.8),
    spo2Percent: clamp(96.9 - Math.max(0, ageYears - 60) * 0.03 + 0.5 * spread(4), 94.5, 98.4),
    skinTempC: 32.9 + 0.45 * spread(5),
    stepsPerDay: clamp((8_600 - Math.max(0, ageYears - 50) * 105) * Math.exp(0.25 * fitness + 0.18 * spread(6)), 2_200, 17_000),
    sleepHours: clamp(7.45 - (ageYears - 25) * 0.012 + 0.45 * spread(7), 5.6, 8.9),
    bedtimeMinutes: Math.round(-55 - (ageYears - 40) * 0.9 + 38 * spread(8)),
    systolicMmHg: clamp(113 + (ageYears - 25) * 0.32 + 7 * spread(9), 98, 146),
    diastolicMmHg: clamp(73 + 4.5 * spread(9) + 2 * spread(10), 58, 89),
    fastingGlucoseMgDl: clamp(92 + 6 * spread(11), 76, 112),
  };
}

function habitsOf(seed: number): Habits {
  const chance = (n: number) => uniform(seed, channel.habits, n);
  const diligence = chance(0);
  return {
    chargeEveryDays: 2 + Math.floor(chance(1) * 3),
    chargeMinute: chance(2) < 0.55 ? Math.round(19.5 * 60 + chance(3) * 110) : Math.round(7.2 * 60 + chance(3) * 80),
    batteryLifeHours: 104 + chance(4) * 36,
    forgetsChargeShare: diligence < 0.2 ? 0.28 : 0.06,
    offNightShare: diligence < 0.12 ? 0.55 : 0.03,
    offDayShare: diligence < 0.25 ? 0.1 : 0.015,
    syncEveryMinutes: chance(5) < 0.8 ? 1 : pick([30, 120, 360, 720], Math.floor(chance(6) * 4)),
    clockSkewMs: chance(7) < 0.85 ? 0 : Math.round((chance(8) - 0.35) * 150) * 1_000,
  };
}

function instrumentsOf(seed: number): Instruments {
  const chance = (n: number) => uniform(seed, channel.habits, 50 + n);
  return {
    scale: chance(0) < 0.35 ? 'connected' : chance(0) < 0.75 ? 'manual' : 'none',
    weighEveryDays: pick([1, 2, 3, 7], Math.floor(chance(1) * 4)),
    cuff: chance(2) < 0.15 ? 'daily' : chance(2) < 0.5 ? 'weekly' : 'none',
    glucose: chance(3) < 0.12 ? 'spot' : 'none',
    nightOximetry: false,
    vitalsEveryMinutes: 10,
  };
}

/** Most are active for the whole history; some joined later, some wait for a first sign of life, are on hold or have left. */
function enrolment(options: MembersOptions, index: number, story: StoryId | null, chance: (n: number) => number) {
  const now = options.epochMs;
  const startOf = (daysAgo: number) => localMidnightMs('UTC', localDay('UTC', now) - Math.round(daysAgo));
  const whole = startOf(options.historyDays ?? 90);
  const give = (status: SyntheticStatus, fromMs: number, toMs: number | null) => ({ status, fromMs, toMs });
  // Who has paused or left was there for a week at least, however short the history.
  const ended = (status: SyntheticStatus, daysAgo: number) =>
    give(status, Math.min(whole, now - (daysAgo + 7) * dayMs), now - daysAgo * dayMs);
  if (story === 'never-worn') return give('CREATED', now, now);
  if (story) return give('ACTIVE', whole, null);
  if (index % 19 === 15) return give('CREATED', now, now);
  if (index % 19 === 16) return ended('HOLDING', 9 + chance(30) * 12);
  if (index % 19 === 17) return ended('DISCHARGED', 14 + chance(30) * 25);
  if (index % 19 === 18) return give('ACTIVE', Math.max(whole, startOf(4 + chance(30) * 40)), null);
  return give('ACTIVE', whole, null);
}

function conditions(seed: number, ageYears: number): string[] {
  const share = clamp((ageYears - 20) / 110, 0.04, 0.55);
  return commonConditions.filter((_, n) => uniform(seed, channel.profile, 60 + n) < share).slice(0, 3);
}

function birthDate(epochMs: number, ageYears: number, part: number): string {
  const birthday = new Date(epochMs - Math.floor(part * 364 + 1) * dayMs);
  return new Date(Date.UTC(birthday.getUTCFullYear() - ageYears, birthday.getUTCMonth(), Math.min(28, birthday.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T;
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
