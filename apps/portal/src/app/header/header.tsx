import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { BellProps } from '#features/bell/bell.tsx';
import { textOfDay } from '#features/calendar/span.ts';
import { useConfiguration } from '#lib/configuration.ts';
import { ownZone } from '#lib/wall-time.ts';
import { coversTop } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
import { Mark } from '#ui/mark.tsx';
import { MessagesButton } from '../communications/messages-beside.tsx';
import { openedByHand, openTab } from '../communications/open-tab.ts';
import { useTalks } from '../communications/tabs.ts';
import { useOpenMessages } from '../communications/write-to.ts';
import { useMemberBar } from '../member-bar/use-member-bar.ts';
import { lazyComponent } from '../screen.ts';
import { navigationOf } from '../screens.ts';
import { AccountMenu } from './account-menu.tsx';
import { CareMenu } from './care-menu.tsx';
import styles from './header.module.css';
import { PatientTabs } from './patient-tabs-bar.tsx';

const HeaderPhone = lazyComponent(() => import('#features/calls/header-phone.tsx').then((module) => module.HeaderPhone));
const Bell = lazyComponent<BellProps>(() => import('#features/bell/bell.tsx').then((module) => module.Bell));

/** `onSearch` is absent for members, who have nobody to search for. */
export function Header({ onSearch }: { readonly onSearch: (() => void) | undefined }) {
  const { t } = useTranslation('app');
  const { gates, userId } = useRouteContext({ from: '__root__' });
  const parts = navigationOf(gates, userId, useConfiguration().featureFlags);
  const care = parts.filter(({ place }) => place === 'care');
  const talks = useTalks(true);
  const hasBar = useMemberBar();
  const openMessages = useOpenMessages();
  const navigate = useNavigate();
  const openActions = (memberId: string) => {
    openedByHand.set(true);
    openTab.set('actions');
    void navigate({ to: '/patient/$memberId/summary', params: { memberId } });
  };
  /** What administrators are told, a request to erase somebody, they decide there. */
  const openRequests = () => void navigate({ to: '/admin/audit' });
  const openHandoff = (handoffId: string) => void navigate({ to: '/dashboard/handoff/$handoffId', params: { handoffId } });
  const openEvent = (event: string, startsAt: number | null) => {
    const day = startsAt === null ? '' : textOfDay(calendarDay(startsAt, ownZone()));
    void navigate({ to: '/dashboard/calendar', search: { event, day } as never });
  };
  return (
    <header ref={coversTop} className={styles.header} data-moves={hasBar || undefined} data-keep-clear="">
      <Link to={gates.clinician ? '/dashboard/today' : '/'} className={styles.logo} aria-label={t('home')}>
        <Mark size={28} />
        <span className={styles.word}>Vigil</span>
      </Link>
      <nav className={styles.links} aria-label={t('mainNavigation')}>
        {parts
          .filter(({ place }) => place === 'header')
          .map(({ id, to, label }) => (
            <Link key={id} to={to} className={styles.link} activeProps={{ className: styles.linkActive ?? '', 'aria-current': 'page' }}>
              {t(label)}
            </Link>
          ))}
        {care.length > 0 && <CareMenu screens={care} />}
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
        {talks && (
          <Suspense fallback={null}>
            <HeaderPhone />
          </Suspense>
        )}
        <MessagesButton />
        {(gates.clinician || gates.admin) && (
          <Suspense fallback={<span className={styles.bellPlace} />}>
            <Bell
              onOpenEvent={openEvent}
              onOpenMember={gates.clinician ? openActions : undefined}
              onOpenHandoff={gates.clinician ? openHandoff : undefined}
              onOpenOther={gates.admin && !gates.clinician ? openRequests : undefined}
              onOpenMessages={openMessages}
            />
          </Suspense>
        )}
        {!hasBar && <AccountMenu />}
      </div>
    </header>
  );
}
