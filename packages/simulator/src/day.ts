import type { Effects } from './effects.ts';
import { localMidnightMs, minuteMs } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import { type Movement, movementOf } from './movement.ts';
import { type Night, nightBefore } from './night.ts';
import { effectsOn } from './story-day.ts';
import { type Wear, wearOf } from './wear.ts';

/** One local day of a member, from which every metric is read. Made from the member and the day's number alone. */
export interface Day {
  readonly number: number;
  readonly startMs: number;
  /** 1,440, or 60 fewer or more where clocks change. */
  readonly minutes: number;
  readonly effects: Effects;
  /** Ends on this day's morning, and begins on this day's evening (or after midnight). */
  readonly night: Night;
  readonly nextNight: Night;
  /** Sleep depth in each minute; 0 out of bed. */
  readonly stage: Uint8Array;
  readonly movement: Movement;
  readonly wear: Wear;
}

function planDay(member: SyntheticMember, number: number): Day {
  const startMs = localMidnightMs(member.timeZone, number);
  const minutes = Math.round((localMidnightMs(member.timeZone, number + 1) - startMs) / minuteMs);
  const night = nightBefore(member, number);
  const nextNight = nightBefore(member, number + 1);
  const stage = new Uint8Array(minutes);
  for (const { startMs: nightStart, endMs, stages } of [night, nextNight]) {
    if (endMs <= startMs || nightStart >= startMs + minutes * minuteMs) continue;
    stages.forEach((part, index) => {
      const from = (part.startMs - startMs) / minuteMs;
      const to = ((stages[index + 1]?.startMs ?? endMs) - startMs) / minuteMs;
      if (to > 0) stage.fill(part.depth, Math.max(0, Math.round(from)), Math.round(to));
    });
  }
  return {
    number,
    startMs,
    minutes,
    effects: effectsOn(member, number),
    night,
    nextNight,
    stage,
    movement: movementOf(member, number, night, nextNight),
    wear: wearOf(member, number, night, nextNight),
  };
}

/** The days planned last for a member: a live continuation asks for the same day every minute. Forgetting one costs only time. */
const planned = new WeakMap<SyntheticMember, Map<number, Day>>();

export function dayOf(member: SyntheticMember, number: number): Day {
  const days = planned.get(member) ?? new Map<number, Day>();
  planned.set(member, days);
  const known = days.get(number);
  if (known) return known;
  const day = planDay(member, number);
  if (days.size >= 2) days.delete(days.keys().next().value as number);
  days.set(number, day);
  return day;
}
