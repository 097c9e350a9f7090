import { useQuery } from '@tanstack/react-query';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { heartRateHistogramQuery } from '#lib/member-readings.ts';
import styles from '../chart.module.css';
import { ChartCanvas } from '../chart-canvas.tsx';
import type { ChartState } from '../chart-props.ts';
import { ChartStateNote } from '../chart-state-note.tsx';
import { useChartTheme } from '../chart-theme.ts';
import { bottomInset } from '../drawing.ts';
import { type Bucket, histogram } from '../kinds/histogram.ts';
import type { TimeSpan } from '../series.ts';
import { useWidth } from '../use-width.ts';
import '../messages.ts';
import './messages.ts';

interface HeartRateHistogramProps {
  readonly memberId: string;
  readonly span: TimeSpan;
  readonly title: string;
  readonly height: number;
}

const none: readonly Bucket[] = [];

/** How often the heart rate lay in each bucket of 10 bpm, with what it shows in words. */
export function HeartRateHistogram({ memberId, span, title, height }: HeartRateHistogramProps): ReactNode {
  const { t } = useTranslation('memberCharts');
  const theme = useChartTheme();
  const [probe, width] = useWidth();
  const titleId = useId();
  const asked = useQuery(heartRateHistogramQuery(memberId, span));
  const buckets = asked.data ?? none;
  const option = useMemo(() => histogram(buckets, catalogue.heart_rate.axis, theme.tones.heart, theme), [buckets, theme]);
  const failed = asked.isError && asked.data === undefined;
  const most = buckets.toSorted((a, b) => b.count - a.count)[0];
  const isCounted = most !== undefined && most.count > 0;
  const words = isCounted ? t('histogramSaid', { from: most.from, to: most.to }) : t('histogramEmpty');
  const state: ChartState = failed
    ? { failed: t('failed', { title }), onRetry: () => void asked.refetch() }
    : asked.isPending
      ? 'loading'
      : 'ready';
  return (
    <figure className={styles.figure} aria-labelledby={titleId} aria-busy={asked.isPending}>
      <figcaption className={styles.caption}>
        <h3 id={titleId} className={styles.title}>
          {title}
        </h3>
        {isCounted && <p className={styles.legend}>{words}</p>}
      </figcaption>
      <div ref={probe} style={{ height }}>
        {isCounted ? (
          <div role="img" aria-label={words}>
            <ChartCanvas option={width > 0 ? option : null} width={width} height={height} />
          </div>
        ) : (
          <ChartStateNote title={title} state={state} empty={words} bottom={bottomInset(true)} />
        )}
      </div>
    </figure>
  );
}
