import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { Severity } from '#ui/severity.tsx';
import { type Marker, type MarkerTab, markerIcons } from './marker.ts';
import { useMarkerWords } from './marker-words.ts';
import styles from './markers.module.css';

interface MarkerListProps {
  readonly markers: readonly Marker[];
  readonly memberId: string;
  readonly zone: string;
  /** The tabs that the reader has. */
  readonly tabs: readonly string[];
  readonly onOpen: (tab: MarkerTab) => void;
}

/** What happened at one place of the time axis, and the way to each. */
export function MarkerList({ markers, memberId, zone, tabs, onOpen }: MarkerListProps) {
  const { t } = useTranslation('markers');
  const words = useMarkerWords(zone);
  return (
    <ul className={styles.list}>
      {markers.map((marker) => {
        const { id, kind, title, detail, severity, who, opens } = marker;
        return (
          <li key={id}>
            <span className={styles.kind}>
              <Icon name={markerIcons[kind]} size={14} /> {t(`kind.${kind}`)} {severity && <Severity severity={severity} />}
            </span>
            <strong className={styles.what}>{title}</strong>
            {detail && <span className={styles.detail}>{detail}</span>}
            <span className={styles.detail}>{[words.when(marker), who].filter(Boolean).join(' · ')}</span>
            {opens === 'log' ? (
              <Link to="/patient/$memberId/log" params={{ memberId }}>
                {t('opens.log')}
              </Link>
            ) : (
              opens &&
              tabs.includes(opens) && (
                <Button size="small" className={styles.way ?? ''} onClick={() => onOpen(opens)}>
                  {t(`opens.${opens}`)}
                </Button>
              )
            )}
          </li>
        );
      })}
    </ul>
  );
}
