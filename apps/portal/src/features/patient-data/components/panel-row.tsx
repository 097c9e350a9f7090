import IconButton from '@mui/material/IconButton';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chartHeight } from '#charts/drawing.ts';
import { HistogramPlot } from '#charts/histogram-plot.tsx';
import type { ChartInteraction } from '#charts/interaction.ts';
import type { TimeSpan } from '#charts/series.ts';
import type { TimeTick } from '#charts/time-axis.ts';
import { TimeChart } from '#charts/time-chart.tsx';
import { Icon } from '#ui/icons.tsx';
import { occasionalTimes } from '../panels/occasional-times.ts';
import type { Panel } from '../panels/panel.ts';
import type { PanelId } from '../view.ts';
import { PanelFigures } from './panel-figures.tsx';
import styles from './panel-row.module.css';
import { PanelTable } from './panel-table.tsx';

interface PanelRowProps {
  readonly panel: Panel;
  /** The stretch on screen: the zoom, or the whole range. */
  readonly span: TimeSpan;
  readonly ticks: readonly TimeTick[];
  readonly zone: string;
  readonly locale: string;
  /** Pixels of every chart. */
  readonly width: number;
  /** The time axis of the group is written under this chart. */
  readonly withAxis: boolean;
  /** Stands beside the line of the present. */
  readonly nowLabel: string | undefined;
  /** The figures belong to the range before: the new one is under way. */
  readonly outdated: boolean;
  readonly waiting: boolean;
  readonly interaction: ChartInteraction;
  readonly onZoom: (span: TimeSpan | null) => void;
  readonly onHide: (id: PanelId) => void;
}

/** One chart of the page: its name and figures on the left, the chart or its table on the right. Drawn again only when something of its own changed. */
export const PanelRow = memo(function PanelRow({
  panel,
  span,
  ticks,
  zone,
  locale,
  width,
  withAxis,
  nowLabel,
  outdated,
  waiting,
  interaction,
  onZoom,
  onHide,
}: PanelRowProps): ReactNode {
  const { t } = useTranslation('patientData');
  const [asTable, setAsTable] = useState(false);
  const described = useMemo(() => panel.describe(span), [panel, span]);
  const summary = described?.summary ?? t('summary.empty', { title: panel.title });
  const snapTo = useMemo(() => occasionalTimes(panel), [panel]);
  const height = panel.kind === 'time' ? chartHeight(panel.height, withAxis) : panel.height;
  const titleId = `panel-${panel.id}`;
  return (
    <article className={styles.row} aria-labelledby={titleId} aria-busy={outdated} data-outdated={outdated}>
      <div className={styles.side}>
        <div className={styles.head}>
          <h3 id={titleId} className={styles.title}>
            {panel.title}
          </h3>
          <span className={styles.tools}>
            <IconButton
              size="small"
              aria-pressed={asTable}
              aria-label={`${panel.title}: ${t('chart.table')}`}
              title={t(asTable ? 'chart.chart' : 'chart.table')}
              onClick={() => setAsTable(!asTable)}
            >
              <Icon name={asTable ? 'activity' : 'columns'} size={14} />
            </IconButton>
            <IconButton
              size="small"
              aria-label={`${panel.title}: ${t('chart.hide')}`}
              title={t('chart.hide')}
              onClick={() => onHide(panel.id)}
            >
              <Icon name="close" size={14} />
            </IconButton>
          </span>
        </div>
        <PanelFigures
          panel={panel}
          described={waiting ? null : described}
          span={span}
          zone={zone}
          interaction={interaction}
          locale={locale}
        />
      </div>
      <div className={styles.plot} style={{ minHeight: height }}>
        {waiting ? (
          <div className={styles.skeleton} style={{ height }} aria-busy="true" />
        ) : asTable ? (
          <PanelTable panel={panel} span={span} zone={zone} locale={locale} />
        ) : panel.kind === 'histogram' ? (
          <HistogramPlot {...panel} width={width} summary={summary} />
        ) : (
          <TimeChart
            draw={panel.draw}
            backdrop={panel.backdrop}
            span={span}
            ticks={ticks}
            width={width}
            height={height}
            summary={summary}
            withAxis={withAxis}
            nowLabel={nowLabel}
            snapTo={snapTo}
            interaction={interaction}
            onZoom={onZoom}
          />
        )}
      </div>
    </article>
  );
});
