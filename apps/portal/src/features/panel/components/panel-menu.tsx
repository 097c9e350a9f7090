import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { PanelSet } from '@vigil/contract/metaresources.contract';
import { defaultPanel, mostPanels } from '@vigil/contract/metaresources.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { attentionPanel, type ShownPanel } from '../panels.ts';
import styles from './panel-menu.module.css';

interface PanelMenuProps {
  readonly shown: ShownPanel | undefined;
  /** Undefined while they are awaited, or where they could not be loaded. */
  readonly sets: readonly PanelSet[] | undefined;
  readonly failed: boolean;
  readonly onSelect: (id: string) => void;
  readonly onNew: () => void;
  readonly onChange: (set: PanelSet) => void;
  readonly onDelete: (set: PanelSet) => void;
}

/** Which panel is shown, and the way to another, to a new one, and to changing one's own. */
export function PanelMenu({ shown, sets, failed, onSelect, onNew, onChange, onDelete }: PanelMenuProps) {
  const { t } = useTranslation('panel');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const own = sets?.filter(({ id }) => id !== defaultPanel.id) ?? [];
  const offered = [{ id: attentionPanel, name: t('attentionPanel') }, { id: defaultPanel.id, name: defaultPanel.name }, ...own];
  const current = offered.find(({ id }) => id === shown?.id);
  const set = shown?.set;
  const doing = (deed: () => void) => () => {
    setAnchor(null);
    deed();
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="columns" />}
        endIcon={<Icon name="chevronDown" size={14} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('panelIs', { name: current?.name ?? '…' })}
        className={styles.button ?? ''}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={styles.name}>{current?.name ?? '…'}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { className: styles.paper ?? '' } }}
      >
        {offered.map(({ id, name }) => (
          <MenuItem key={id} role="menuitemradio" aria-checked={id === shown?.id} onClick={doing(() => onSelect(id))}>
            <span className={styles.mark}>{id === shown?.id && <Icon name="check" size={14} />}</span>
            <span className={styles.name}>{name}</span>
          </MenuItem>
        ))}
        {failed && <MenuItem disabled>{t('panelsFailed')}</MenuItem>}
        <Divider />
        <MenuItem disabled={own.length >= mostPanels || !sets} onClick={doing(onNew)}>
          <span className={styles.mark}>
            <Icon name="plus" size={14} />
          </span>
          {own.length >= mostPanels ? t('panelsFull', { most: mostPanels }) : t('newPanel')}
        </MenuItem>
        {set && (
          <MenuItem onClick={doing(() => onChange(set))}>
            <span className={styles.mark}>
              <Icon name="sliders" size={14} />
            </span>
            {t('changePanel')}
          </MenuItem>
        )}
        {set && (
          <MenuItem onClick={doing(() => onDelete(set))}>
            <span className={styles.mark}>
              <Icon name="close" size={14} />
            </span>
            {t('deletePanel')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
