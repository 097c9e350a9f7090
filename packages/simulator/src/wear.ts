import { localMidnightMs, minuteMs } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import type { Night } from './night.ts';
import { channel, uniform } from './noise.ts';
import { effectsOn } from './story-day.ts';

/** Band state as the platform numbers it; a silent band (flat, switched off, not yet or no longer the member's) sends nothing. */
export const worn = 0;
const removed = 1;
const charging = 2;
export const silent = 3;

const hourMs = 3_600_000;

interface Charge {
  readonly startMs: number;
  /** Full again. */
  readonly endMs: number;
}

export interface Wear {
  /** The member is on a journey, without the band and every other instrument. */
  readonly isAway: boolean;
  /** Per minute of the local day. */
  readonly state: Uint8Array;
  /** Percent at a moment of the day at which the band is not silent. */
  batteryAt(ms: number): number;
}

/** The charge that begins on a local day, if any. */
function chargeOn(member: SyntheticMember, day: number): Charge | null {
  const { habits, seed } = member;
  const phase = seed % habits.chargeEveryDays;
  const due = (day + phase) % habits.chargeEveryDays === 0 && uniform(seed, channel.wear, day) >= habits.forgetsChargeShare;
  if (!(effectsOn(member, day).charges ?? due)) return null;
  const minute = habits.chargeMinute + Math.round((uniform(seed, channel.wear + 1, day) - 0.5) * 50);
  const startMs = localMidnightMs(member.timeZone, day) + minute * minuteMs;
  return { startMs, endMs: startMs + Math.round(62 + uniform(seed, channel.wear + 2, day) * 33) * minuteMs };
}

/** When the band was last full before a local day began: the last charge, or the day it was handed out. */
function fullBefore(member: SyntheticMember, day: number): number {
  for (let back = 1; back <= 14; back++) {
    const charge = chargeOn(member, day - back);
    if (charge) return Math.max(charge.endMs, member.fromMs);
  }
  return member.fromMs;
}

/** A journey or a lost charger: one run of silent days in some blocks of 45 days. A member with a story has none. */
function isAway(member: SyntheticMember, day: number): boolean {
  if (member.story) return false;
  const block = Math.floor(day / 45);
  const chance = (n: number) => uniform(member.seed, channel.wear + n, block);
  if (chance(10) >= 0.3) return false;
  const first = block * 45 + 3 + Math.floor(chance(11) * 36);
  return day >= first && day < first + 2 + Math.floor(chance(12) * 4);
}

function takesOffAtNight(member: SyntheticMember, nightOfDay: number): boolean {
  return uniform(member.seed, channel.wear + 5, nightOfDay) < member.habits.offNightShare;
}

/** What becomes of the band in each minute of a local day, given the night that ends on it and the one that follows. */
export function wearOf(member: SyntheticMember, day: number, night: Night, nextNight: Night): Wear {
  const { seed, habits, timeZone } = member;
  const startMs = localMidnightMs(timeZone, day);
  const state = new Uint8Array(Math.round((localMidnightMs(timeZone, day + 1) - startMs) / minuteMs));
  const fill = (value: number, fromMs: number, toMs: number) => {
    const from = Math.max(0, Math.round((fromMs - startMs) / minuteMs));
    state.fill(value, Math.min(from, state.length), Math.max(from, Math.round((toMs - startMs) / minuteMs)));
  };
  const endMs = startMs + state.length * minuteMs;
  const chance = (n: number) => uniform(seed, channel.wear + n, day);

  if (chance(6) < habits.offDayShare + effectsOn(member, day).offDay) fill(removed, startMs, endMs);
  if (takesOffAtNight(member, day)) fill(removed, night.startMs - 15 * minuteMs, night.endMs + 25 * minuteMs);
  if (takesOffAtNight(member, day + 1)) fill(removed, nextNight.startMs - 15 * minuteMs, endMs);
  if (chance(7) < 0.6) {
    const shower = night.endMs + Math.round(18 + chance(8) * 45) * minuteMs;
    fill(removed, shower, shower + Math.round(12 + chance(9) * 16) * minuteMs);
  }

  const lifeMs = Math.round((habits.batteryLifeHours * hourMs) / minuteMs) * minuteMs;
  const charge = chargeOn(member, day);
  const fullMs = fullBefore(member, day);
  const flatMs = fullMs + lifeMs;
  // The band buzzes when it is nearly empty, and most people take it off then.
  fill(removed, flatMs - 12 * minuteMs, flatMs);
  fill(silent, flatMs, endMs);
  if (charge) {
    fill(charging, charge.startMs, charge.endMs);
    if (flatMs < endMs) fill(worn, charge.endMs, endMs);
  }
  const away = isAway(member, day);
  if (away) fill(silent, startMs, endMs);
  fill(silent, startMs, member.fromMs);
  if (member.toMs !== null) fill(silent, member.toMs, endMs);

  const levelSince = (full: number, ms: number) => Math.max(0, 100 * (1 - (ms - full) / lifeMs));
  return {
    isAway: away,
    state,
    batteryAt(ms) {
      if (!charge || ms < charge.startMs) return levelSince(fullMs, ms);
      if (ms >= charge.endMs) return levelSince(charge.endMs, ms);
      const before = levelSince(fullMs, charge.startMs);
      return before + ((100 - before) * (ms - charge.startMs)) / (charge.endMs - charge.startMs);
    },
  };
}
