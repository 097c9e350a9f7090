import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Channel, type OnboardingStage, onboardingStages, type Realm } from '@vigil/contract/user-admin.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Pager } from '#ui/pager.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { channelsQuery, onboardingQuery } from './api/onboarding.ts';
import { BulkResendPanel } from './onboarding/bulk-resend-panel.tsx';
import styles from './onboarding/onboarding.module.css';
import { isReachable, notStartedStages, OnboardingTable } from './onboarding/onboarding-table.tsx';
import { OutboxPanel } from './onboarding/outbox-panel.tsx';
import { useBulkResend } from './onboarding/use-bulk-resend.ts';
import { type OnboardingSearch, onboardingSearch } from './onboarding-search.ts';

export const MemberOnboardingScreen = () => <OnboardingScreen realm="patient" />;
export const StaffOnboardingScreen = () => <OnboardingScreen realm="care" />;

/** Who was invited, at which step each of them is, and the link once more for those who are stuck. */
function OnboardingScreen({ realm }: { readonly realm: Realm }) {
  const { t } = useTranslation('adminInvitations');
  usePageTitle(t(`onboarding.title.${realm}`));
  const search = onboardingSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const query = useQuery({ ...onboardingQuery(realm, search), placeholderData: keepPreviousData });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data: ways, isPending: waysAwaited } = useQuery(channelsQuery());
  const sends = ways?.sends ?? [];
  const bulk = useBulkResend(realm);
  const change = (next: Partial<OnboardingSearch>) => {
    setChosen(new Set());
    void navigate({ to: '.', search: { ...search, page: 1, ...next } as never, replace: 'q' in next });
  };

  if (query.isError && !query.data) {
    if (query.error.status === 403)
      return <StatePanel icon="person" level={1} failure title={t('forbiddenTitle')} text={t('forbiddenText')} />;
    const text = query.error.status === 0 ? t('unreachable') : query.error.message;
    const retry = { label: t('retry'), onClick: () => void query.refetch() };
    return <StatePanel icon="alert" level={1} failure title={t('onboarding.failedTitle')} text={text} action={retry} />;
  }
  const found = query.data;
  const isKnown = found !== undefined && !waysAwaited;
  const notStarted = (counts: Record<OnboardingStage, number>) => {
    const count = notStartedStages.reduce((sum, stage) => sum + counts[stage], 0);
    return t('onboarding.notStarted', { count, shown: count.toLocaleString() });
  };
  const rows = found?.content ?? [];
  const selected = rows.filter((row) => chosen.has(row.userId) && isReachable(row, ways));
  const stages = onboardingStages.filter((stage) => realm === 'patient' || stage !== 'SYNCED');
  const send = (channel: Channel) => {
    bulk.send(selected, channel);
    setChosen(new Set());
  };

  return (
    <div className={styles.screen} data-held={isKnown ? undefined : 'rest'}>
      <PageHead
        title={t(`onboarding.title.${realm}`)}
        lead={
          found &&
          `${t(`onboarding.onboarded.${realm}`, { count: found.onboarded, shown: found.onboarded.toLocaleString() })} ${notStarted(found.counts)}`
        }
      />
      <fieldset className={styles.stages} aria-label={t('onboarding.step')}>
        <button type="button" aria-pressed={search.stage === ''} onClick={() => change({ stage: '' })}>
          {t('onboarding.onTheWay')}
        </button>
        {stages.map((stage) => (
          <button key={stage} type="button" aria-pressed={search.stage === stage} onClick={() => change({ stage })}>
            <b>{found ? found.counts[stage].toLocaleString() : '–'}</b> {t(`stage.${stage}`)}
          </button>
        ))}
      </fieldset>
      <div className={styles.tools}>
        <input
          type="search"
          className={styles.search}
          aria-label={t('onboarding.search')}
          placeholder={t('onboarding.search')}
          value={search.q}
          onChange={(event) => change({ q: event.target.value })}
        />
        <span className={styles.space} />
        <span className={styles.hint}>{selected.length > 0 && t('onboarding.chosen', { count: selected.length })}</span>
        <Button variant="contained" disabled={selected.length === 0 || bulk.work?.isRunning} onClick={() => send('EMAIL')}>
          {t(ways && !sends.includes('EMAIL') ? 'onboarding.makeLink' : 'onboarding.sendEmail')}
        </Button>
        {sends.includes('SMS') && (
          <Button variant="outlined" disabled={selected.length === 0 || bulk.work?.isRunning} onClick={() => send('SMS')}>
            {t('onboarding.sendSms')}
          </Button>
        )}
      </div>
      {ways && !sends.includes('EMAIL') && <p className={styles.hint}>{t('onboarding.noMail')}</p>}
      {ways && !ways.invitesByPhone && rows.some(({ email, stage }) => email === null && notStartedStages.includes(stage)) && (
        <p className={styles.hint}>{t('onboarding.noSms')}</p>
      )}
      {bulk.work && (
        <BulkResendPanel
          work={bulk.work}
          isHandedOver={ways !== undefined && !sends.includes(bulk.work.channel)}
          onRetry={bulk.send}
          onStop={bulk.stop}
          onClose={bulk.close}
        />
      )}
      {!found ? (
        <Skeleton variant="rounded" height={240} aria-busy="true" />
      ) : rows.length === 0 ? (
        <StatePanel
          icon="members"
          title={t(`onboarding.none.${realm}`)}
          text={t(search.q || search.stage ? 'onboarding.noneMatch' : 'onboarding.noneText')}
        />
      ) : (
        <>
          <OnboardingTable
            rows={rows}
            ways={ways}
            late={query.isPlaceholderData}
            isStaff={realm === 'care'}
            chosen={chosen}
            onChoose={setChosen}
          />
          <div className={styles.pager}>
            <Pager
              page={search.page}
              size={search.size}
              total={found.totalElements}
              late={query.isPlaceholderData}
              onPage={(page) => change({ page })}
              onSize={(size) => change({ size: size as OnboardingSearch['size'] })}
            />
          </div>
        </>
      )}
      <OutboxPanel />
    </div>
  );
}
