import type { ChartTheme } from './chart-theme.ts';
import { bottomInset, type ChartOption, type Drawing, type DrawnSeries, plotGrid, plotInsets } from './drawing.ts';
import type { TimeSpan } from './series.ts';
import type { TimeTick } from './time-axis.ts';

/** Puts a drawing on the shared time axis: the complete option of one chart of a stack. */
export function framed(
  drawing: Drawing,
  backdrop: readonly DrawnSeries[],
  span: TimeSpan,
  ticks: readonly TimeTick[],
  theme: ChartTheme,
  withAxis: boolean,
  top: number = plotInsets.top,
): ChartOption {
  const labels = new Map(ticks.map((tick) => [tick.at, tick]));
  const marks = ticks.map((tick) => tick.at);
  const text = { color: theme.axis, fontSize: theme.fontSize, fontFamily: theme.fontFamily };
  return {
    animation: false,
    grid: { ...plotGrid, top, bottom: bottomInset(withAxis) },
    xAxis: {
      type: 'value',
      min: span.from,
      max: span.to,
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.grid } },
      axisTick: { show: false, customValues: marks },
      splitLine: { show: true, lineStyle: { color: theme.grid } },
      axisLabel: {
        ...text,
        show: withAxis,
        customValues: marks,
        hideOverlap: true,
        // A label on the left edge would run into the value axis.
        ...(atLeftEdge(ticks, span) ? { alignMinLabel: 'left' as const } : {}),
        showMinLabel: true,
        showMaxLabel: true,
        formatter: (value: number) => {
          const tick = labels.get(value);
          if (tick === undefined) return '';
          return tick.major ? `{major|${tick.label}}` : tick.label;
        },
        rich: { major: { color: theme.text, fontWeight: 600, fontSize: theme.fontSize, fontFamily: theme.fontFamily } },
      },
    },
    yAxis: {
      type: 'value',
      min: drawing.axis.min,
      max: drawing.axis.max,
      axisLine: { show: false },
      axisTick: { show: false, customValues: [...drawing.axis.ticks] },
      splitLine: { show: drawing.tickLabels === undefined || drawing.lined === true, lineStyle: { color: theme.grid } },
      axisLabel: {
        ...text,
        customValues: [...drawing.axis.ticks],
        formatter: (value: number) => drawing.tickLabels?.get(value) ?? axisNumber(value),
      },
    },
    series: [...backdrop, ...drawing.layers],
  };
}

function atLeftEdge([first]: readonly TimeTick[], span: TimeSpan): boolean {
  return first !== undefined && first.at - span.from < (span.to - span.from) * 0.015;
}

/** Axis numbers in at most five characters: thousands as K. */
function axisNumber(value: number): string {
  return Math.abs(value) >= 10_000 ? `${Number((value / 1000).toPrecision(4))}K` : String(value);
}
