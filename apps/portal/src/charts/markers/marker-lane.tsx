import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plotColumns, plotInsets } from '../drawing.ts';
import type { TimeSpan } from '../series.ts';
import { clusterMarkers } from './clusters.ts';
import type { Marker } from './marker.ts';
import { MarkerPlace, type MarkerPlaceProps } from './marker-place.tsx';
import { useMarkerWords } from './marker-words.ts';
import styles from './markers.module.css';

/** Markers nearer than this share a place, so that each can be pressed. Pixels. */
const apartPx = 40;

interface MarkerLaneProps extends Pick<MarkerPlaceProps, 'memberId' | 'zone' | 'interaction' | 'tabs' | 'onOpen'> {
  readonly markers: readonly Marker[];
  /** Before that not all is marked; Unix seconds. */
  readonly completeFrom: number | null;
  /** The stretch and the width of the charts under it. */
  readonly span: TimeSpan;
  readonly width: number;
}

/** What happened, on the time axis of the charts. One stop of the Tab key; the arrow keys go from place to place. */
export function MarkerLane({ markers, completeFrom, span, width, ...rest }: MarkerLaneProps) {
  const { t } = useTranslation('markers');
  const { when } = useMarkerWords(rest.zone);
  const columns = plotColumns(width);
  const clusters = useMemo(() => clusterMarkers(markers, span, columns, apartPx), [markers, span, columns]);
  const [last, setLast] = useState<string | null>(null);
  const stop = Math.max(
    0,
    clusters.findIndex(({ main }) => main.id === last),
  );
  const unknownPx = completeFrom === null ? 0 : ((completeFrom - span.from) / (span.to - span.from)) * columns;
  return (
    <>
      {completeFrom !== null && unknownPx > 0 && (
        <div
          className={styles.unknown}
          style={{ left: plotInsets.left, width: Math.min(unknownPx, columns) }}
          title={t('incomplete', { date: when({ at: completeFrom }) })}
        />
      )}
      <ul className={styles.places} aria-label={t('title')} onKeyDown={goToOther}>
        {clusters.map((cluster, place) => (
          <MarkerPlace
            key={cluster.main.id}
            {...rest}
            cluster={cluster}
            left={plotInsets.left + cluster.x}
            isTabStop={place === stop}
            onFocus={() => setLast(cluster.main.id)}
          />
        ))}
      </ul>
    </>
  );
}

/** Arrow keys, Home and End move the focus from place to place. */
function goToOther(event: KeyboardEvent<HTMLUListElement>): void {
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > li > button')];
  const at = places.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: places.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  places[to]?.focus();
}
