import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { useNavigate } from '@tanstack/react-router';
import type { HandoffDraft } from '@vigil/contract/triage-handoffs.contract';
import { longestSituation } from '@vigil/contract/triage-handoffs.values';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotices } from '#lib/notices.ts';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { coversBottom } from '#ui/covers.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { useWithdraw } from './api/handoffs.ts';
import { DraftConflict } from './components/draft-conflict.tsx';
import { DraftSettings } from './components/draft-settings.tsx';
import { EarlierHandoffs } from './components/earlier-handoffs.tsx';
import { HandingOver } from './components/handing-over.tsx';
import styles from './components/handoff.module.css';
import { MemberEditor } from './components/member-editor.tsx';
import { Printed } from './components/printed.tsx';
import { WrittenField } from './components/written-field.tsx';
import { useMoment } from './moments.ts';
import { type HandoffDraftForm, useHandoffDraft } from './use-handoff-draft.ts';

/** The end of a shift: the draft that is handed over, and what was handed over before. */
export function HandoffScreen() {
  const { t } = useTranslation('handoff');
  usePageTitle(t('title'));
  const form = useHandoffDraft();
  const { data, error, isPending, refetch } = form.query;
  if (error?.status === 403 && !data) return <LoadFailed error={error} level={1} title={t('failedTitle')} onRetry={() => void refetch()} />;
  return (
    <Page busy={isPending}>
      <PageHead
        title={t('title')}
        lead={
          data && (
            <>
              <Coverage draft={data} />
              <Printed draftSince={data.since} />
            </>
          )
        }
      >
        {data && (
          <>
            {data.handoff_id !== null && <Discard handoffId={data.handoff_id} form={form} />}
            <Button variant="outlined" className={styles.offPaper ?? ''} onClick={() => print()}>
              {t('print')}
            </Button>
          </>
        )}
      </PageHead>
      {error && !data && <LoadFailed error={error} title={t('failedTitle')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton variant="rounded" height={320} aria-label={t('loading')} />}
      {data && <DraftForm draft={data} form={form} />}
      <EarlierHandoffs />
    </Page>
  );
}

/** How many members it tells of, and what it doesn’t tell. */
function Coverage({ draft: { members, quiet, without_data: withoutData, left_out: leftOut } }: { readonly draft: HandoffDraft }) {
  const { t } = useTranslation('handoff');
  const told = [
    `${t('members', { count: members.length })}.`,
    t('quiet', { count: quiet }),
    withoutData > 0 && t('withoutData', { count: withoutData }),
    leftOut > 0 && t('leftOut', { count: leftOut }),
  ];
  return <p className={styles.muted}>{told.filter(Boolean).join(' ')}</p>;
}

function DraftForm({ draft, form }: { readonly draft: HandoffDraft; readonly form: HandoffDraftForm }) {
  const { t } = useTranslation('handoff');
  const navigate = useNavigate();
  const notify = useNotices();
  const nowSeconds = useNow() / 1000;
  const handOver = async (toId: string, name: string) => {
    const handoffId = await form.handOver(toId);
    if (handoffId === null) return;
    notify({ message: t('handedOver', { name }), variant: 'success' });
    void navigate({ to: '/dashboard/handoff/$handoffId', params: { handoffId } });
  };
  return (
    <>
      <DraftSettings draft={draft} form={form} />
      {form.save.kind === 'conflict' && <DraftConflict draft={draft} form={form} />}
      {draft.members.length === 0 && <StatePanel icon="check" title={t('emptyTitle')} text={t('emptyText')} />}
      {draft.members.map((member) => (
        <MemberEditor
          key={member.user_id}
          member={member}
          texts={form.textsOf(member)}
          nowSeconds={nowSeconds}
          onChange={(part) => form.change(member, part)}
        />
      ))}
      <section className={styles.member}>
        <WrittenField
          label={t('situation')}
          value={form.situation}
          longest={longestSituation}
          placeholder={t('situationPlaceholder')}
          onChange={form.changeSituation}
        />
      </section>
      <div className={styles.bar} ref={coversBottom}>
        <SaveWord draft={draft} form={form} />
        <HandingOver
          draft={draft}
          isBusy={form.isHandingOver}
          isHeld={form.save.kind === 'conflict'}
          failure={form.handOverFailure}
          onHandOver={(toId, name) => void handOver(toId, name)}
        />
      </div>
    </>
  );
}

/** Whether what is on the screen is stored. */
function SaveWord({ draft, form: { save, saveNow } }: { readonly draft: HandoffDraft; readonly form: HandoffDraftForm }) {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  if (save.kind === 'failed')
    return (
      <p role="alert" className={styles.fault}>
        {t('save.failed', { reason: save.reason })}{' '}
        <Button size="small" color="inherit" onClick={saveNow}>
          {t('save.retry')}
        </Button>
      </p>
    );
  const kind = save.kind === 'conflict' ? 'waiting' : save.kind;
  return (
    <p role="status" className={styles.muted}>
      {t(`save.${kind}`, { when: draft.saved_at === null ? '' : moment(draft.saved_at) })}
    </p>
  );
}

function Discard({ handoffId, form }: { readonly handoffId: string; readonly form: HandoffDraftForm }) {
  const { t } = useTranslation('handoff');
  const titleId = useId();
  const notify = useNotices();
  const withdraw = useWithdraw();
  const [isAsking, setIsAsking] = useState(false);
  const discard = () => {
    setIsAsking(false);
    withdraw.mutate(
      { params: { handoffId } },
      { onSuccess: form.forgetAll, onError: ({ message }) => notify({ message, variant: 'error' }) },
    );
  };
  return (
    <>
      <Button color="inherit" className={styles.offPaper ?? ''} disabled={withdraw.isPending} onClick={() => setIsAsking(true)}>
        {t('discard')}
      </Button>
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} aria-labelledby={titleId} maxWidth="xs">
        <DialogTitle id={titleId}>{t('discardTitle')}</DialogTitle>
        <DialogContent>{t('discardText')}</DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => setIsAsking(false)}>
            {t('cancel')}
          </Button>
          <Button variant="contained" color="error" onClick={discard}>
            {t('discard')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
