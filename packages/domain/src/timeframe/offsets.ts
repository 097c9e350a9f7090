import { tzOffset } from '@date-fns/tz';

/** From when on the clocks of a zone have been how far ahead of UTC (behind it where negative). Unix seconds, seconds. */
export interface ZoneOffset {
  readonly fromSeconds: number;
  readonly offsetSeconds: number;
}

/** Shorter than any time for which a zone has kept to clocks of its own (tz database: the month of Ramadan in Morocco). */
const shortestOffsetSeconds = 14 * 86_400;

/** Years of zones remembered: to ask for the offset of one moment costs as much as a hundred look-ups in here. */
const mostRemembered = 2_000;
const remembered = new Map<string, readonly ZoneOffset[]>();

const offsetAt = (zone: string, seconds: number) => Math.round(tzOffset(zone, new Date(seconds * 1000)) * 60);

/**
 * The offsets of a zone in [fromSeconds, toSeconds], in order of time; the first one holds at `fromSeconds`, and begins there
 * or earlier. More than one means that the clocks were changed in between.
 */
export function zoneOffsets(zone: string, fromSeconds: number, toSeconds: number): readonly ZoneOffset[] {
  const found: ZoneOffset[] = [];
  for (let year = yearOf(fromSeconds); year <= yearOf(toSeconds); year++)
    for (const one of offsetsOfYear(zone, year)) {
      if (one.fromSeconds > toSeconds) break;
      if (found.at(-1)?.offsetSeconds === one.offsetSeconds) continue;
      if (one.fromSeconds <= fromSeconds) found.length = 0;
      found.push(one);
    }
  return found;
}

/** The offset that holds at a moment, with the moment since which it is known to hold: that of the change, or the year's first. */
export function zoneOffsetAt(zone: string, seconds: number): ZoneOffset {
  const offsets = offsetsOfYear(zone, yearOf(seconds));
  let at = offsets.length - 1;
  while (at > 0 && (offsets[at] as ZoneOffset).fromSeconds > seconds) at--;
  return offsets[at] as ZoneOffset;
}

function yearOf(seconds: number): number {
  return new Date(seconds * 1000).getUTCFullYear();
}

function offsetsOfYear(zone: string, year: number): readonly ZoneOffset[] {
  const key = `${zone}/${year}`;
  const known = remembered.get(key);
  if (known) return known;
  if (remembered.size >= mostRemembered) remembered.clear();
  const [start, end] = [Date.UTC(year, 0, 1) / 1000, Date.UTC(year + 1, 0, 1) / 1000];
  const found: ZoneOffset[] = [{ fromSeconds: start, offsetSeconds: offsetAt(zone, start) }];
  for (let at = start; at < end; at += shortestOffsetSeconds) {
    const next = Math.min(at + shortestOffsetSeconds, end - 1);
    const after = offsetAt(zone, next);
    const before = (found.at(-1) as ZoneOffset).offsetSeconds;
    if (after !== before) found.push({ fromSeconds: changeBetween(zone, at, next, before), offsetSeconds: after });
  }
  remembered.set(key, found);
  return found;
}

/** The first second at which the offset is no longer `before`. */
function changeBetween(zone: string, from: number, to: number, before: number): number {
  let [last, first] = [from, to];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (offsetAt(zone, middle) === before) last = middle;
    else first = middle;
  }
  return first;
}
