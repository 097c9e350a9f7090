import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import type { navigationOf } from '../screens.ts';
import styles from './header.module.css';

/** What the care team works with beside members: cohorts, programs, surveys, rules. On a phone the account menu has them. */
export function CareMenu({ screens }: { readonly screens: ReturnType<typeof navigationOf> }) {
  const { t } = useTranslation('app');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { pathname } = useLocation();
  const close = () => setAnchor(null);
  const isHere = screens.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <>
      <button
        type="button"
        className={`${styles.link} ${styles.careLink} ${isHere ? styles.linkActive : ''}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('careWork')} <Icon name="chevronDown" />
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} slotProps={{ list: { 'aria-label': t('careWork') } }}>
        {screens.map(({ id, to, label, icon }) => (
          <MenuItem key={id} component={Link} to={to} onClick={close}>
            <ListItemIcon>
              <Icon name={icon} />
            </ListItemIcon>
            {t(label)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
