import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './charts.module.css';
import { plotInsets } from './drawing.ts';
import type { ChartInteraction } from './interaction.ts';
import type { TimeSpan } from './series.ts';

/** Pixels that a drag must cover to mean a zoom rather than an unsteady click. */
const shortestDrag = 6;
/** One notch of the wheel (with Ctrl, or a pinch) changes the span by this factor. */
const wheelFactor = 1.25;
/** Nobody reads less than five minutes of a day's chart. Seconds. */
const shortestSpanSeconds = 300;

interface PointerProps {
  readonly span: TimeSpan;
  readonly interaction: ChartInteraction;
  readonly onZoom: (span: TimeSpan | null) => void;
}

/** The transparent sheet over a plot: moves the shared cursor, marks a stretch by dragging, zooms by Ctrl and wheel, shows everything again by double click. */
export function Pointer({ span, interaction, onZoom }: PointerProps): ReactNode {
  const sheet = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const dragFrom = useRef<number | null>(null);
  const { from, to } = span;

  useEffect(() => {
    const x = (at: number) => ((at - from) / (to - from)) * (sheet.current?.clientWidth ?? 0);
    const showCursor = () => {
      const at = interaction.cursor.get();
      if (line.current === null) return;
      line.current.hidden = at === null || at < from || at > to;
      if (at !== null) line.current.style.transform = `translateX(${Math.round(x(at))}px)`;
    };
    const showMark = () => {
      const marked = interaction.selection.get();
      if (mark.current === null) return;
      mark.current.hidden = marked === null;
      if (marked === null) return;
      mark.current.style.transform = `translateX(${x(marked.from)}px)`;
      mark.current.style.width = `${x(marked.to) - x(marked.from)}px`;
    };
    showCursor();
    showMark();
    const stops = [interaction.cursor.subscribe(showCursor), interaction.selection.subscribe(showMark)];
    return () => stops.forEach((stop) => void stop());
  }, [interaction, from, to]);

  useEffect(() => {
    const element = sheet.current;
    if (element === null) return;
    const zoomByWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onZoom(zoomed({ from, to }, timeAt(element, event.clientX, { from, to }), event.deltaY > 0 ? wheelFactor : 1 / wheelFactor));
    };
    element.addEventListener('wheel', zoomByWheel, { passive: false });
    return () => element.removeEventListener('wheel', zoomByWheel);
  }, [from, to, onZoom]);

  const moved = (event: PointerEvent<HTMLDivElement>) => {
    const at = timeAt(event.currentTarget, event.clientX, span);
    interaction.cursor.set(at);
    const start = dragFrom.current;
    if (start === null) return;
    const startTime = timeAt(event.currentTarget, start, span);
    const far = Math.abs(event.clientX - start) >= shortestDrag;
    interaction.selection.set(far ? { from: Math.min(startTime, at), to: Math.max(startTime, at) } : null);
  };
  const released = () => {
    const marked = interaction.selection.get();
    dragFrom.current = null;
    interaction.selection.set(null);
    if (marked !== null && marked.to - marked.from >= shortestSpanSeconds) onZoom(marked);
  };

  return (
    <div
      ref={sheet}
      role="presentation"
      className={styles.sheet}
      style={{ left: plotInsets.left, right: plotInsets.right, top: plotInsets.top, bottom: plotInsets.bottom }}
      onPointerDown={(event) => {
        // A finger scrubs the cursor and scrolls the page; marking is for pointers that can hover.
        if (event.button !== 0 || event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragFrom.current = event.clientX;
      }}
      onPointerMove={moved}
      onPointerUp={released}
      onPointerCancel={released}
      onPointerLeave={() => interaction.cursor.set(null)}
      onDoubleClick={() => onZoom(null)}
    >
      <div ref={line} className={styles.cursor} hidden />
      <div ref={mark} className={styles.mark} hidden />
    </div>
  );
}

function timeAt(element: HTMLElement, clientX: number, span: TimeSpan): number {
  const box = element.getBoundingClientRect();
  const share = Math.max(0, Math.min(1, (clientX - box.left) / box.width));
  return Math.round(span.from + share * (span.to - span.from));
}

/** The span made `factor` times as long around a moment that stays where it is. */
export function zoomed(span: TimeSpan, around: number, factor: number): TimeSpan {
  const longer = Math.max(factor, shortestSpanSeconds / (span.to - span.from));
  return { from: Math.round(around - (around - span.from) * longer), to: Math.round(around + (span.to - around) * longer) };
}
