import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { roleLabel } from '@vigil/domain/roles';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { accountQuery } from '#lib/member.ts';
import { useSession } from '#lib/session/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icons.tsx';
import { navigationOf } from '../screens.ts';
import { AccountDialog } from './account-dialog.ts';
import { useAccountItems } from './account-items.ts';
import styles from './header.module.css';

export function AccountMenu() {
  const { t } = useTranslation('app');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialogOpen, setDialogOpen] = useState(false);
  const close = () => setAnchor(null);
  const { gates } = useRouteContext({ from: '__root__' });
  const { userId, tenant } = useSession();
  const { data: account } = useQuery(accountQuery(userId));
  const { tenant: named, featureFlags } = useConfiguration();
  const tenantName = named.displayName;
  // The role that stands for the portal’s care team is that of somebody who looks after members.
  const isOnlyAdmin = gates.admin && !gates.clinician;
  const { settings, leave } = useAccountItems();
  const isNarrow = useMediaQuery('(max-width: 599.95px)');
  const name = account ? `${account.personalInfo.firstName} ${account.personalInfo.lastName}` : '';

  return (
    <>
      <button
        type="button"
        className={styles.account}
        aria-label={t('account')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar name={name} photoUrl={account?.personalInfo.photoUrl ?? null} />
      </button>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { elevation: 0, sx: { width: 280, mt: 1 } } }}
      >
        <div className={styles.who}>
          <Avatar name={name} photoUrl={account?.personalInfo.photoUrl ?? null} size={36} />
          <span className={styles.whoName}>
            {name}
            {gates.admin && <span className={styles.badge}>{t('admin')}</span>}
          </span>
          <span className={styles.whoRole}>
            {tenant.role_ID === 'patient' ? t('patient') : roleLabel(isOnlyAdmin ? 'tenant_admin' : tenant.role_ID)} ·{' '}
            {tenantName || tenant.tenant.toUpperCase()}
          </span>
        </div>
        <MenuList autoFocusItem aria-label={t('account')}>
          {navigationOf(gates, userId, featureFlags)
            .filter(({ place }) => place === 'header' || place === 'menu' || (place === 'care' && isNarrow))
            .map((item) => (
              <MenuItem key={item.id} component={Link} to={item.to} onClick={close}>
                <Icon name={item.icon} /> {t(item.label)}
              </MenuItem>
            ))}
          {!gates.clinician && (
            <MenuItem
              onClick={() => {
                close();
                setDialogOpen(true);
              }}
            >
              <Icon name="person" /> {t('ownAccount')}
            </MenuItem>
          )}
          <Divider />
          {settings.map(({ id, icon, label, setting, isOn, onChoose }) => (
            <MenuItem key={id} onClick={onChoose} {...(isOn !== undefined && { role: 'menuitemcheckbox', 'aria-checked': isOn })}>
              <Icon name={icon} /> {label} {setting !== undefined && <span className={styles.setting}>{setting}</span>}
            </MenuItem>
          ))}
          <Divider />
          <MenuItem onClick={leave.onChoose}>
            <Icon name={leave.icon} /> {leave.label}
          </MenuItem>
        </MenuList>
      </Popover>
      {dialogOpen && (
        <Suspense fallback={null}>
          <AccountDialog onClose={() => setDialogOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
