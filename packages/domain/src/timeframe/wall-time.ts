import { zoneOffsetAt } from './offsets.ts';

const daySeconds = 86_400;

/**
 * The moment at which the clocks of a zone show a time on a day, in Unix seconds. A time that was skipped when the clocks went
 * forward is the moment that much later; of one that came twice it is the first. `date` is yyyy-MM-dd, `time` HH:mm.
 */
export function momentOfWallTime(date: string, time: string, zone: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`) / 1000;
  const before = zoneOffsetAt(zone, wall - daySeconds).offsetSeconds;
  const after = zoneOffsetAt(zone, wall + daySeconds).offsetSeconds;
  const moments = [before, after].filter((offset) => zoneOffsetAt(zone, wall - offset).offsetSeconds === offset);
  return Math.min(...(moments.length > 0 ? moments : [before]).map((offset) => wall - offset));
}
