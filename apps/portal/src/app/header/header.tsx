import { Link, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { Icon } from '#ui/icons.tsx';
import { Mark } from '#ui/mark.tsx';
import { navigationOf } from '../screens.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './header.module.css';
import { PatientTabs } from './patient-tabs-bar.tsx';

/** `onSearch` is absent for members, who have nobody to search for. */
export function Header({ onSearch }: { readonly onSearch: (() => void) | undefined }) {
  const { t } = useTranslation('app');
  const { gates, userId } = useRouteContext({ from: '__root__' });
  const parts = navigationOf(gates, userId, useConfiguration().featureFlags).filter(({ inHeader }) => inHeader);
  return (
    <header className={styles.header}>
      <Link to={gates.clinician ? '/dashboard/panel' : '/'} className={styles.logo} aria-label={t('home')}>
        <Mark size={28} />
        <span className={styles.word}>Vigil</span>
      </Link>
      <nav className={styles.links} aria-label={t('mainNavigation')}>
        {parts.map(({ id, to, label }) => (
          <Link key={id} to={to} className={styles.link} activeProps={{ className: styles.linkActive ?? '', 'aria-current': 'page' }}>
            {t(label)}
          </Link>
        ))}
      </nav>
      {gates.clinician ? <PatientTabs /> : <div />}
      <div className={styles.tools}>
        {onSearch && (
          <button type="button" className={styles.search} onClick={onSearch} title={t('searchHint')} aria-keyshortcuts="Control+K">
            <Icon name="search" />
            <span>{t('search')}</span>
            <kbd>Ctrl K</kbd>
          </button>
        )}
        <AccountMenu />
      </div>
    </header>
  );
}
