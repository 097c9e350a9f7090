import type { KeyboardEvent } from 'react';
import type { ChartInteraction } from '#charts/interaction.ts';
import { snapped, zoomed } from '#charts/pointer.tsx';
import type { TimeSpan } from '#charts/series.ts';

/** An arrow key moves the cursor by this share of the span; with Shift by ten of them. */
const keyShare = 1 / 200;

/** A key lands on a reading taken now and then that is nearer than this share of its step: none is stepped over, and none holds the cursor. */
const snapShare = 0.5;

/** The cursor and the zoom by keyboard, on the focused region of charts: arrows, Home, End, plus, minus, Escape. */
export function cursorKeys(
  interaction: ChartInteraction,
  span: TimeSpan,
  snapTo: readonly number[],
  onZoom: (span: TimeSpan | null) => void,
) {
  const { cursor } = interaction;
  const length = span.to - span.from;
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const at = cursor.get() ?? (span.from + span.to) / 2;
    const move = (shares: number) => {
      const moved = Math.max(span.from, Math.min(span.to, at + shares * keyShare * length));
      cursor.set(snapped(moved, snapTo, snapShare * keyShare * length));
    };
    const stride = event.shiftKey ? 10 : 1;
    if (event.key === 'ArrowLeft') move(-stride);
    else if (event.key === 'ArrowRight') move(stride);
    else if (event.key === 'Home') cursor.set(span.from);
    else if (event.key === 'End') cursor.set(span.to);
    else if (event.key === '+') onZoom(zoomed(span, at, 0.5));
    else if (event.key === '-') onZoom(zoomed(span, at, 2));
    else if (event.key === 'Escape') cursor.set(null);
    else return;
    event.preventDefault();
  };
}
