import { severities } from '@vigil/domain/alerts/rule';
import type { TimeSpan } from '../series.ts';
import { type Marker, markerKinds } from './marker.ts';

/** Markers that share a place on the time axis, in the order of their times. */
export interface Cluster {
  /** Pixels from the left edge of the plot: where the earliest of them stands. */
  readonly x: number;
  /** Unix seconds, of the earliest. */
  readonly at: number;
  readonly markers: readonly [Marker, ...Marker[]];
  /** The most important of them: it gives the place its icon and color. */
  readonly main: Marker;
}

/** Groups the markers within a span, so that no two places are nearer to each other than `apartPx`. */
export function clusterMarkers(markers: readonly Marker[], span: TimeSpan, columns: number, apartPx: number): Cluster[] {
  const clusters: { x: number; markers: [Marker, ...Marker[]] }[] = [];
  for (const marker of markers.toSorted((a, b) => a.at - b.at)) {
    if (marker.at < span.from || marker.at >= span.to) continue;
    const x = ((marker.at - span.from) / (span.to - span.from)) * columns;
    const last = clusters.at(-1);
    if (last && x - last.x < apartPx) last.markers.push(marker);
    else clusters.push({ x, markers: [marker] });
  }
  return clusters.map(({ x, markers: shared }) => ({ x, at: shared[0].at, markers: shared, main: shared.reduce(moreImportant) }));
}

const moreImportant = (one: Marker, other: Marker): Marker => (rankOf(other) < rankOf(one) ? other : one);

const rankOf = ({ kind, severity }: Marker): number =>
  (markerKinds.indexOf(kind) + 1) * severities.length - (severity === null ? severities.length : severities.indexOf(severity) + 1);
