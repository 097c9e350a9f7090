import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import type { PanelId } from '../view.ts';

interface ShowMenuProps {
  readonly panels: readonly { readonly id: PanelId; readonly title: string }[];
  readonly hidden: readonly PanelId[];
  readonly onHide: (hidden: readonly PanelId[]) => void;
}

/** Which charts are on screen. */
export function ShowMenu({ panels, hidden, onHide }: ShowMenuProps): ReactNode {
  const { t } = useTranslation('patientData');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = panels.length - panels.filter((panel) => hidden.includes(panel.id)).length;
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        startIcon={<Icon name="columns" />}
        title={t('show.chartsHint')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {`${t('show.charts')} ${shown}/${panels.length}`}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {panels.map(({ id, title }) => {
          const visible = !hidden.includes(id);
          return (
            <MenuItem
              key={id}
              role="menuitemcheckbox"
              aria-checked={visible}
              dense
              onClick={() => onHide(visible ? [...hidden, id] : hidden.filter((other) => other !== id))}
            >
              <Tick on={visible} />
              {title}
            </MenuItem>
          );
        })}
        <MenuItem dense disabled={hidden.length === 0} onClick={() => onHide([])}>
          {t('show.all')}
        </MenuItem>
      </Menu>
    </>
  );
}

function Tick({ on }: { on: boolean }): ReactNode {
  return <span style={{ width: 16, height: 16 }}>{on && <Icon name="check" />}</span>;
}
