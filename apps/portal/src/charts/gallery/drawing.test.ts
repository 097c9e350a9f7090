import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import type { Units } from '@vigil/domain/units/unit-system';
import { CustomChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { plainTheme } from '../chart-theme.ts';
import { plotColumns } from '../drawing.ts';
import { withFormedAxis } from '../formed-axis.ts';
import { framed } from '../frame.ts';
import { drawnKind } from '../kind-of-metric.ts';
import { backdropLayers } from '../kinds/backdrop.ts';
import { cappedSeries } from '../kinds/capped-series.ts';
import { type ChartKindName, chartKinds } from '../kinds/kinds.ts';
import { ticksWithin } from '../time-axis.ts';
import { sampleStates, zone } from './sample-frame.ts';
import { sampleOf } from './samples.ts';

use([LineChart, CustomChart, GridComponent, SVGRenderer]);

// Without a canvas the library measures letters by a table of its own.
beforeAll(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));

/** The chart as the library draws it, in SVG because there is no canvas here. */
function drawn(name: ChartKindName, state: (typeof sampleStates)[number], units: Units = metricUnits): string {
  const { chart, span, now } = sampleOf(name, state, units);
  const width = state === 'narrow' ? 290 : 800;
  const kind = drawnKind(name, chart.series, span);
  const context = { span, columns: plotColumns(width), rows: 90, theme: plainTheme };
  const series = cappedSeries(kind, chart.series);
  const drawing = withFormedAxis(chartKinds[kind].draw({ series, axis: chart.axis }, context), series, span, 'en');
  const backdrop = { ...(chart.usual && { usual: chart.usual }), ...(chart.annotations && { annotations: chart.annotations }), now };
  const made = init(null, null, { renderer: 'svg', ssr: true, width, height: 160 });
  made.setOption(
    framed(
      drawing,
      backdropLayers(backdrop, drawing.axis, context),
      span,
      ticksWithin(span, zone, 'en', context.columns),
      plainTheme,
      true,
    ),
  );
  const svg = made.renderToSVGString();
  made.dispose();
  // A line without points is a path that draws nothing.
  return svg.replaceAll(/<path d=""[^>]*>/g, '');
}

const kinds = Object.keys(chartKinds) as ChartKindName[];
const shapes = (svg: string) => svg.split(/<(?:path|circle|rect|polygon|polyline)\b/).length - 1;

describe.each(kinds)('%s', (kind) => {
  it.each(sampleStates)('is drawn %s, with every corner at a number', (state) => {
    const svg = drawn(kind, state);
    expect(svg).toContain('<svg');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });
  it('draws readings in the colour of their metric, and nothing in it where nothing was measured', () => {
    const [first] = sampleOf(kind, 'full', metricUnits).chart.series;
    const color = kind === 'sleep-depth' ? plainTheme.sleep[2] : plainTheme.tones[first?.tone ?? 'text'];
    expect(drawn(kind, 'full')).toContain(color);
    expect(drawn(kind, 'empty')).not.toContain(color);
  });
  it('draws no more than it has pixels for: a dense one stays within thrice the shapes of its pixels', () => {
    expect(shapes(drawn(kind, 'dense'))).toBeLessThan(3 * 800);
  });
});

it.each([
  ['band-line', '37', '98'],
  ['reading-dots', '84', '185'],
] as const)('the axis of %s is in the units of the person', (kind, metric, imperial) => {
  const labels = (units: Units) => [...drawn(kind, 'full', units).matchAll(/>(\d+)</g)].map(([, label]) => Number(label));
  const [low, high] = [Math.max(...labels(metricUnits)), Math.max(...labels(imperialUnits))];
  expect([low <= Number(metric) + 3, high >= Number(imperial)]).toEqual([true, true]);
});
