import type { LineSeriesOption } from 'echarts';
import { envelope } from '../downsample.ts';
import type { DrawContext, Drawing, DrawnSeries } from '../drawing.ts';
import { cadenceSeconds, splitAtGaps } from '../gaps.ts';
import { extremesOf, pointsWithin, type Series, type SeriesPoint } from '../series.ts';
import { type AxisRule, valueAxis } from '../value-axis.ts';
import { onePointLine } from './one-point-line.ts';
import { polygon, shapesLayer } from './shapes.ts';

interface LineStyle {
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
  /** A dot on every point: for few points, each of which is a value of its own. */
  readonly dots?: boolean;
}

/** A stretch without gaps as drawn. */
interface Stretch {
  readonly points: readonly SeriesPoint[];
  /** Its points stand for several readings each. */
  readonly thinned: boolean;
}

/** Stretches of a series as drawn: cut at gaps, thinned to the pixels there are. Neighbours just outside the span stay, so that lines run to its edges. */
function drawnStretches(series: Series, context: DrawContext): readonly Stretch[] {
  const { span, columns } = context;
  const margin = span.to - span.from;
  const near = series.points.filter((point) => point.to >= span.from - margin && point.from < span.to + margin);
  return splitAtGaps({ ...series, points: near }, cadenceSeconds(series.points)).map((stretch) => {
    const points = envelope(stretch, span, columns);
    return { points, thinned: points !== stretch };
  });
}

/** Basic line: one stroke per stretch without gaps, and where readings share a pixel the band from the lowest to the highest of them; falls back to the one-point line when one point is all there is. */
export function basicLine(series: Series, rule: AxisRule, context: DrawContext, style: LineStyle = {}): Drawing {
  const visible = pointsWithin(series.points, context.span);
  if (visible.length === 1) return onePointLine(series, rule, context);
  const stretches = drawnStretches(series, context);
  const thinned = stretches.filter((stretch) => stretch.thinned);
  const layers = [...(thinned.length > 0 ? [bandLayer(series, thinned, context)] : []), strokeLayer(series, stretches, context, style)];
  return { axis: valueAxis(rule, extremesOf(visible), context.span), layers };
}

/** Line with the band between the lowest and the highest reading behind each point. */
export function bandLine(series: Series, rule: AxisRule, context: DrawContext, style: LineStyle = {}): Drawing {
  const visible = pointsWithin(series.points, context.span);
  if (visible.length === 1) return onePointLine(series, rule, context);
  const stretches = drawnStretches(series, context);
  const layers: DrawnSeries[] = [];
  if (stretches.some(({ points }) => points.some((point) => point.low !== undefined))) layers.push(bandLayer(series, stretches, context));
  layers.push(strokeLayer(series, stretches, context, style));
  return { axis: valueAxis(rule, extremesOf(visible), context.span), layers };
}

/** Moving average: a calm stroke over the measured line, in the text colour so that it reads in every family. */
export function movingAverageLine(series: Series, rule: AxisRule, context: DrawContext): Drawing {
  return basicLine(series, rule, context, { width: 1.75, opacity: 0.65 });
}

function bandLayer(series: Series, stretches: readonly Stretch[], context: DrawContext): DrawnSeries {
  const fill = { color: context.theme.tones[series.tone], opacity: context.theme.dark ? 0.3 : 0.2 };
  return shapesLayer(`${series.key}:band`, stretches, ({ points }, place) => {
    const top = points.map((point) => place([point.at, point.high ?? point.value]));
    const bottom = points.map((point) => place([point.at, point.low ?? point.value]));
    return polygon([...top, ...bottom.reverse()], fill);
  });
}

/** A stroke shorter than this is not seen: its points are dots, as one that stands alone is. Pixels. */
const shortestStroke = 3;

function strokeLayer(series: Series, stretches: readonly Stretch[], context: DrawContext, style: LineStyle): LineSeriesOption {
  const color = context.theme.tones[series.tone];
  const hollow = { color: context.theme.card, borderColor: color, borderWidth: 1.75 };
  const pixelsPerSecond = context.columns / (context.span.to - context.span.from);
  const data = stretches.flatMap(({ points: stretch }) => {
    const alone = ((stretch.at(-1)?.at ?? 0) - (stretch[0]?.at ?? 0)) * pixelsPerSecond < shortestStroke;
    const symbol = alone || style.dots === true ? { symbol: 'circle', symbolSize: style.dots === true ? 6 : 4 } : { symbol: 'none' };
    const points = stretch.map((point) => ({
      value: [point.at, point.value] as [number, number],
      ...(point.soFar ? { symbol: 'circle', symbolSize: 7, itemStyle: hollow } : symbol),
    }));
    // An empty value between two stretches is what breaks the stroke.
    const last = stretch.at(-1);
    return last === undefined ? points : [...points, { value: [last.at, Number.NaN] as [number, number], symbol: 'none' }];
  });
  return {
    id: series.key,
    name: series.label,
    type: 'line',
    data,
    silent: true,
    animation: false,
    connectNulls: false,
    symbol: 'circle',
    showSymbol: true,
    showAllSymbol: true,
    clip: true,
    z: 3,
    lineStyle: {
      color,
      width: style.width ?? 1.5,
      opacity: style.opacity ?? 1,
      type: style.dash === undefined ? 'solid' : [...style.dash],
      join: 'round',
    },
    itemStyle: { color, opacity: style.opacity ?? 1 },
    emphasis: { disabled: true },
  };
}
