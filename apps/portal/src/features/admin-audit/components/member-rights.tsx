import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { longestErasureReason } from '@vigil/contract/privacy.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTried } from '#lib/tried.ts';
import { DownloadButton } from '#ui/download-button.tsx';
import { Field } from '#ui/field.tsx';
import { downloadMember, erasureQuery, personQuery, useRequestErasure } from '../api/audit.ts';
import styles from '../audit.module.css';

/** What a member may ask for, done by an administrator: a copy of everything, and a request to erase. */
export function MemberRights({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('adminAudit');
  const person = useQuery(personQuery(memberId));
  const erasure = useQuery({ ...erasureQuery(memberId), enabled: person.data !== undefined });
  const [asking, setAsking] = useState(false);
  if (!person.data) return null;
  const { firstName, lastName } = person.data.personalInfo;
  return (
    <section className={styles.rights} aria-label={t('memberTitle', { name: `${firstName} ${lastName}` })}>
      <div>
        <h2>{t('memberTitle', { name: `${firstName} ${lastName}` })}</h2>
        <p className={styles.muted}>{t('memberLead')}</p>
      </div>
      <span className={styles.tools}>
        <DownloadButton label={t('exportMember')} start={(how) => downloadMember(memberId, how)} />
        {erasure.data?.erasure === null && !asking && (
          <Button variant="outlined" color="inherit" onClick={() => setAsking(true)}>
            {t('askErasure')}
          </Button>
        )}
      </span>
      {asking && <AskForm memberId={memberId} onClose={() => setAsking(false)} />}
    </section>
  );
}

function AskForm({ memberId, onClose }: { readonly memberId: string; readonly onClose: () => void }) {
  const { t } = useTranslation('adminAudit');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const triedAs = useTried();
  const request = useRequestErasure();
  const { enqueueSnackbar } = useSnackbar();
  const tooMany = reason.trim().length - longestErasureReason;
  const fault = reason.trim() === '' ? t('reasonEmpty') : tooMany > 0 ? t('reasonLong', { count: tooMany }) : undefined;
  const send = () => {
    setTried(true);
    if (fault) return;
    request.mutate(
      { params: { userId: memberId }, body: { id: triedAs(reason).id, reason } },
      {
        onSuccess: () => {
          enqueueSnackbar(t('noted'), { variant: 'success' });
          onClose();
        },
      },
    );
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label={t('reason')} error={tried ? fault : undefined}>
        {(control) => <textarea {...control} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      <p role="alert" className={styles.failed}>
        {request.error?.message}
      </p>
      <span className={styles.tools}>
        <Button type="submit" variant="contained" disabled={request.isPending}>
          {t('sendRequest')}
        </Button>
        <Button color="inherit" disabled={request.isPending} onClick={onClose}>
          {t('cancel')}
        </Button>
      </span>
    </form>
  );
}
