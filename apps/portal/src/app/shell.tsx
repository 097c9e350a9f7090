import { Outlet, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { Header } from './header/header.tsx';
import { useKeptPreferences } from './preferences.ts';
import styles from './shell.module.css';

const CommandPalette = lazy(async () => ({ default: (await import('./palette/command-palette.tsx')).CommandPalette }));

/** What stands around every screen: skip link, banner, header, command palette. */
export function Shell() {
  const { t } = useTranslation('app');
  const { gates } = useRouteContext({ from: '__root__' });
  const banner = useConfiguration().app.alert_banner_message;
  useKeptPreferences();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const staff = gates.clinician || gates.admin;

  useEffect(() => {
    if (!staff) return;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPaletteOpen((open) => !open);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [staff]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      {banner && (
        <aside className={styles.banner} aria-label={t('bannerLabel')} title={banner}>
          {banner}
        </aside>
      )}
      <Header onSearch={staff ? () => setPaletteOpen(true) : undefined} />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      {paletteOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
