import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { Handoff } from '@vigil/contract/triage-handoffs.contract';
import { useTranslation } from 'react-i18next';
import { isNotThere } from '#lib/failures.ts';
import { useNotices } from '#lib/notices.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { BackLink } from '#ui/back-link.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { handoffQuery, touchedWhileOpen, useWithdraw } from './api/handoffs.ts';
import { Acknowledging } from './components/acknowledging.tsx';
import { StateWord } from './components/earlier-handoffs.tsx';
import { nameOf } from './components/episode-line.tsx';
import styles from './components/handoff.module.css';
import { MemberTold } from './components/member-told.tsx';
import { Printed } from './components/printed.tsx';
import { useMoment } from './moments.ts';

/** A handoff as it was handed over, for whoever takes over to read, print and acknowledge. */
export function OneHandoffScreen({ handoffId }: { readonly handoffId: string }) {
  const { t } = useTranslation('handoff');
  const { data, error, refetch } = useQuery({ ...handoffQuery(handoffId), refetchInterval: 60_000 });
  // Acknowledged or withdrawn by the other one, and what has changed about the members since.
  usePushes('ACTION', { touches: touchedWhileOpen });
  usePageTitle(data ? t('oneTitle', { name: nameOf(data.by) }) : t('title'));
  const back = <BackLink to="/dashboard/handoff">{t('back')}</BackLink>;
  if (data) return <Told handoff={data} />;
  if (!error)
    return (
      <Page busy>
        <Skeleton variant="rounded" height={320} aria-label={t('loading')} />
      </Page>
    );
  if (isNotThere(error))
    return (
      <StatePanel level={1} icon="search" title={t('missingTitle')} text={t('missingText')}>
        {back}
      </StatePanel>
    );
  return <LoadFailed error={error} level={1} title={t('failedTitle')} onRetry={() => void refetch()} back={back} />;
}

function Told({ handoff }: { readonly handoff: Handoff }) {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  const { handoff_id: handoffId, by, to, members, situation } = handoff;
  const lead = t('lead', { name: nameOf(to), when: moment(handoff.handed_over_at), since: moment(handoff.since) });
  return (
    <Page>
      <PageHead
        back={<BackLink to="/dashboard/handoff">{t('back')}</BackLink>}
        title={t('oneTitle', { name: nameOf(by) })}
        lead={
          <>
            <p className={styles.muted}>
              {lead} · {t('members', { count: members.length })} · <StateWord handoff={handoff} />
            </p>
            <Printed />
          </>
        }
      >
        {handoff.may_withdraw && <Withdraw handoffId={handoffId} />}
        <Button variant="outlined" className={styles.offPaper ?? ''} onClick={() => print()}>
          {t('print')}
        </Button>
      </PageHead>
      {handoff.is_partial && <p className={styles.caution}>{t('partial', { name: nameOf(by) })}</p>}
      {situation && (
        <section className={styles.member}>
          <h2 className={styles.part}>{t('situation')}</h2>
          <p className={styles.text}>{situation}</p>
        </section>
      )}
      {members.map((member) => (
        <MemberTold key={member.user_id} member={member} author={by} nowSeconds={handoff.as_of} />
      ))}
      {handoff.read_back && (
        <section className={styles.member}>
          <h2 className={styles.part}>{t('readBackBy', { name: nameOf(to) })}</h2>
          <p className={styles.text}>{handoff.read_back}</p>
        </section>
      )}
      {handoff.may_acknowledge && <Acknowledging handoffId={handoffId} />}
    </Page>
  );
}

function Withdraw({ handoffId }: { readonly handoffId: string }) {
  const { t } = useTranslation('handoff');
  const notify = useNotices();
  const withdraw = useWithdraw();
  return (
    <Button
      color="inherit"
      className={styles.offPaper ?? ''}
      disabled={withdraw.isPending}
      onClick={() =>
        withdraw.mutate(
          { params: { handoffId } },
          {
            onSuccess: () => notify({ message: t('withdrawn'), withRedirect: '/dashboard/handoff' }),
            onError: ({ message }) => notify({ message, variant: 'error' }),
          },
        )
      }
    >
      {t('withdraw')}
    </Button>
  );
}
