import { setImmediate } from 'node:timers/promises';
import type { EventType } from '@vigil/contract/calendar.values';
import { zoneOffsetAt } from '@vigil/domain/timeframe/offsets';
import ICAL from 'ical.js';
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library';

/** An event as a file tells it. Times in milliseconds since 1970. */
export interface FiledEvent {
  readonly id: string;
  /** Null: it says that somebody is busy, and no more. */
  readonly title: string | null;
  readonly type: EventType;
  readonly startsAt: number;
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly version: number;
  readonly changedAt: number;
}

interface KnownZone {
  readonly id: string;
  readonly component: ICAL.Component;
  readonly zone: ICAL.Timezone;
}

// It folds lines after so many bytes, and counts the blank of those that follow apart: together they are the 75 of RFC 5545.
ICAL.foldLength = 74;

/** Programs differ in what ends a line: of control characters and line ends none is left. */
const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Thousands of events take seconds: after so many milliseconds the event loop serves whatever else has arrived. */
const longestHeldMs = 20;

/** Zones are few, and take milliseconds to read. */
const zones = new Map<string, KnownZone | null>();

/**
 * Events as an iCalendar file (RFC 5545), lines folded and ended with CRLF. Each stands at the time by the clock on the wall of its
 * zone, whose rules go with it; one that would be read at another moment by them, as in the second of two hours that are the same,
 * stands in UTC.
 */
export async function calendarFile(events: readonly FiledEvent[]): Promise<string> {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Vigil//Calendar//EN');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  const used = new Map<string, KnownZone>();
  const written: string[] = [];
  let heldSince = performance.now();
  for (const event of events) {
    written.push(`${eventComponent(event, used).toString()}\r\n`);
    if (performance.now() - heldSince < longestHeldMs) continue;
    await setImmediate();
    heldSince = performance.now();
  }
  for (const { component } of used.values()) calendar.addSubcomponent(new ICAL.Component(structuredClone(component.jCal)));
  const frame = calendar.toString();
  const end = frame.lastIndexOf('END:VCALENDAR');
  return `${frame.slice(0, end)}${written.join('')}${frame.slice(end)}\r\n`;
}

function eventComponent(event: FiledEvent, used: Map<string, KnownZone>): ICAL.Component {
  const { id, title, type, startsAt, durationMinutes, timeZone, version, changedAt } = event;
  const one = new ICAL.Component('vevent');
  const changed = ICAL.Time.fromJSDate(new Date(changedAt), true);
  one.addPropertyWithValue('uid', `${id}@vigil`);
  one.addPropertyWithValue('dtstamp', changed);
  one.addPropertyWithValue('last-modified', changed);
  one.addPropertyWithValue('sequence', version - 1);
  addTime(one, 'dtstart', startsAt, timeZone, used);
  if (durationMinutes > 0) addTime(one, 'dtend', startsAt + durationMinutes * 60_000, timeZone, used);
  one.addPropertyWithValue('summary', title === null ? 'Busy' : onOneLine(title));
  one.addPropertyWithValue('class', 'PRIVATE');
  one.addPropertyWithValue('transp', type === 'REMINDER' || type === 'APPOINTMENT_SLOT' ? 'TRANSPARENT' : 'OPAQUE');
  if (type === 'OUT_OF_THE_OFFICE') one.addPropertyWithValue('x-microsoft-cdo-busystatus', 'OOF');
  return one;
}

function addTime(event: ICAL.Component, name: string, ms: number, timeZone: string, used: Map<string, KnownZone>): void {
  const seconds = Math.floor(ms / 1000);
  const known = zoneOf(timeZone);
  const wall = known && wallIn(known, timeZone, seconds);
  const property = new ICAL.Property(name);
  if (known && wall) {
    used.set(known.id, known);
    property.setParameter('tzid', known.id);
    property.setValue(wall);
  } else property.setValue(ICAL.Time.fromJSDate(new Date(seconds * 1000), true));
  event.addProperty(property);
}

/** The time by the clock on the wall, where whoever reads it with the zone's rules in the file comes to the same moment. */
function wallIn({ zone }: KnownZone, timeZone: string, seconds: number): ICAL.Time | null {
  const shown = new Date((seconds + zoneOffsetAt(timeZone, seconds).offsetSeconds) * 1000);
  const [year, month, day] = [shown.getUTCFullYear(), shown.getUTCMonth() + 1, shown.getUTCDate()];
  const [hour, minute, second] = [shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds()];
  const wall = new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, zone);
  return wall.toUnixTime() === seconds && !isAmbiguous(timeZone, seconds) ? wall : null;
}

/** Whether the clock on the wall shows the same an hour or less before or after: readers differ in which of the two they take. */
function isAmbiguous(timeZone: string, seconds: number): boolean {
  const wallAt = (moment: number) => moment + zoneOffsetAt(timeZone, moment).offsetSeconds;
  const near = [seconds - 7_200, seconds + 7_200].map((moment) => zoneOffsetAt(timeZone, moment).offsetSeconds);
  const own = zoneOffsetAt(timeZone, seconds).offsetSeconds;
  return near.some((offset) => offset !== own && wallAt(seconds + own - offset) === wallAt(seconds));
}

function zoneOf(timeZone: string): KnownZone | null {
  let known = zones.get(timeZone);
  if (known === undefined) {
    known = readZone(timeZone);
    zones.set(timeZone, known);
  }
  return known;
}

function readZone(timeZone: string): KnownZone | null {
  if (!tzlib_get_timezones().includes(timeZone)) return null;
  const found = tzlib_get_ical_block(timeZone);
  const component = new ICAL.Component(ICAL.parse(found[0] ?? ''));
  const id = String(component.getFirstPropertyValue('tzid'));
  return { id, component, zone: new ICAL.Timezone({ component, tzid: id }) };
}
