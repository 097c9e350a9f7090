import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError } from '@vigil/contract/client';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { flagAt, useConfiguration } from '#lib/configuration.ts';
import { accountQuery } from '#lib/member.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { Neighbours } from './neighbours.tsx';
import styles from './patient-frame.module.css';
import { PatientHeader } from './patient-header.tsx';

interface PatientFrameProps {
  readonly memberId: string;
  /** The person looks at the own page. */
  readonly own: boolean;
  /** The member was found: the page is kept among the open patients. */
  readonly onFound: (memberId: string) => void;
  /** There is no such member, or no access. */
  readonly onMissing: (memberId: string) => void;
  /** Stands at the end of the row of pages. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** What stands around every page of one member: who it is, and the pages. */
export function PatientFrame({ memberId, own, onFound, onMissing, tools, children }: PatientFrameProps) {
  const { t } = useTranslation('patient');
  const { t: ui } = useTranslation('ui');
  const navigate = useNavigate();
  const account = useQuery(accountQuery(memberId));
  const withTimeline = flagAt(useConfiguration().featureFlags ?? {}, 'careTeam');
  usePageTitle(own ? t('ownTitle') : t('title'));
  const found = account.data !== undefined;
  const missing = account.error instanceof ApiError && (account.error.status === 404 || account.error.status === 403);

  useEffect(() => {
    if (found) onFound(memberId);
  }, [found, memberId, onFound]);
  useEffect(() => {
    if (missing) onMissing(memberId);
  }, [missing, memberId, onMissing]);

  if (missing)
    return (
      <StatePanel
        failure
        level={1}
        icon="person"
        title={t('notFoundTitle')}
        text={t('notFoundText')}
        action={{ label: t('home'), onClick: () => void navigate({ to: '/' }) }}
      />
    );
  if (account.isError && !account.data)
    return (
      <StatePanel
        failure
        level={1}
        icon="alert"
        title={t('failedTitle')}
        text={account.error.message}
        action={{ label: ui('retry'), onClick: () => void account.refetch() }}
      />
    );

  return (
    <div className={styles.frame}>
      <div className={styles.strip}>
        <div className={styles.top}>
          <PatientHeader account={account.data} own={own} />
          {!own && <Neighbours memberId={memberId} />}
        </div>
        <div className={styles.bar}>
          <nav className={styles.tabs} aria-label={t('tabs')}>
            <Link
              to="/patient/$memberId/data"
              params={{ memberId }}
              search={true}
              className={styles.tab}
              activeProps={{ className: styles.tabActive ?? '' }}
            >
              {t('data')}
            </Link>
            <Link
              to="/patient/$memberId/log"
              params={{ memberId }}
              className={styles.tab}
              activeProps={{ className: styles.tabActive ?? '' }}
            >
              {t(own ? 'log' : 'logged')}
            </Link>
            {!own && (
              <Link
                to="/patient/$memberId/team"
                params={{ memberId }}
                className={styles.tab}
                activeProps={{ className: styles.tabActive ?? '' }}
              >
                {t('team')}
              </Link>
            )}
            {!own && withTimeline && (
              <Link
                to="/patient/$memberId/timeline"
                params={{ memberId }}
                className={styles.tab}
                activeProps={{ className: styles.tabActive ?? '' }}
              >
                {t('timeline')}
              </Link>
            )}
            {own && (
              <Link
                to="/patient/$memberId/privacy"
                params={{ memberId }}
                className={styles.tab}
                activeProps={{ className: styles.tabActive ?? '' }}
              >
                {t('privacy')}
              </Link>
            )}
          </nav>
          {tools}
        </div>
      </div>
      {children}
    </div>
  );
}
