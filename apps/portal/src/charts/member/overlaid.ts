import type { Series, SeriesPoint } from '../series.ts';
import type { Drawn } from './drawn.ts';

/**
 * What is one line can stand in one chart twice, whole and dashed. Dots have nothing that tells whose they are, and stages,
 * states, rows and pairs would hide each other: those stand one below the other.
 */
export function canShareChart({ kind }: Drawn): boolean {
  return ['basic-line', 'band-line', 'moving-average-line', 'basic-bar', 'one-point-line'].includes(kind);
}

/** Two of the same kind as lines of one chart, the other one moved by `shiftSeconds` so that it lies over the first. */
export function overlaid(own: Drawn, other: Drawn, names: readonly [string, string], shiftSeconds: number): Drawn {
  const [first] = own.series;
  const [second] = other.series;
  const series = [
    ...(first === undefined ? [] : [named(first, names[0], 0)]),
    ...(second === undefined ? [] : [named({ ...second, key: `${second.key}:other` }, names[1], shiftSeconds)]),
  ];
  return { kind: 'composed-line', series, axis: own.axis };
}

function named({ limits: _limits, ...series }: Series, label: string, shiftSeconds: number): Series {
  return { ...series, label, points: series.points.map((point) => moved(point, shiftSeconds)) };
}

/** Between two lines the spread behind each value would hide the other. */
function moved({ low: _low, high: _high, ...point }: SeriesPoint, by: number): SeriesPoint {
  return { ...point, at: point.at + by, from: point.from + by, to: point.to + by };
}
