import { VigilError } from '@vigil/contract/errors';
import { createWallClock } from '../wall-clock.ts';
import type { Format } from './format.ts';
import { momentOf } from './moments.ts';

/**
 * The moment that a file begins with which does not say so itself, in milliseconds since 1970; a local time is one of the
 * file's zone. Throws `invalid_input` where it is missing, cannot be read, or was given for a file that names its times.
 */
export function startOf(
  format: Pick<Format, 'name' | 'needsStart'>,
  { start, timeZone }: { readonly start?: string | undefined; readonly timeZone: string },
): number | undefined {
  if (!format.needsStart) {
    if (start !== undefined) throw refused('A start was given, and the file says its times itself; nothing was stored. Leave it out.');
    return undefined;
  }
  if (start === undefined)
    throw refused(
      `The file (${format.name}) says when only in seconds since its start, which it does not name; nothing was stored. Say when it begins (--start 2026-01-31T22:05).`,
    );
  const startMs = momentOf(start, createWallClock(timeZone));
  if (startMs === null) throw refused('The start cannot be read; write it as 2026-01-31T22:05, or with an offset');
  return startMs;
}

function refused(message: string): VigilError {
  return new VigilError('invalid_input', message, { fields: [{ field: 'start', message }] });
}
