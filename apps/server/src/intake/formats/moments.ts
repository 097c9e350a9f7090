import { readDateText } from '../csv/date-texts.ts';
import type { WallClock } from '../wall-clock.ts';

/** Why a reading is refused whose moment nobody can tell. */
export const notAMoment = 'The time cannot be read';

/** Milliseconds since 1970 of a written time: a moment, or a local time on the clock given; null where it is neither. */
export function momentOf(written: unknown, clock: WallClock): number | null {
  if (typeof written !== 'string') return null;
  const read = readDateText(written);
  if (read.kind === 'moment') return read.timestampSeconds * 1000;
  return read.kind === 'local' ? clock.momentOf(read.wallMs) : null;
}
