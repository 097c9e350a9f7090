import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { roleLabel } from '@vigil/domain/roles';
import { Suspense, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { colorMode } from '#lib/color-mode.ts';
import { useConfiguration } from '#lib/configuration.ts';
import { languageNames, nextLanguage } from '#lib/language.ts';
import { accountQuery } from '#lib/member.ts';
import { useSession } from '#lib/session/session.ts';
import { shortcuts } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import { unitSystem } from '#lib/units.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icons.tsx';
import { usePreferences } from '../preferences.ts';
import { lazyComponent } from '../screen.ts';
import { navigationOf } from '../screens.ts';
import { SignOutContext } from '../sign-out-context.ts';
import { changeTenant } from '../start-up/tenant-choice.ts';
import styles from './header.module.css';

const AccountDialog = lazyComponent<{ onClose: () => void }>(() =>
  import('#features/account/account-dialog.tsx').then((module) => module.AccountDialog),
);

export function AccountMenu() {
  const { t, i18n } = useTranslation('app');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialogOpen, setDialogOpen] = useState(false);
  const close = () => setAnchor(null);
  const { gates } = useRouteContext({ from: '__root__' });
  const { userId, tenant, severalTenants } = useSession();
  const { data: account } = useQuery(accountQuery(userId));
  const { tenant: named, featureFlags } = useConfiguration();
  const tenantName = named.displayName;
  // The role that stands for the portal’s care team is that of somebody who looks after members.
  const isOnlyAdmin = gates.admin && !gates.clinician;
  const signOut = use(SignOutContext);
  // A member's phone has no keys to shorten.
  const ownPagesOnly = gates.patient && !gates.clinician && !gates.admin;
  const mode = useStore(colorMode);
  const units = useStore(unitSystem);
  const keys = useStore(shortcuts);
  const { chooseColorMode, chooseUnitSystem, chooseLanguage } = usePreferences();
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
          <MenuItem onClick={() => chooseColorMode(mode === 'dark' ? 'light' : 'dark')}>
            <Icon name={mode === 'dark' ? 'sun' : 'moon'} /> {mode === 'dark' ? t('lightMode') : t('darkMode')}
          </MenuItem>
          <MenuItem onClick={() => chooseUnitSystem(units === 'metric' ? 'imperial' : 'metric')}>
            <Icon name="ruler" /> {t('units')} <span className={styles.setting}>{t(units)}</span>
          </MenuItem>
          <MenuItem onClick={() => chooseLanguage(nextLanguage(i18n.language), i18n.language === 'es' ? 'es' : 'en')}>
            <Icon name="globe" /> {t('language')}{' '}
            <span className={styles.setting}>{languageNames[i18n.language === 'es' ? 'es' : 'en']}</span>
          </MenuItem>
          {!ownPagesOnly && (
            <MenuItem role="menuitemcheckbox" aria-checked={keys} onClick={() => shortcuts.set(!keys)}>
              <Icon name="keyboard" /> {t('shortcuts')} <span className={styles.setting}>{t(keys ? 'on' : 'off')}</span>
            </MenuItem>
          )}
          {severalTenants && (
            <MenuItem onClick={changeTenant}>
              <Icon name="swap" /> {t('changeTenant')}
            </MenuItem>
          )}
          <Divider />
          <MenuItem onClick={signOut}>
            <Icon name="signOut" /> {t('signOut')}
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
