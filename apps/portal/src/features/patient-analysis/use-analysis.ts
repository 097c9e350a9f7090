import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ChartFrame } from '#charts/chart-props.ts';
import { createInteraction } from '#charts/interaction.ts';
import type { TimeSpan } from '#charts/series.ts';
import { useNow } from '#lib/now.ts';
import { isShortcut } from '#lib/shortcuts.ts';
import { endingWithItsEvidence, spanOf, steppedEnd } from './spans.ts';
import { type AnalysisView, searchOf, viewOf } from './view.ts';

/** The analysis in the address bar, and what changes it. A new range or end is a step that Back undoes; the rest replaces. */
export function useAnalysis(zone: string, own: boolean) {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const view = useMemo(() => endingWithItsEvidence(viewOf(search, own), zone), [search, own, zone]);
  const now = Math.floor(useNow(15_000) / 60_000) * 60;
  const change = useCallback(
    (changed: Partial<AnalysisView>) => {
      const replace = changed.days === undefined && changed.end === undefined;
      const next = (before: Record<string, unknown>) => searchOf(changedView(viewOf(before, own), changed), own);
      void navigate({ to: '.', search: next, replace, resetScroll: false } as never);
    },
    [navigate, own],
  );
  const step = useCallback((by: -1 | 1) => change({ end: steppedEnd(view, by * view.days, now, zone) }), [change, view, now, zone]);
  useStepKeys(step, change);
  const { from, to } = spanOf(view, now, zone);
  const span = useMemo(() => ({ from, to }), [from, to]);
  return { view, change, step, now, span };
}

/** Another day is not that of the moment any more that evidence was about. */
function changedView(before: AnalysisView, changed: Partial<AnalysisView>): AnalysisView {
  const evidence = before.evidence && changed.end !== undefined ? { ...before.evidence, at: null } : before.evidence;
  return { ...before, evidence, ...changed };
}

export type Analysis = ReturnType<typeof useAnalysis>;

/** What the charts of the page share: one cursor and one zoom. A zoom is of the range it was made in. */
export function useFrame(span: TimeSpan, zone: string, now: number) {
  const [interaction] = useState(createInteraction);
  const [zoom, setZoom] = useState<{ readonly of: TimeSpan; readonly to: TimeSpan } | null>(null);
  const shown = zoom?.of === span ? zoom.to : null;
  const onZoom = useCallback((to: TimeSpan | null) => setZoom(to === null ? null : { of: span, to }), [span]);
  const frame: ChartFrame = useMemo(
    () => ({ span: shown ?? span, zone, now, interaction, onZoom }),
    [shown, span, zone, now, interaction, onZoom],
  );
  return { frame, zoomed: shown !== null, onZoom };
}

/** [ and ] step a range back and forward, n goes to the present. */
function useStepKeys(step: (by: -1 | 1) => void, change: (changed: Partial<AnalysisView>) => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      if (event.key === '[') step(-1);
      else if (event.key === ']') step(1);
      else if (event.key.toLowerCase() === 'n') change({ end: null });
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [step, change]);
}
