import type { ReactNode } from 'react';
import type { Annotation } from './annotations.ts';
import type { ChartInteraction } from './interaction.ts';
import type { UsualStretch } from './kinds/backdrop.ts';
import type { ChartKindName } from './kinds/kinds.ts';
import type { Series, TimeSpan } from './series.ts';
import type { AxisRule } from './value-axis.ts';

/** What the charts of one page share: make it once, so that their times stand on one vertical line and one cursor crosses them all. */
export interface ChartFrame {
  /** The stretch on screen. */
  readonly span: TimeSpan;
  /** IANA name of the member's time zone. */
  readonly zone: string;
  /** Unix seconds; draws the line of the present. */
  readonly now?: number;
  /** The cursor that several charts share; absent, a chart has its own. */
  readonly interaction?: ChartInteraction;
  /** A person marked a stretch, or asked for everything again (null); absent, the chart does not zoom. */
  readonly onZoom?: (span: TimeSpan | null) => void;
}

/** Whether there is an answer yet: under way, failed (in words, with how to try again), or there. An answer without readings is told by itself. */
export type ChartState = 'ready' | 'loading' | { readonly failed: string; readonly onRetry?: () => void };

/** The one shape of props of every chart kind. What it holds must keep its identity while the data do: a new one draws again. */
export interface ChartProps {
  readonly kind: ChartKindName;
  readonly title: string;
  /** The first is what the chart is about; `kinds.ts` says what each kind makes of the others. */
  readonly series: readonly Series[];
  readonly axis: AxisRule;
  readonly frame: ChartFrame;
  readonly state?: ChartState;
  /** Where this person's values usually lie: the baseline band. */
  readonly usual?: readonly UsualStretch[];
  /** When the band was off the wrist or charging. */
  readonly unworn?: readonly TimeSpan[];
  readonly annotations?: readonly Annotation[];
  /** What a rule looked at when it fired. */
  readonly window?: TimeSpan;
  /** Pixels of the plot without its time axis; absent, the kind's own. */
  readonly height?: number;
  /** The level of its title among the headings of the page; 3 unless told. */
  readonly level?: 2 | 3 | 4;
  /** What is beside the chart tells its mean already. */
  readonly meanIsTold?: boolean;
  /** The next step where nothing was measured, as a button to the last readings. */
  readonly whenEmpty?: ReactNode;
}
