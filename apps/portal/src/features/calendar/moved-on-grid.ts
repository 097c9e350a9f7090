import { zoneOffsetAt } from '@vigil/domain/timeframe/offsets';
import { momentOfWall, wallOf } from '#lib/wall-time.ts';

/** By how much something was dragged on the grid, whose days have 24 hours each: by the wall. */
export interface OnGrid {
  readonly days: number;
  readonly milliseconds: number;
}

const dayMs = 86_400_000;
/** Beyond the longest by which clocks are changed. */
const aroundMs = 3 * 3_600_000;

/**
 * Where a start or an end lies that was dragged, in milliseconds since 1970. Within a day it goes where the hand does: of what comes twice
 * to the nearer one; what the clocks skip is no time at all but the moment of the change, so that nothing that is dragged back comes
 * later. From another day it is the same time on the wall: of what comes twice the first, and what is skipped comes later.
 */
export function draggedTo(moment: number, by: OnGrid, zone: string): number {
  const text = draggedWall(moment, by, zone);
  const near = momentOfWall(text, zone);
  if (by.days !== 0) return near;
  const [first = zoneOffsetAt(zone, near / 1000).fromSeconds * 1000, ...others] = momentsOf(text, zone);
  const distance = (one: number) => Math.abs(one - moment - by.milliseconds);
  return others.reduce((best, one) => (distance(one) < distance(best) ? one : best), first);
}

function draggedWall(moment: number, { days, milliseconds }: OnGrid, zone: string): string {
  const wallMs = Date.parse(`${wallOf(moment, zone)}Z`) + days * dayMs + milliseconds;
  return new Date(wallMs).toISOString().slice(0, 16);
}

/** The moments at which the clocks show that: none, one or two. */
function momentsOf(text: string, zone: string): readonly number[] {
  const near = momentOfWall(text, zone);
  const wallMs = Date.parse(`${text}Z`);
  const offsets = [-aroundMs, 0, aroundMs].map((away) => zoneOffsetAt(zone, (near + away) / 1000).offsetSeconds * 1000);
  return [...new Set(offsets)].map((offsetMs) => wallMs - offsetMs).filter((one) => wallOf(one, zone) === text);
}
