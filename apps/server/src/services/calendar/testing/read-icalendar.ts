/**
 * A reader of iCalendar that knows nothing of what wrote it: unfolds lines, and turns times on a wall into moments by the rules of
 * the VTIMEZONE that stands in the file, and by nothing else.
 */
export interface ReadEvent {
  readonly uid: string;
  readonly summary: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number | null;
  readonly zone: string | null;
  readonly lines: readonly string[];
}

interface Onset {
  /** By the clock on the wall before it, as if it were UTC. Milliseconds. */
  readonly wall: number;
  readonly offsetMs: number;
}

export function readICalendar(text: string): ReadEvent[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const zones = new Map(blocks(lines, 'VTIMEZONE').map((block) => [textOf(block, 'TZID'), onsetsOf(block)]));
  return blocks(lines, 'VEVENT').map((block) => {
    const [start, zone] = timeOf(block, 'DTSTART', zones);
    return {
      ...{ uid: textOf(block, 'UID') ?? '', summary: textOf(block, 'SUMMARY') ?? '', start: start ?? Number.NaN, zone },
      ...{ end: timeOf(block, 'DTEND', zones)[0], lines: block },
    };
  });
}

function blocks(lines: readonly string[], name: string): string[][] {
  const found: string[][] = [];
  let open: string[] | null = null;
  for (const line of lines) {
    if (line === `BEGIN:${name}`) open = [];
    else if (line === `END:${name}` && open) {
      found.push(open);
      open = null;
    } else open?.push(line);
  }
  return found;
}

const lineOf = (block: readonly string[], name: string) => block.find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`));
const textOf = (block: readonly string[], name: string) => lineOf(block, name)?.replace(/^[^:]*:/, '');

function timeOf(
  block: readonly string[],
  name: string,
  zones: ReadonlyMap<string | undefined, readonly Onset[]>,
): [number | null, string | null] {
  const line = lineOf(block, name);
  if (line === undefined) return [null, null];
  const value = line.slice(line.indexOf(':') + 1);
  const wall = wallOf(value);
  if (value.endsWith('Z')) return [wall, null];
  const zone = /TZID=([^;:]+)/.exec(line)?.[1];
  const onsets = zones.get(zone);
  if (!onsets) throw new Error(`${line} names no zone of the file`);
  const last = onsets.filter((onset) => onset.wall <= wall).at(-1);
  if (!last) throw new Error(`No rule holds for ${line}`);
  return [wall - last.offsetMs, zone ?? null];
}

/** yyyymmddThhmmss as if it were UTC. Milliseconds. */
function wallOf(value: string): number {
  const [, year, month, day, hour, minute, second] = (/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(value) ?? []).map(Number);
  return Date.UTC(year ?? Number.NaN, (month ?? 0) - 1, day, hour, minute, second);
}

function offsetOf(value = ''): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(value) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** When the zone's rules change, until 2100. */
function onsetsOf(block: readonly string[]): Onset[] {
  const observances = [...blocks(block, 'STANDARD'), ...blocks(block, 'DAYLIGHT')];
  return observances
    .flatMap((one) => {
      const first = wallOf(textOf(one, 'DTSTART') ?? '');
      const offsetMs = offsetOf(textOf(one, 'TZOFFSETTO'));
      const rule = textOf(one, 'RRULE');
      return (rule === undefined ? [first] : yearly(first, rule)).map((wall) => ({ wall, offsetMs }));
    })
    .sort((one, other) => one.wall - other.wall);
}

function yearly(first: number, rule: string): number[] {
  const [, month, nth, weekday] = /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-?\d)(\w\w)$/.exec(rule) ?? [];
  if (month === undefined) throw new Error(`This reader does not know ${rule}`);
  const wanted = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'].indexOf(weekday ?? '');
  const timeOfDay = first % 86_400_000;
  const found: number[] = [];
  for (let year = new Date(first).getUTCFullYear(); year <= 2100; year += 1) {
    const days = Array.from({ length: 31 }, (_, index) => Date.UTC(year, Number(month) - 1, index + 1)).filter(
      (day) => new Date(day).getUTCMonth() === Number(month) - 1 && new Date(day).getUTCDay() === wanted,
    );
    const day = days.at(Number(nth) > 0 ? Number(nth) - 1 : Number(nth));
    if (day !== undefined) found.push(day + timeOfDay);
  }
  return found;
}
