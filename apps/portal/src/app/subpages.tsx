import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { LabelKey } from './screen.ts';
import { type AreaOfSubpages, subpagesOf } from './screens.ts';
import styles from './subpages.module.css';

/** What stands around the subpages of an area: their navigation above, the one on screen below. */
export function Subpages({ area, title }: { readonly area: AreaOfSubpages; readonly title: LabelKey }) {
  const { t } = useTranslation('app');
  return (
    <div className={styles.area}>
      <nav className={styles.strip} aria-label={t('subpages', { area: t(title) })}>
        {subpagesOf(area).map(({ path, label }) => (
          <Link key={path} to={path} className={styles.page} activeProps={{ className: styles.active ?? '', 'aria-current': 'page' }}>
            {t(label)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  );
}
