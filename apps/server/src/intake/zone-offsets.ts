const quarterHourMs = 15 * 60_000;
const dayMs = 86_400_000;
/** No band existed before, and no reading may lie in the future: outside, a zone's offset decides nothing. */
const earliestMs = Date.UTC(1999, 11, 1);
const latestMs = Date.UTC(2200, 0, 1);
/** Zones remembered at once; all of them together take some ten megabytes when every day of them was asked for. */
const rememberedZones = 16;

/** Milliseconds that a zone's clocks are ahead of UTC at a moment (milliseconds since 1970). */
export type OffsetAt = (momentMs: number) => number;

const known = new Map<string, OffsetAt>();

/**
 * The offsets of a zone, remembered over calls: whatever the times in a file, each day is worked out once. Before December
 * 1999 and from 2200 on, where no reading is taken, the answer is 0. Throws RangeError for a zone that the IANA database
 * does not know.
 */
export function zoneOffsets(timeZone: string): OffsetAt {
  const found = known.get(timeZone);
  if (found) return found;
  const made = createOffsets(timeZone);
  if (known.size >= rememberedZones) known.clear();
  known.set(timeZone, made);
  return made;
}

function createOffsets(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsets = new Map<number, number>();

  function worked(momentMs: number): number {
    let offset = offsets.get(momentMs);
    if (offset === undefined) {
      offset = wallOf(format, momentMs) - momentMs;
      offsets.set(momentMs, offset);
    }
    return offset;
  }

  return (momentMs) => {
    if (!(momentMs >= earliestMs && momentMs < latestMs)) return 0;
    const midnight = Math.floor(momentMs / dayMs) * dayMs;
    const offset = worked(midnight);
    // No zone has changed its clocks there and back within a day. On the day of a change, it falls on a quarter hour.
    if (offset === worked(midnight + dayMs)) return offset;
    return worked(Math.floor(momentMs / quarterHourMs) * quarterHourMs);
  };
}

function wallOf(format: Intl.DateTimeFormat, momentMs: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(momentMs)) parts[type] = Number(value);
  return Date.UTC(parts.year ?? 1970, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute, parts.second);
}
