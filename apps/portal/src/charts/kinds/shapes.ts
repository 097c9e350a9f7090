import type { CustomSeriesOption, CustomSeriesRenderItemAPI } from 'echarts';
import type { ChartTheme } from '../chart-theme.ts';
import type { GlyphReach } from '../value-axis.ts';

/** A shape of a custom layer, in the words of the drawing library. */
export type Shape = NonNullable<ReturnType<NonNullable<CustomSeriesOption['renderItem']>>>;

type Corner = readonly [at: number, value: number];

/** A layer of shapes that are cut off at the edges of the plot and do not react to the pointer. */
export function shapesLayer<Item>(
  id: string,
  items: readonly Item[],
  draw: (item: Item, place: (corner: Corner) => [number, number]) => Shape | null,
  z = 1,
): CustomSeriesOption {
  return {
    id,
    type: 'custom',
    coordinateSystem: 'cartesian2d',
    clip: true,
    silent: true,
    z,
    // The library only lays out indexes; values come from the closure, which keeps them typed.
    data: items.map((_, index) => index),
    encode: { x: -1, y: -1 },
    animation: false,
    renderItem: (params, api) => {
      const item = items[params.dataIndex];
      return item === undefined ? null : draw(item, (corner) => placed(api, corner));
    },
  };
}

function placed(api: CustomSeriesRenderItemAPI, corner: Corner): [number, number] {
  const [x = 0, y = 0] = api.coord([corner[0], corner[1]]);
  return [x, y];
}

/** Share of its fill that a bar keeps while its step is not over. */
const soFarFill = 0.3;

interface Fill {
  readonly color: string;
  readonly opacity?: number;
  /** A dashed outline around a light fill: what counts so far only. */
  readonly soFar?: boolean;
}

/** A rectangle between two corners, at least one pixel wide and high, so that nothing measured is invisible. */
export function rectangle(a: [number, number], b: [number, number], fill: Fill, gap = 0, radius = 0): Shape {
  const [x, right] = a[0] < b[0] ? [a[0], b[0]] : [b[0], a[0]];
  const [y, bottom] = a[1] < b[1] ? [a[1], b[1]] : [b[1], a[1]];
  return {
    type: 'rect',
    shape: { x: x + gap / 2, y, width: Math.max(1, right - x - gap), height: Math.max(1, bottom - y), r: radius },
    style: fill.soFar
      ? { fill: fill.color, fillOpacity: (fill.opacity ?? 1) * soFarFill, stroke: fill.color, lineWidth: 1, lineDash: [3, 2] }
      : { fill: fill.color, opacity: fill.opacity ?? 1 },
  };
}

export function polygon(corners: readonly [number, number][], fill: Fill): Shape {
  return { type: 'polygon', shape: { points: [...corners] }, style: { fill: fill.color, opacity: fill.opacity ?? 1 } };
}

export function stroke(corners: readonly [number, number][], color: string, lineWidth: number, opacity = 1, dash?: number[]): Shape {
  return {
    type: 'polyline',
    shape: { points: [...corners] },
    style: {
      stroke: color,
      lineWidth,
      opacity,
      fill: 'none',
      lineCap: 'round',
      lineJoin: 'round',
      ...(dash === undefined ? {} : { lineDash: dash }),
    },
  };
}

export function dot(center: [number, number], radius: number, fill: string, border: string): Shape {
  return { type: 'circle', shape: { cx: center[0], cy: center[1], r: radius }, style: { fill, stroke: border, lineWidth: 1.5 } };
}

/** A few words: from a point to the right and down, or around its middle. */
export function text(
  words: string,
  [x, y]: [number, number],
  color: string,
  theme: Pick<ChartTheme, 'fontFamily' | 'fontSize'>,
  at: 'corner' | 'middle' = 'corner',
): Shape {
  const middle = at === 'middle';
  const size = middle ? Math.min(10, theme.fontSize) : theme.fontSize;
  return {
    type: 'text',
    style: {
      x,
      y,
      text: words,
      fill: color,
      font: `${middle ? 600 : 400} ${size}px ${theme.fontFamily}`,
      align: middle ? 'center' : 'left',
      verticalAlign: middle ? 'middle' : 'top',
    },
  };
}

/** Pixels from a dot to the arrowhead beside it, and the arrowhead's half width and height. */
const pointerAway = 7;
const pointerHalf = 4;
const pointerHigh = 6;

/** Pixels from the middle of a dot to the outer end of its border. */
const dotReach = 5;

/** How far dots reach beyond the values that they stand for: with their arrowheads where the highest or the lowest of them has one. */
export function dotsReach(pointers: { readonly above: boolean; readonly below: boolean }): GlyphReach {
  const reach = (hasPointer: boolean) => (hasPointer ? pointerAway + pointerHigh : dotReach);
  return { above: reach(pointers.above), below: reach(pointers.below) };
}

/** An arrowhead over or under a dot: its value lies beyond a limit, on this side. */
export function pointer([x, y]: [number, number], side: 'above' | 'below', { high, low }: Pick<ChartTheme, 'high' | 'low'>): Shape {
  const up = side === 'above' ? -1 : 1;
  const base = y + up * pointerAway;
  return polygon(
    [
      [x - pointerHalf, base],
      [x + pointerHalf, base],
      [x, base + up * pointerHigh],
    ],
    { color: side === 'above' ? high : low },
  );
}

export function group(children: readonly Shape[]): Shape {
  return { type: 'group', children: [...children] as never };
}
