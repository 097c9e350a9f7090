import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '#ui/choice-menu.tsx';
import { Icon } from '#ui/icons.tsx';
import { type MarkerKind, markerIcons } from './marker.ts';
import styles from './markers.module.css';

interface KindsMenuProps {
  /** Those that the reader may see. */
  readonly readable: readonly MarkerKind[];
  readonly shown: readonly MarkerKind[];
  readonly onChoose: (shown: readonly MarkerKind[]) => void;
}

/** Which kinds of events are marked, and what the icons mean. */
export function KindsMenu({ readable, shown, onChoose }: KindsMenuProps) {
  const { t } = useTranslation('markers');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = t('menu', { count: readable.length, shown: readable.filter((kind) => shown.includes(kind)).length });
  return (
    <>
      <Button
        size="small"
        color="inherit"
        className={styles.menu ?? ''}
        startIcon={<Icon name="filter" size={14} />}
        title={t('menuHint')}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={styles.word}>{label}</span>
      </Button>
      <ChoiceList
        anchor={anchor}
        onClose={() => setAnchor(null)}
        options={readable.map((kind) => ({ id: kind, label: t(`kinds.${kind}`), icon: markerIcons[kind] }))}
        chosen={shown}
        mayBeEmpty
        // What cannot be read here stays as it was chosen.
        onChoose={(next) => onChoose([...shown.filter((kind) => !readable.includes(kind)), ...next])}
      />
    </>
  );
}
