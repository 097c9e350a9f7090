import type { DrawContext, Drawing } from '#charts/drawing.ts';
import type { Backdrop } from '#charts/kinds/backdrop.ts';
import type { Bucket } from '#charts/kinds/histogram.ts';
import type { Series, TimeSpan, Tone } from '#charts/series.ts';
import type { SourceName } from '../data/sources.ts';
import type { PanelId } from '../view.ts';

export const groupIds = ['heart', 'breathing', 'activity', 'sleep', 'body', 'logged', 'band', 'score', 'distribution'] as const;
export type GroupId = (typeof groupIds)[number];

/** How a series is drawn, for the legend. */
type LegendMark = 'line' | 'dashed' | 'thick' | 'bar' | 'dot' | 'ring' | 'block';

export interface LegendEntry {
  readonly series: Series;
  readonly mark: LegendMark;
  /** CSS colour where it is not the series' tone. */
  readonly color?: string;
}

/** One figure beside a chart, as in "74 mean". */
export interface Figure {
  readonly value: string;
  readonly unit?: string;
  readonly label: string;
}

/** What a panel says of the stretch on screen. Null figures: nothing was measured there. */
export interface PanelFigures {
  readonly figures: readonly Figure[];
  /** The chart in one sentence. */
  readonly summary: string;
}

interface PanelBase {
  readonly id: PanelId;
  readonly group: GroupId;
  readonly title: string;
  readonly unit: string;
  /** Pixels of the chart. */
  readonly height: number;
  readonly sources: readonly SourceName[];
  /** Figures of a span; null when nothing lies within it. */
  readonly describe: (span: TimeSpan) => PanelFigures | null;
}

/** A chart on the shared time axis. */
export interface TimePanel extends PanelBase {
  readonly kind: 'time';
  /** Everything drawn, in the order of the table's and the export's columns. */
  readonly series: readonly Series[];
  readonly legend: readonly LegendEntry[];
  /** Depths of sleep as the band sent them stand in for stages that were smoothed. */
  readonly isRawData?: boolean;
  /** What the values of the legend's series at one moment make together, where the first alone is not what the title says. */
  readonly together?: (values: readonly (number | null)[]) => Figure | null;
  readonly draw: (context: DrawContext) => Drawing;
  readonly backdrop: Backdrop;
}

/** A chart of how often values occurred: it has no time axis. */
export interface HistogramPanel extends PanelBase {
  readonly kind: 'histogram';
  readonly buckets: readonly Bucket[];
  readonly tone: Tone;
  readonly axisEnds: readonly [number, number];
}

export type Panel = TimePanel | HistogramPanel;
