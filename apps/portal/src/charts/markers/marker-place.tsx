import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import type { ChartInteraction } from '../interaction.ts';
import type { Cluster } from './clusters.ts';
import { type MarkerTab, markerIcons } from './marker.ts';
import { MarkerList } from './marker-list.tsx';
import { useMarkerWords } from './marker-words.ts';
import styles from './markers.module.css';

/** As many are told when a place is pointed at; all of them once it is pressed. */
const mostTold = 4;

export interface MarkerPlaceProps {
  readonly cluster: Cluster;
  /** Pixels from the left edge of the lane. */
  readonly left: number;
  /** The one place that the Tab key reaches; the arrow keys go on from there. */
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly memberId: string;
  readonly zone: string;
  readonly interaction: ChartInteraction;
  readonly tabs: readonly string[];
  readonly onOpen: (tab: MarkerTab) => void;
}

/** One or several events at a place of the time axis. Pointing at it moves the cursor of all charts there. */
export function MarkerPlace({ cluster, left, isTabStop, onFocus, interaction, onOpen, ...list }: MarkerPlaceProps) {
  const { t } = useTranslation('markers');
  const { line } = useMarkerWords(list.zone);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { at, markers, main } = cluster;
  const count = markers.length;
  const lines = markers.slice(0, mostTold).map((marker) => ({ id: marker.id, text: line(marker) }));
  if (count > mostTold) lines.push({ id: 'more', text: t('more', { count: count - mostTold }) });
  const point = () => interaction.cursor.set(at);
  const leave = () => interaction.cursor.set(null);
  return (
    <li className={styles.place} style={{ left }}>
      <Tooltip
        describeChild
        title={lines.map(({ id, text }) => (
          <span key={id} className={styles.line}>
            {text}
          </span>
        ))}
      >
        <button
          type="button"
          aria-label={count === 1 ? line(main) : `${t('several', { count })}: ${lines.map(({ text }) => text).join('; ')}`}
          className={styles.marker}
          data-kind={main.kind}
          data-severity={main.severity ?? undefined}
          tabIndex={isTabStop ? 0 : -1}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          onPointerEnter={point}
          onPointerLeave={leave}
          onFocus={() => {
            onFocus();
            point();
          }}
          onBlur={leave}
        >
          <Icon name={markerIcons[main.kind]} size={14} />
          {count > 1 && <span className={styles.count}>{count}</span>}
        </button>
      </Tooltip>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
        slotProps={{ paper: { className: styles.popup ?? '', role: 'dialog', 'aria-label': t('title') } }}
      >
        <MarkerList
          {...list}
          markers={markers}
          onOpen={(tab) => {
            setAnchor(null);
            onOpen(tab);
          }}
        />
      </Popover>
    </li>
  );
}
