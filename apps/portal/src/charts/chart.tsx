import './messages.ts';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './chart.module.css';
import { ChartLegend } from './chart-legend.tsx';
import type { ChartProps } from './chart-props.ts';
import { ChartReadout } from './chart-readout.tsx';
import { ChartStateNote } from './chart-state-note.tsx';
import { chartSummary } from './chart-summary.ts';
import { type ChartWords, emptyText } from './chart-words.ts';
import { bottomInset, chartHeight, type DrawContext, plotColumns } from './drawing.ts';
import { withFormedAxis } from './formed-axis.ts';
import { createInteraction } from './interaction.ts';
import { drawnKind } from './kind-of-metric.ts';
import { cappedSeries } from './kinds/capped-series.ts';
import { type ChartKind, chartKinds } from './kinds/kinds.ts';
import { levelsOf } from './limits.ts';
import { PointReader } from './point-reader.tsx';
import { pointsWithin } from './series.ts';
import { stopsOf } from './stops.ts';
import { ticksWithin } from './time-axis.ts';
import { TimeChart } from './time-chart.tsx';
import { useWidth } from './use-width.ts';

/** A pointer this near to a reading or a mark means it. Pixels. */
const reachPixels = 8;

/** The word beside the line of the present is left out when a mark is this near: it would cover it. Times the reach. */
const nowRoom = 5;

/**
 * One chart of any kind with its name, its legend, what it shows in words, and its plot: read by pointer and by keys, reading
 * by reading. Beside the plot stands what it says at the cursor; while nobody points, its summary.
 */
export function Chart(props: ChartProps): ReactNode {
  const { title, axis, frame, state = 'ready', usual, unworn, annotations, window, level = 3, whenEmpty, meanIsTold = false } = props;
  const { span, zone, now, onZoom } = frame;
  const { t, i18n } = useTranslation('charts');
  const [own] = useState(createInteraction);
  const interaction = frame.interaction ?? own;
  const [probe, width] = useWidth();
  const ids = { title: useId(), summary: useId() };
  const Heading = `h${level}` as const;
  const locale = i18n.language;

  const kind = useMemo(() => drawnKind(props.kind, props.series, span), [props.kind, props.series, span]);
  const chartKind: ChartKind = chartKinds[kind];
  const series = useMemo(() => cappedSeries(kind, props.series), [kind, props.series]);
  const words: ChartWords = useMemo(() => ({ write: t, locale, zone, span }), [t, locale, zone, span]);
  const chart = useMemo(
    () => ({ kind, series, ...(usual !== undefined && { usual }), ...(annotations !== undefined && { annotations }) }),
    [kind, series, usual, annotations],
  );
  const draw = useMemo(
    () => (context: DrawContext) => withFormedAxis(chartKind.draw({ series, axis }, context), series, context.span, locale),
    [chartKind, series, axis, locale],
  );
  const backdrop = useMemo(
    () => ({
      ...limitsDrawn(chartKind, chart.series),
      ...chart,
      ...(unworn !== undefined && { unworn }),
      ...(window !== undefined && { window }),
      ...(now !== undefined && { now }),
    }),
    [chartKind, chart, unworn, window, now],
  );
  const columns = plotColumns(width);
  const ticks = useMemo(() => ticksWithin(span, zone, locale, columns), [span, zone, locale, columns]);
  const stops = useMemo(() => stopsOf(series, annotations ?? [], span), [series, annotations, span]);
  const summary = useMemo(() => chartSummary(chart, words), [chart, words]);
  const marked = (annotations ?? []).filter(({ at }) => at >= span.from && at < span.to);
  const withLane = marked.length > 0 || (now !== undefined && now > span.from && now < span.to);
  const height = chartHeight(props.height ?? chartKind.height({ series, axis }), true, withLane);
  const reach = (reachPixels / columns) * (span.to - span.from);
  const shown = state === 'ready' && series.some(({ points }) => pointsWithin(points, span).length > 0);

  return (
    <figure className={styles.figure} aria-labelledby={ids.title} aria-busy={state === 'loading'}>
      <figcaption className={styles.caption}>
        <div className={styles.head}>
          <Heading id={ids.title} className={styles.title}>
            {title}
          </Heading>
          {shown && <ChartLegend kind={kind} series={series} usual={usual} unworn={unworn} span={span} annotations={annotations} />}
        </div>
        {!shown && <div className={styles.readout} />}
        {shown && <ChartReadout {...{ chart, summary, reach, words, interaction, meanIsTold }} summaryId={ids.summary} />}
      </figcaption>
      <div ref={probe} className={styles.plot} style={{ height }}>
        {shown ? (
          <PointReader
            label={t('reader', { title })}
            describedBy={ids.summary}
            chart={chart}
            stops={stops}
            reach={reach}
            words={words}
            interaction={interaction}
            onZoom={onZoom}
          >
            <TimeChart
              draw={draw}
              backdrop={backdrop}
              span={span}
              ticks={ticks}
              width={width}
              height={height}
              withAxis
              withLane={withLane}
              nowLabel={marked.some(({ at }) => Math.abs(at - (now ?? 0)) < nowRoom * reach) ? undefined : t('now')}
              snapTo={stops}
              summary={summary}
              interaction={interaction}
              onZoom={onZoom}
            />
          </PointReader>
        ) : (
          <ChartStateNote title={title} state={state} empty={emptyText(kind, words)} bottom={bottomInset(true)} whenEmpty={whenEmpty} />
        )}
      </div>
    </figure>
  );
}

/** The normal range as lines behind the data, where the value axis is that of the first series. */
function limitsDrawn({ told }: ChartKind, [first]: ChartProps['series']): { readonly limits?: readonly number[] } {
  return (told === 'level' || told === 'pressure') && first?.limits !== undefined ? { limits: levelsOf(first.limits) } : {};
}
