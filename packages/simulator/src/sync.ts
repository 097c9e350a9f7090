import { minuteMs } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import { channel, uniform } from './noise.ts';

/**
 * Up to which stamp (exclusive, milliseconds) a member's readings have reached the server at `nowMs`. Most bands hand on
 * what they have each minute; the others keep it and send it in bursts, later than due by up to a quarter of the
 * interval. A clock that runs ahead stamps up to `habits.clockSkewMs` into the future. Never goes back as time goes on.
 */
export function syncedUntilMs(member: SyntheticMember, nowMs: number): number {
  const { syncEveryMinutes, clockSkewMs } = member.habits;
  const minute = Math.floor(nowMs / minuteMs);
  if (syncEveryMinutes <= 1) return minute * minuteMs + clockSkewMs;
  const late = (burst: number) => Math.floor(uniform(member.seed, channel.habits + 90, burst) * syncEveryMinutes * 0.25);
  const due = Math.floor(minute / syncEveryMinutes);
  const arrived = minute >= due * syncEveryMinutes + late(due) ? due : due - 1;
  return (arrived * syncEveryMinutes + late(arrived)) * minuteMs + clockSkewMs;
}
