import type { EChartsType } from 'echarts/core';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { loadOnceReachable } from '#lib/load-with-retries.ts';
import styles from './charts.module.css';
import type { ChartOption } from './drawing.ts';

let engine: Promise<typeof import('./engine.ts')> | null = null;

/** Starts the download of the drawing library; call it early, it happens once. Rejects where a server that answers has it no longer. */
export function loadChartEngine(): Promise<typeof import('./engine.ts')> {
  engine ??= loadOnceReachable(() => import('./engine.ts')).catch((reason: unknown) => {
    engine = null;
    throw reason;
  });
  return engine;
}

/** How far outside the window a chart is drawn too, once those in it are, so that scrolling does not meet an empty one. Pixels. */
const drawAhead = 400;

/** Charts outside the window wait this long, so that those in it are on screen first. Milliseconds. */
const laterMs = 60;

/** Charts drawn within one frame take about this long at most; the others in the window follow in the next one, so that a press is answered early on a slow machine too. Milliseconds. */
const frameMs = 24;
let frameBeganAt: number | null = null;

function fitsFrame(): boolean {
  const now = performance.now();
  if (frameBeganAt === null) {
    frameBeganAt = now;
    requestAnimationFrame(() => {
      frameBeganAt = null;
    });
  }
  return now - frameBeganAt < frameMs;
}

let paper = false;
const isPrinting = () => paper;

/** A page that is printed has every chart that was ever drawn; the others stand there in words. */
function followPrint(changed: () => void): () => void {
  const set = (printing: boolean) => () => {
    paper = printing;
    flushSync(changed);
  };
  const [before, after] = [set(true), set(false)];
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}

/** A canvas that shows one option at a given size. Draws only when near the window, and keeps its size from the first paint on. */
export function ChartCanvas({ option, width, height }: { option: ChartOption | null; width: number; height: number }): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  /** Noted by the observer: measuring a dozen charts between their drawings would lay out the page a dozen times. */
  const visible = useRef(true);
  const drawn = useRef<ChartOption | null>(null);
  const [near, setNear] = useState(false);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  // An empty frame would read as nothing measured: the screen says that it could not be shown.
  if (failure !== null) throw failure;

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const ahead = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${drawAhead}px 0px`,
    });
    const seen = new IntersectionObserver((entries) => {
      visible.current = entries.at(-1)?.isIntersecting ?? false;
    });
    for (const observer of [ahead, seen]) observer.observe(element);
    return () => [ahead, seen].forEach((observer) => void observer.disconnect());
  }, []);

  const printing = useSyncExternalStore(followPrint, isPrinting);
  const wanted = (near || printing) && width > 0;
  const [started, setStarted] = useState(false);
  if (wanted && !started) setStarted(true);
  useEffect(() => {
    const element = host.current;
    if (!started || element === null) return;
    let disposed = false;
    let made: EChartsType | null = null;
    loadChartEngine().then(
      ({ init }) => {
        if (disposed) return;
        made = init(element, null, { renderer: 'canvas', width: element.clientWidth, height: element.clientHeight });
        setChart(made);
      },
      (reason: Error) => disposed || setFailure(reason),
    );
    return () => {
      disposed = true;
      made?.dispose();
      setChart(null);
    };
  }, [started]);

  useEffect(() => {
    if (chart === null || option === null) return;
    // Out of sight it is only emptied: nobody may scroll to readings of another range under these dates.
    if (!wanted) return drawn.current === option ? undefined : chart.clear();
    const draw = () => {
      if (chart.isDisposed()) return;
      if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height });
      chart.setOption(option, { notMerge: true });
      drawn.current = option;
    };
    if (printing || (visible.current && fitsFrame())) return draw();
    if (visible.current) {
      const next = requestAnimationFrame(draw);
      return () => cancelAnimationFrame(next);
    }
    const later = setTimeout(draw, laterMs);
    return () => clearTimeout(later);
  }, [chart, option, wanted, width, height, printing]);

  return <div ref={host} className={styles.canvas} style={{ height }} data-drawn={chart !== null && option !== null} />;
}
