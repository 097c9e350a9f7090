import { localeOf } from '#lib/browser-language.ts';
import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError } from '@vigil/contract/client';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { flagAt, useConfiguration } from '#lib/configuration.ts';
import { isNotThere } from '#lib/failures.ts';
import { accountQuery } from '#lib/member.ts';
import { latestQuery } from '#lib/member-readings.ts';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useShownPath } from '#lib/shown-path.ts';
import { useKnown } from '#lib/use-known.ts';
import { timeInZone, zoneCity } from '#lib/zone-name.ts';
import { OriginChip } from '#ui/chips.tsx';
import { fullName } from '#ui/person.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { ContactButton } from './contact-button.tsx';
import { gapsQuery, MemberGaps } from './member-gaps.tsx';
import { Neighbours } from './neighbours.tsx';
import styles from './patient-frame.module.css';
import { PatientHeader } from './patient-header.tsx';
import { WaitingSurveys } from './waiting-surveys.tsx';

interface PatientFrameProps {
  readonly memberId: string;
  /** The person looks at the own page. */
  readonly own: boolean;
  /** The member was found: the page is kept among the open patients. */
  readonly onFound: (memberId: string) => void;
  /** There is no such member, or no access. */
  readonly onMissing: (memberId: string) => void;
  /** Stands above the page. */
  readonly glance: ReactNode;
  /** The ways to the pages, and to what opens beside them, stand elsewhere on the screen. */
  readonly hasPagesElsewhere: boolean;
  /** Stands at the end of the row of pages. */
  readonly tools: ReactNode;
  /** Stand beside the name. */
  readonly callButtons: ReactNode;
  readonly children: ReactNode;
}

/** What stands around every page of one member: who it is, and the pages. */
export function PatientFrame({
  memberId,
  own,
  onFound,
  onMissing,
  glance,
  hasPagesElsewhere,
  tools,
  callButtons,
  children,
}: PatientFrameProps) {
  const { t } = useTranslation('patient');
  const { t: ui } = useTranslation('ui');
  const navigate = useNavigate();
  const account = useQuery(accountQuery(memberId));
  const withTimeline = flagAt(useConfiguration().featureFlags ?? {}, 'careTeam');
  const isKnown = useKnown([accountQuery(memberId), ...(own ? [] : [latestQuery(memberId), gapsQuery(memberId)])]);
  const shownPath = useShownPath();
  const found = account.data !== undefined;
  const missing = account.error instanceof ApiError && (isNotThere(account.error) || account.error.status === 403);
  // Each page names itself; where none is shown, the frame does.
  usePageTitle(account.isError && !found ? t(own ? 'ownTitle' : 'title') : undefined);

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
        title={t(account.error instanceof ApiError && account.error.code === 'no_access_to_user' ? 'noAccess' : 'notFoundTitle')}
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

  if (hasPagesElsewhere)
    return (
      <div className={styles.frame} data-bare="" data-held={isKnown ? undefined : 'rest'}>
        <h1 className="v-unseen">{t('ownTitle')}</h1>
        {glance}
        {children}
        <WaitingSurveys memberId={memberId} />
        {account.data && (
          <div key={shownPath} className={styles.foot} data-follows>
            <AboutData account={account.data} />
          </div>
        )}
      </div>
    );
  return (
    <div className={styles.frame} data-held={isKnown ? undefined : 'rest'}>
      <PatientHeader memberId={memberId} account={account.data} own={own}>
        {callButtons}
        {!own && account.data && <ContactButton memberId={memberId} name={fullName(account.data.personalInfo)} />}
        {!own && <Neighbours memberId={memberId} />}
      </PatientHeader>
      <div className={styles.strip}>
        <div className={styles.bar}>
          <nav className={styles.tabs} aria-label={t('tabs')}>
            {pagesOf(own, withTimeline).map((page) => (
              <Link
                key={page}
                to={`/patient/$memberId/${page}`}
                params={{ memberId }}
                // Only the page of readings keeps its own range while one goes to and fro.
                search={(page === 'data') as never}
                className={styles.tab}
                activeProps={{ className: styles.tabActive ?? '' }}
              >
                {t(page === 'log' && !own ? 'logged' : page)}
              </Link>
            ))}
          </nav>
          <div className={styles.tools}>{tools}</div>
        </div>
        {account.data && <AboutData account={account.data} />}
      </div>
      {glance}
      {!own && account.data && <MemberGaps memberId={memberId} zone={account.data.languageRegion.timezone} />}
      {children}
      {own && <WaitingSurveys memberId={memberId} />}
    </div>
  );
}

/** The pages of a member, in their order: the first is the one that a care team opens. */
function pagesOf(own: boolean, withTimeline: boolean) {
  if (own) return ['data', 'analysis', 'content', 'log', 'surveys', 'reports', 'privacy'] as const;
  const pages = ['summary', 'data', 'analysis', 'content', 'log', 'surveys', 'rules', 'team'] as const;
  return withTimeline ? ([...pages, 'timeline'] as const) : pages;
}

/** In which time the member lives, and where the readings are from. */
function AboutData({ account: { languageRegion, dataAttribution, dataOrigin } }: { readonly account: UserAccount }) {
  const { t, i18n } = useTranslation('patient');
  const now = useNow();
  const zone = languageRegion.timezone;
  const time = timeInZone(now, zone, localeOf(i18n.language));
  return (
    <p className={styles.about}>
      <OriginChip origin={dataOrigin} />
      {languageRegion.timezoneIsAssumed ? (
        <span title={t('zoneUnknownHelp', { zone, time })}>{t('zoneUnknown', { zone: zoneCity(zone) })}</span>
      ) : (
        <span title={t('localTimeHelp', { zone })}>{zoneCity(zone) === 'UTC' ? time : t('localTime', { time, zone: zoneCity(zone) })}</span>
      )}
      {dataAttribution && <span className={styles.attribution}>{t('attribution', { attribution: dataAttribution })}</span>}
    </p>
  );
}
