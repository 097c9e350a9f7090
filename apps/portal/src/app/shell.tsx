import { Outlet, useRouteContext } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallsHostProps } from '#features/calls/calls-host.tsx';
import { CriticalBar } from '#features/critical/critical-bar.tsx';
import { useConfiguration } from '#lib/configuration.ts';
import { isShortcut } from '#lib/shortcuts.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import { WithMessages } from './communications/messages-beside.tsx';
import { useTalks } from './communications/tabs.ts';
import { useWriteTo } from './communications/write-to.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { EmergencyLine } from './emergency-line.tsx';
import { Header } from './header/header.tsx';
import { MemberBar } from './member-bar/member-bar.tsx';
import { useMemberBar } from './member-bar/use-member-bar.ts';
import { NotEvaluatedBar } from './not-evaluated-bar.tsx';
import { useKeptPreferences } from './preferences.ts';
import { lazyComponent } from './screen.ts';
import styles from './shell.module.css';
import { StreamLostBar } from './stream-lost-bar.tsx';
import { useBarsKnown } from './use-bars-known.ts';

const CallsHost = lazyComponent<CallsHostProps>(() => import('#features/calls/calls-host.tsx').then((module) => module.CallsHost));
const KeyboardHelp = lazyComponent<{ onClose: () => void }>(() => import('./keyboard-help.tsx').then((module) => module.KeyboardHelp));
const CommandPalette = lazyComponent<{ onClose: () => void; onShowKeys: () => void }>(() =>
  import('./palette/command-palette.tsx').then((module) => module.CommandPalette),
);

/** What is opened by a key is fetched once the screen is there, so that a connection that is cut later does not take it away. Milliseconds. */
const fetchAheadMs = 5_000;

/** What stands around every screen: skip link, banner, header, command palette, list of keys. */
export function Shell() {
  const { t } = useTranslation('app');
  const { gates } = useRouteContext({ from: '__root__' });
  const banner = useConfiguration().app.alert_banner_message;
  useKeptPreferences();
  useEffect(keepFocus, []);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const staff = gates.clinician || gates.admin;
  const talks = useTalks(true);
  const writeTo = useWriteTo();
  const hasBar = useMemberBar();
  const areBarsKnown = useBarsKnown(gates);

  useEffect(() => {
    const timer = setTimeout(
      () => [KeyboardHelp, ...(staff ? [CommandPalette] : [])].forEach((part) => void part.preload?.()),
      fetchAheadMs,
    );
    return () => clearTimeout(timer);
  }, [staff]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && isShortcut(event)) {
        event.preventDefault();
        setHelpOpen(true);
      }
      if (staff && (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPaletteOpen((open) => !open);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [staff]);

  return (
    <div className={styles.shell} data-bar={hasBar || undefined}>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      {banner && (
        <aside className={styles.banner} aria-label={t('bannerLabel')} title={banner}>
          {banner}
        </aside>
      )}
      <Header onSearch={staff ? () => setPaletteOpen(true) : undefined} />
      {talks && (
        <Suspense fallback={null}>
          <CallsHost onWrite={writeTo} />
        </Suspense>
      )}
      {staff && (
        <StreamLostBar>
          <NotEvaluatedBar />
        </StreamLostBar>
      )}
      <main id="content" className={styles.content} tabIndex={-1}>
        {gates.clinician && (
          <div role="alert">
            <CriticalBar />
          </div>
        )}
        <WithMessages isHeld={!areBarsKnown}>
          <Outlet />
        </WithMessages>
        <EmergencyLine />
      </main>
      <ConnectionBar />
      {hasBar && <MemberBar />}
      {paletteOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setPaletteOpen(false)} onShowKeys={() => setHelpOpen(true)} />
        </Suspense>
      )}
      {helpOpen && (
        <Suspense fallback={null}>
          <KeyboardHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
