import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { Catch } from '#ui/catch.tsx';
import { coversBottom } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
import { useOpenOwnTab } from '../communications/open-own-tab.ts';
import { useTalks } from '../communications/tabs.ts';
import { lazyComponent } from '../screen.ts';
import styles from './member-bar.module.css';

const More = lazyComponent<{ onClose: () => void }>(() => import('./more.tsx').then((module) => module.More));
const UnreadBadge = lazyComponent<{ memberId: string }>(() =>
  import('#features/chat/unread-hint.tsx').then((module) => module.UnreadBadge),
);

/** What is opened by a press is fetched once the screen is there, so that a connection that is cut later does not take it away. Milliseconds. */
const fetchAheadMs = 5_000;

/** A member's pages within reach of a thumb: the three that are opened daily, and the way to all others. */
export function MemberBar() {
  const { t } = useTranslation('app');
  const { userId } = useSession();
  const { pathname } = useLocation();
  const openOwnTab = useOpenOwnTab();
  const talks = useTalks(true);
  const [isMoreOpen, setMoreOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void More.preload?.(), fetchAheadMs);
    return () => clearTimeout(timer);
  }, []);
  const own = `/patient/${userId}/`;
  const isElsewhere = ![`${own}data`, `${own}log`].includes(pathname);
  return (
    <>
      <nav ref={coversBottom} className={styles.bar} aria-label={t('bar.label')} data-keep-clear="">
        <ul className={styles.places}>
          <li>
            <Link
              to="/patient/$memberId/data"
              params={{ memberId: userId }}
              className={styles.place}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon name="activity" size={22} />
              {t('bar.today')}
            </Link>
          </li>
          <li>
            <Link
              to="/patient/$memberId/log"
              params={{ memberId: userId }}
              className={styles.place}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon name="plus" size={22} />
              {t('bar.log')}
            </Link>
          </li>
          {talks && (
            <li>
              <button type="button" className={styles.place} aria-haspopup="dialog" onClick={() => openOwnTab('messaging')}>
                <Icon name="message" size={22} />
                {t('bar.messages')}
                <Catch path="unread" fallback={null}>
                  <Suspense fallback={null}>
                    <UnreadBadge memberId={userId} />
                  </Suspense>
                </Catch>
              </button>
            </li>
          )}
          <li>
            <button
              type="button"
              className={styles.place}
              aria-haspopup="dialog"
              aria-current={isElsewhere ? 'true' : undefined}
              onClick={() => setMoreOpen(true)}
            >
              <Icon name="more" size={22} />
              {t('bar.more')}
            </button>
          </li>
        </ul>
      </nav>
      {isMoreOpen && (
        <Suspense fallback={null}>
          <More onClose={() => setMoreOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
