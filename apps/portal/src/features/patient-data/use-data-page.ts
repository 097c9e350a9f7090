import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChartEngine } from '#charts/chart-canvas.tsx';
import { plotColumns } from '#charts/drawing.ts';
import { createInteraction } from '#charts/interaction.ts';
import type { TimeSpan } from '#charts/series.ts';
import { ticksWithin } from '#charts/time-axis.ts';
import { useWidth } from '#charts/use-width.ts';
import { flagAt, useConfiguration } from '#lib/configuration.ts';
import type { Latest } from '#lib/member-readings.ts';
import { sourcesOf } from './data/sources.ts';
import { usePanelData } from './data/use-panel-data.ts';
import { lastMeasuredAt } from './latest.ts';
import { useLiveTicks } from './live/use-live-ticks.ts';
import { stateOf } from './panel-state.ts';
import { ownPanels } from './panels/own-panels.ts';
import type { Panel } from './panels/panel.ts';
import { clippedZoom, dayAt } from './time-window.ts';
import { useAxes } from './use-axes.ts';
import { useCsvExport } from './use-csv-export.ts';
import { usePageTime } from './use-page-time.ts';
import { usePanels } from './use-panels.ts';
import { useSettled } from './use-settled.ts';
import { granularityOf, type PanelId } from './view.ts';

/** A zoom by wheel takes many steps; the histogram is counted anew once they are done. Milliseconds. */
const zoomSettlesMs = 250;

export interface DataPageProps {
  readonly memberId: string;
  readonly zone: string;
  /** Null where the account does not say. */
  readonly heightM: number | null;
  /** The member looks at the own data. */
  readonly isOwn: boolean;
  readonly latest: Latest | undefined;
  readonly latestFailed: boolean;
}

/** What the page of a member's readings shows and what can be done on it; the components only draw it. */
export function useDataPage({ memberId, zone, isOwn, latest, heightM }: DataPageProps) {
  const time = usePageTime(zone);
  const { view, change, now, window, range, actions } = time;
  const { days } = view.range;
  const [axes, chooseAxes] = useAxes(time);
  const asked = clippedZoom(view.zoom, range);
  const counted = useSettled(asked, zoomSettlesMs);
  const granularity = granularityOf(view);
  const newer = flagAt(useConfiguration().featureFlags ?? {}, 'generatedData');
  const sources = sourcesOf(memberId, view, { span: range }, zone, { zoom: counted, newer, scored: !isOwn });
  const { data, outdated, retry } = usePanelData(sources, { days, granularity, span: range, zoomed: counted !== null });
  const all = usePanels(data, { zone, now, axes, newer });
  const panels = isOwn ? ownPanels(all) : all;
  const live = useLiveTicks({ memberId, sources, zone });
  useEffect(() => void loadChartEngine().catch(() => undefined), []);

  const zoom = outdated ? null : asked;
  const onZoom = useCallback((to: TimeSpan | null) => change({ zoom: clippedZoom(to, range) }), [change, range]);
  const stage = useStage(zoom ?? data.span, zone);

  const visible = panels.filter((panel) => !view.hidden.includes(panel.id));
  const { hidden } = view;
  const hide = useCallback((id: PanelId) => change({ hidden: [...hidden, id] }), [change, hidden]);
  const goTo = useCallback((seconds: number) => actions.goTo(dayAt(seconds, zone)), [actions, zone]);
  const panelState = (panel: Panel) => stateOf(panel, { data, latest, range: data.span });
  return {
    ...time,
    ...stage,
    memberId,
    zone,
    isOwn,
    latest,
    axes,
    chooseAxes,
    data,
    outdated,
    retry,
    panels,
    visible,
    panelState,
    shows: whatIsShown({ panels, visible, panelState, data, outdated, range }),
    live,
    zoom,
    onZoom,
    hide,
    goTo,
    lastAt: lastMeasuredAt(latest),
    exportCsv: useCsvExport({
      ...{ memberId, panels: visible, span: stage.span, days, zone, newer, heightM },
      sleeps: data.answers.sleeps,
    }),
    past: !window.live,
  };
}

export type DataPageModel = ReturnType<typeof useDataPage>;

/** What all charts of the page share: the stretch on screen, its marks, their width, the cursor. */
function useStage({ from, to }: TimeSpan, zone: string) {
  const { i18n } = useTranslation('patientData');
  const locale = i18n.language;
  const span = useMemo(() => ({ from, to }), [from, to]);
  const [interaction] = useState(createInteraction);
  const [probe, width] = useWidth();
  const ticks = useMemo(() => ticksWithin(span, zone, locale, plotColumns(width)), [span, zone, locale, width]);
  return { span, locale, interaction, probe, width, ticks };
}

type Shown = Pick<ReturnType<typeof usePanelData>, 'data' | 'outdated'> & {
  readonly panels: readonly Panel[];
  readonly visible: readonly Panel[];
  readonly panelState: (panel: Panel) => ReturnType<typeof stateOf>;
  readonly range: TimeSpan;
};

/** The charts; or, in the place of all of them, one message that none could be loaded, or that nothing was measured. */
function whatIsShown({ panels, visible, panelState, data, outdated, range }: Shown): 'charts' | 'nothing' | Error {
  if (visible.length > 0 && visible.every((panel) => panelState(panel) === 'failed')) return [...data.failed.values()][0] ?? new Error();
  const settled = data.waiting.size === 0 && data.failed.size === 0 && !outdated;
  return settled && panels.every((panel) => panel.describe(range) === null) ? 'nothing' : 'charts';
}
