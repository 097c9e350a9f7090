import { type KeyboardEvent, type ReactNode, useSyncExternalStore } from 'react';
import styles from './chart.module.css';
import type { ChartWords } from './chart-words.ts';
import type { ChartInteraction } from './interaction.ts';
import { zoomed } from './pointer.tsx';
import { readingAt, saidOf } from './reading-at.ts';
import type { TimeSpan } from './series.ts';
import { nearestStop, stopAfter } from './stops.ts';

interface PointReaderProps {
  readonly label: string;
  /** The id of the summary. */
  readonly describedBy: string;
  readonly chart: Parameters<typeof readingAt>[0];
  /** The moments at which the keys stop. */
  readonly stops: readonly number[];
  /** How far from the cursor a dot or a mark counts as under it. Seconds. */
  readonly reach: number;
  readonly words: ChartWords;
  readonly interaction: ChartInteraction;
  readonly onZoom: ((span: TimeSpan | null) => void) | undefined;
  readonly children: ReactNode;
}

/**
 * A plot that is read by keys. It is a slider over its readings: the one role of ARIA for which screen readers hand the arrow
 * keys on, and say the new value by themselves, in the words of `aria-valuetext`.
 */
export function PointReader({
  label,
  describedBy,
  chart,
  stops,
  reach,
  words,
  interaction,
  onZoom,
  children,
}: PointReaderProps): ReactNode {
  const { cursor } = interaction;
  const at = useSyncExternalStore(cursor.subscribe, cursor.get);
  const index = at === null ? stops.length - 1 : nearestStop(stops, at);
  const moment = at ?? stops[index] ?? words.span.to;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stopAfter(event.key, event.shiftKey, stops, at);
    if (next !== null) cursor.set(next);
    else if (event.key === 'Escape' && at !== null) cursor.set(null);
    else if (onZoom !== undefined && (event.key === '+' || event.key === '-'))
      onZoom(zoomed(words.span, moment, event.key === '+' ? 0.5 : 2));
    else return;
    event.preventDefault();
  };
  return (
    <div
      className={styles.reader}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={describedBy}
      aria-readonly
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={stops.length}
      aria-valuenow={index + 1}
      aria-valuetext={saidOf(readingAt(chart, moment, reach, words), words.write)}
      onKeyDown={onKeyDown}
      onBlur={() => cursor.set(null)}
    >
      {children}
    </div>
  );
}
