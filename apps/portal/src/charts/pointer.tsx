import { type ReactNode, useEffect, useRef } from 'react';
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

  useEffect(
    () => (sheet.current === null ? undefined : followPointer(sheet.current, { from, to }, interaction, onZoom)),
    [from, to, interaction, onZoom],
  );

  const inset = { left: plotInsets.left, right: plotInsets.right, top: plotInsets.top, bottom: plotInsets.bottom };
  return (
    <div ref={sheet} className={styles.sheet} style={inset}>
      <div ref={line} className={styles.cursor} hidden />
      <div ref={mark} className={styles.mark} hidden />
    </div>
  );
}

/** Turns what the pointer does over the sheet into cursor, marked stretch and zoom. Returns how to stop. */
function followPointer(
  sheet: HTMLElement,
  span: TimeSpan,
  { cursor, selection }: ChartInteraction,
  onZoom: PointerProps['onZoom'],
): () => void {
  const listening = new AbortController();
  const on = <Type extends keyof HTMLElementEventMap>(type: Type, act: (event: HTMLElementEventMap[Type]) => void) =>
    sheet.addEventListener(type, act, { signal: listening.signal, passive: false });
  let dragFrom: number | null = null;

  on('pointerdown', (event) => {
    // A finger scrubs the cursor and scrolls the page; marking is for pointers that can hover.
    if (event.button !== 0 || event.pointerType === 'touch') return;
    sheet.setPointerCapture(event.pointerId);
    dragFrom = event.clientX;
  });
  on('pointermove', (event) => {
    const at = timeAt(sheet, event.clientX, span);
    cursor.set(at);
    if (dragFrom === null) return;
    const start = timeAt(sheet, dragFrom, span);
    const far = Math.abs(event.clientX - dragFrom) >= shortestDrag;
    selection.set(far ? { from: Math.min(start, at), to: Math.max(start, at) } : null);
  });
  const released = () => {
    const marked = selection.get();
    dragFrom = null;
    selection.set(null);
    if (marked !== null && marked.to - marked.from >= shortestSpanSeconds) onZoom(marked);
  };
  on('pointerup', released);
  on('pointercancel', released);
  on('pointerleave', () => cursor.set(null));
  on('dblclick', () => onZoom(null));
  on('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    onZoom(zoomed(span, timeAt(sheet, event.clientX, span), event.deltaY > 0 ? wheelFactor : 1 / wheelFactor));
  });
  return () => listening.abort();
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
