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

/** A pointer this close to a moment to snap to means that moment. Pixels. */
const snapPixels = 8;

interface PointerProps {
  readonly span: TimeSpan;
  /** Pixels over the plot, and under it. */
  readonly top: number;
  readonly bottom: number;
  /** Moments that the pointer is drawn to: readings so far apart that nobody hits their minute. Unix seconds. */
  readonly snapTo: readonly number[];
  readonly interaction: ChartInteraction;
  /** Absent: the chart does not zoom. */
  readonly onZoom: ((span: TimeSpan | null) => void) | undefined;
}

/** The transparent sheet over a plot: moves the shared cursor, marks a stretch by dragging, zooms by Ctrl and wheel or by two fingers, shows everything again by double click. */
export function Pointer({ span, top, bottom, snapTo, interaction, onZoom }: PointerProps): ReactNode {
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
    () => (sheet.current === null ? undefined : followPointer(sheet.current, { from, to }, snapTo, interaction, onZoom)),
    [from, to, snapTo, interaction, onZoom],
  );

  const inset = { left: plotInsets.left, right: plotInsets.right, top, bottom };
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
  snapTo: readonly number[],
  { cursor, selection }: ChartInteraction,
  onZoom: PointerProps['onZoom'],
): () => void {
  const listening = new AbortController();
  const on = <Type extends keyof HTMLElementEventMap>(type: Type, act: (event: HTMLElementEventMap[Type]) => void) =>
    sheet.addEventListener(type, act, { signal: listening.signal, passive: false });
  const pinch = followPinch(sheet, span);
  let dragFrom: number | null = null;
  const point = (event: PointerEvent) =>
    cursor.set(snapped(timeAt(sheet, event.clientX, span), snapTo, (snapPixels / Math.max(1, sheet.clientWidth)) * (span.to - span.from)));

  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (onZoom === undefined) return point(event);
    // A finger moves the cursor and scrolls the page, two of them zoom; marking is for pointers that can hover.
    if (event.pointerType === 'touch') {
      pinch.down(event);
      return point(event);
    }
    sheet.setPointerCapture(event.pointerId);
    dragFrom = event.clientX;
  });
  on('pointermove', (event) => {
    if (event.pointerType === 'touch' && pinch.move(event)) return;
    point(event);
    if (dragFrom === null) return;
    const [start, at] = [timeAt(sheet, dragFrom, span), timeAt(sheet, event.clientX, span)];
    const far = Math.abs(event.clientX - dragFrom) >= shortestDrag;
    selection.set(far ? { from: Math.min(start, at), to: Math.max(start, at) } : null);
  });
  const released = (event: PointerEvent) => {
    const marked = pinch.up(event) ?? selection.get();
    dragFrom = null;
    selection.set(null);
    if (marked !== null && marked.to - marked.from >= shortestSpanSeconds) onZoom?.(marked);
  };
  on('pointerup', released);
  on('pointercancel', released);
  // What a tap chose stays, with its time, until the next tap: a finger that is gone points at nothing else.
  on('pointerleave', (event) => event.pointerType !== 'touch' && cursor.set(null));
  on('dblclick', () => onZoom?.(null));
  on('wheel', (event) => {
    if (onZoom === undefined || (!event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    onZoom(zoomed(span, timeAt(sheet, event.clientX, span), event.deltaY > 0 ? wheelFactor : 1 / wheelFactor));
  });
  return () => listening.abort();
}

/** Two fingers: the moments under them stay under them. `up` gives the stretch that they ask for once one is lifted. */
function followPinch(sheet: HTMLElement, span: TimeSpan) {
  const fingers = new Map<number, { readonly at: number; x: number }>();
  return {
    down: (event: PointerEvent) => void fingers.set(event.pointerId, { at: timeAt(sheet, event.clientX, span), x: event.clientX }),
    /** Whether the finger is one of two. */
    move: (event: PointerEvent) => {
      const finger = fingers.get(event.pointerId);
      if (finger !== undefined) finger.x = event.clientX;
      return fingers.size > 1;
    },
    up: (event: PointerEvent): TimeSpan | null => {
      const [first, second] = [...fingers.values()];
      fingers.delete(event.pointerId);
      if (first === undefined || second === undefined) return null;
      const { left, width } = sheet.getBoundingClientRect();
      return pinched(span, [first, second], left, width);
    },
  };
}

interface Finger {
  /** The moment that it took hold of, Unix seconds. */
  readonly at: number;
  /** Where it is now, in pixels of the window. */
  readonly x: number;
}

/** The span that puts the moments that two fingers took hold of where the fingers are now; null when they did not move apart or together. */
export function pinched(span: TimeSpan, [a, b]: readonly [Finger, Finger], left: number, width: number): TimeSpan | null {
  const pixels = b.x - a.x;
  const secondsPerPixel = (b.at - a.at) / pixels;
  const before = (span.to - span.from) / width;
  if (!(secondsPerPixel > 0) || Math.abs(secondsPerPixel / before - 1) < 0.05) return null;
  const from = Math.round(a.at - (a.x - left) * secondsPerPixel);
  return { from, to: Math.round(from + width * secondsPerPixel) };
}

/** The nearest moment to snap to, where one is within reach (seconds); else the moment itself. */
export function snapped(at: number, snapTo: readonly number[], reach: number): number {
  const nearest = snapTo.reduce<number | null>(
    (best, one) => (best === null || Math.abs(one - at) < Math.abs(best - at) ? one : best),
    null,
  );
  return nearest !== null && Math.abs(nearest - at) <= reach ? nearest : at;
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
