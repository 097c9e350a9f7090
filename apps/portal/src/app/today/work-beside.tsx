import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsPanel } from '#features/actions/actions-panel.tsx';
import { ContactButton } from '#features/patient/contact-button.tsx';
import { LatestCards } from '#features/patient-summary/components/latest-cards.tsx';
import { NoteCard } from '#features/patient-summary/components/note-card.tsx';
import { PrescribedCard } from '#features/patient-summary/components/prescribed-card.tsx';
import type { WorkProps } from '#features/today/today-screen.tsx';
import { type WorkTab, workTabs } from '#features/today/today-search.ts';
import { localeOf } from '#lib/browser-language.ts';
import { accountQuery } from '#lib/member.ts';
import { useNow } from '#lib/now.ts';
import { isReadersClock, timeInZone, zoneCity } from '#lib/zone-name.ts';
import { ageInYears } from '#ui/age-in-words.ts';
import { Catch } from '#ui/catch.tsx';
import { Icon } from '#ui/icons.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Loader } from '#ui/loader.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { CallMember } from '../communications/communications.tsx';
import { type TabId, useTabs } from '../communications/tabs.ts';
import styles from './work-beside.module.css';

/** Beside the work the ways to reach the member and the notes; actions are the work itself. */
const beside = workTabs.filter((tab): tab is WorkTab & TabId => tab !== 'work');

/** The work on a member beside the list: what is to be done and the readings behind it, messages, notes and calls. */
export function WorkBeside({ memberId, tab: open, onTab, onClose }: WorkProps) {
  const { t } = useTranslation('today');
  const { t: app } = useTranslation('app');
  const { t: ui } = useTranslation('ui');
  const { data: account, error, isPending, refetch } = useQuery(accountQuery(memberId));
  const tabs = useTabs(false).flatMap((one) => beside.flatMap((id) => (id === one.id ? { ...one, id } : [])));
  const tab = tabs.find(({ id }) => id === open);
  const name = account ? `${account.personalInfo.firstName} ${account.personalInfo.lastName}`.trim() : '';
  const zone = account?.languageRegion.timezone;
  return (
    <SidePanel
      label={t('workOf', { name })}
      tabs={[{ id: 'work' as const, label: t('work') }, ...tabs.map(({ id }) => ({ id, label: app(`communications.${id}`) }))]}
      open={open}
      onOpen={onTab}
      onClose={onClose}
      takesFocus
    >
      {isPending && <Loader inline label={ui('loading')} />}
      {error && !account && <LoadFailed error={error} title={t('workFailed')} onRetry={() => void refetch()} />}
      {account && zone && (
        <>
          <header className={styles.who}>
            <strong>{name}</strong>
            <span className={styles.reach}>
              <ContactButton memberId={memberId} name={name} />
              <CallMember memberId={memberId} />
            </span>
            <Identity account={account} />
            <Link to="/patient/$memberId/summary" params={{ memberId }}>
              {t('openPage')} <Icon name="chevronRight" size={12} />
            </Link>
          </header>
          {tab ? (
            <div data-fills="">
              <Catch
                path={`${memberId}/${tab.id}`}
                fallback={<StatePanel failure icon="alert" title={app('screenFailedTitle')} text={app('communications.failed')} />}
              >
                <Suspense fallback={<Loader inline label={ui('loading')} />}>
                  <tab.Panel memberId={memberId} memberName={name} zone={zone} own={false} takesFocus />
                </Suspense>
              </Catch>
            </div>
          ) : (
            <Work memberId={memberId} zone={zone} />
          )}
        </>
      )}
    </SidePanel>
  );
}

function Identity({ account: { personalInfo: info, languageRegion } }: { readonly account: UserAccount }) {
  const { t, i18n } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  const zone = languageRegion.timezone;
  const now = useNow();
  const age = ageInYears(info.birthday, new Date(now));
  const told = [age === null ? null : ui('years', { count: age }), info.sex && ui(`sex.${info.sex}`), info.mrn && `MRN ${info.mrn}`];
  return (
    <>
      <span className={styles.identity}>{told.filter(Boolean).join(' · ')}</span>
      {!isReadersClock(now, zone) && (
        <span className={styles.clock}>
          {t('workZone', { zone: zoneCity(zone), time: timeInZone(now, zone, localeOf(i18n.language)) })}
        </span>
      )}
    </>
  );
}

function Work({ memberId, zone }: { readonly memberId: string; readonly zone: string }) {
  const now = useNow() / 1000;
  return (
    <>
      <LatestCards memberId={memberId} now={now} inOneLine />
      <ActionsPanel memberId={memberId} zone={zone} />
      <div className={styles.about}>
        <PrescribedCard memberId={memberId} />
        <NoteCard memberId={memberId} zone={zone} />
      </div>
    </>
  );
}
