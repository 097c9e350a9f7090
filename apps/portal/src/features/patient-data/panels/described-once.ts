import { pointsWithin, type TimeSpan } from '#charts/series.ts';
import type { Write } from '../messages.ts';
import type { Panel, PanelFigures } from './panel.ts';

/**
 * The panel with its description worked out once per span: the page, its groups and its rows all ask for it. A chart whose
 * last step is not over says so.
 */
export function describedOnce(panel: Panel, write: Write): Panel {
  const known = new Map<string, PanelFigures | null>();
  const describe = (span: TimeSpan): PanelFigures | null => {
    const said = panel.describe(span);
    if (said === null || !countsSoFar(panel, span)) return said;
    return { ...said, summary: `${said.summary}; ${write('summary.soFar')}` };
  };
  return {
    ...panel,
    describe(span) {
      const key = `${span.from} ${span.to}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const said = describe(span);
      known.set(key, said);
      return said;
    },
  };
}

/** Whether a step on screen is not over yet. */
export function countsSoFar(panel: Panel, span: TimeSpan): boolean {
  return panel.kind === 'time' && panel.series.some((series) => pointsWithin(series.points.slice(-1), span).some((point) => point.soFar));
}
