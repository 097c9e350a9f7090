import { zoneOffsetAt } from '@vigil/domain/timeframe/offsets';
import { momentOfDay } from '@vigil/domain/timeframe/zone';

const dayMs = 86_400_000;

/** A moment as an input of day and time has it, by the clock of a zone: `2026-06-10T07:00`. Milliseconds since 1970 in. */
export function wallOf(moment: number, zone: string): string {
  const { offsetSeconds } = zoneOffsetAt(zone, Math.floor(moment / 1000));
  return new Date(moment + offsetSeconds * 1000).toISOString().slice(0, 16);
}

/**
 * The moment of such an input in milliseconds since 1970; NaN where it is none. What the clocks skip comes later, and of what comes
 * twice it is the first.
 */
export function momentOfWall(text: string, zone: string): number {
  const wall = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || Number.isNaN(wall)) return Number.NaN;
  const day = Math.floor(wall / dayMs);
  return momentOfDay(day, (wall - day * dayMs) / 60_000, zone) * 1000;
}

/** Whether the clocks of two zones show the same at a moment. Milliseconds since 1970. */
export const showTheSame = (zone: string, other: string, moment: number): boolean =>
  zoneOffsetAt(zone, Math.floor(moment / 1000)).offsetSeconds === zoneOffsetAt(other, Math.floor(moment / 1000)).offsetSeconds;

/** Known until what runs now has ended: whoever travels has another zone from then on, and a screen asks hundreds of times. */
let known: string | undefined;

/** The reader's zone. */
export function ownZone(): string {
  if (known === undefined) {
    known = Intl.DateTimeFormat().resolvedOptions().timeZone;
    queueMicrotask(() => {
      known = undefined;
    });
  }
  return known;
}
