import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {readable.map((kind) => {
          const isShown = shown.includes(kind);
          return (
            <MenuItem
              key={kind}
              role="menuitemcheckbox"
              aria-checked={isShown}
              onClick={() => onChoose(isShown ? shown.filter((other) => other !== kind) : [...shown, kind])}
            >
              <span className={styles.box}>{isShown && <Icon name="check" size={12} />}</span>
              <Icon name={markerIcons[kind]} size={14} />
              {t(`kinds.${kind}`)}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
