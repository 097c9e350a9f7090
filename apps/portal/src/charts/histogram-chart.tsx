import './messages.ts';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './chart.module.css';
import type { ChartState } from './chart-props.ts';
import { ChartStateNote } from './chart-state-note.tsx';
import { bottomInset, plotColumns, plotInsets } from './drawing.ts';
import { HistogramPlot } from './histogram-plot.tsx';
import { type Bucket, histogramEnds } from './kinds/histogram.ts';
import type { Tone } from './series.ts';
import { stopAfter } from './stops.ts';
import { useWidth } from './use-width.ts';
import { writeNumber } from './write-value.ts';

interface HistogramChartProps {
  readonly title: string;
  readonly unit: string;
  readonly buckets: readonly Bucket[];
  readonly tone: Tone;
  readonly axisEnds: readonly [number, number];
  readonly state?: ChartState;
  /** Pixels of the plot. */
  readonly height?: number;
  readonly level?: 2 | 3 | 4;
}

/** How often values lay where, with its name and what it shows in words; read by pointer and by keys, bucket by bucket. */
export function HistogramChart(props: HistogramChartProps): ReactNode {
  const { title, unit, tone, axisEnds, state = 'ready', height = 140, level = 3 } = props;
  const { t, i18n } = useTranslation('charts');
  const [probe, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const ids = { title: useId(), summary: useId() };
  const Heading = `h${level}` as const;
  const buckets = props.buckets.filter(({ count }) => count > 0);
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const told = (bucket: Bucket | undefined) =>
    bucket === undefined
      ? t('value.nothing')
      : t('histogram.bucket', {
          ...{ from: bucket.from, to: bucket.to, unit, count: bucket.count },
          share: writeNumber((100 * bucket.count) / total, 0, i18n.language),
        });
  const [most] = buckets.toSorted((a, b) => b.count - a.count);
  const summary = t('histogram.summary', { most: told(most), count: total });
  const index = at === null ? -1 : buckets.findIndex(({ from, to }) => from <= at && at < to);
  const shown = state === 'ready' && total > 0;
  const [low, high] = histogramEnds(buckets, axisEnds);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stopAfter(
      event.key,
      event.shiftKey,
      buckets.map(({ from }) => from),
      at,
    );
    if (next === null && event.key !== 'Escape') return;
    setAt(next);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - plotInsets.left) / plotColumns(width);
    setAt(share < 0 || share > 1 ? null : low + share * (high - low));
  };
  return (
    <figure className={styles.figure} aria-labelledby={ids.title} aria-busy={state === 'loading'}>
      <figcaption className={styles.caption}>
        <Heading id={ids.title} className={styles.title}>
          {title}
        </Heading>
        {!shown && <div className={styles.readout} />}
        {shown && (
          <div className={styles.readout} data-pointing={at !== null}>
            <p id={ids.summary} className={styles.summary}>
              {summary}
            </p>
            <p className={styles.figures} aria-hidden="true">
              {summary}
            </p>
            {at !== null && (
              <p className={styles.reading} aria-hidden="true">
                <strong>{told(buckets[index])}</strong>
              </p>
            )}
          </div>
        )}
      </figcaption>
      <div ref={probe} className={styles.plot} style={{ height }}>
        {shown ? (
          <div
            className={styles.reader}
            role="slider"
            tabIndex={0}
            aria-label={t('reader', { title })}
            aria-describedby={ids.summary}
            aria-readonly
            aria-valuemin={1}
            aria-valuemax={buckets.length}
            aria-valuenow={Math.max(1, index + 1)}
            aria-valuetext={told(at === null ? most : buckets[index])}
            onKeyDown={onKeyDown}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setAt(null)}
            onBlur={() => setAt(null)}
          >
            <HistogramPlot buckets={buckets} tone={tone} axisEnds={axisEnds} width={width} height={height} summary={summary} />
            {index >= 0 && <Held bucket={buckets[index]} ends={[low, high]} columns={plotColumns(width)} />}
          </div>
        ) : (
          <ChartStateNote title={title} state={state} empty={t('histogram.empty')} bottom={bottomInset(true)} />
        )}
      </div>
    </figure>
  );
}

interface HeldProps {
  readonly bucket: Bucket | undefined;
  readonly ends: readonly [number, number];
  readonly columns: number;
}

/** Marks the bucket that is read. */
function Held({ bucket, ends: [low, high], columns }: HeldProps): ReactNode {
  if (bucket === undefined) return null;
  const x = (value: number) => ((value - low) / (high - low)) * columns;
  const style = {
    left: plotInsets.left + x(bucket.from),
    width: x(bucket.to) - x(bucket.from),
    top: plotInsets.top,
    bottom: bottomInset(true),
  };
  return <div className={styles.held} style={style} />;
}
