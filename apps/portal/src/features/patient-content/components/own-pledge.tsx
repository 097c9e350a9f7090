import Button from '@mui/material/Button';
import type { UserPledge } from '@vigil/contract/factuary-programs.shapes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '#ui/rich-text.tsx';
import { usePledgeDoing, usePledgeReport } from '../api/content.ts';
import styles from '../content.module.css';
import { useDates } from '../use-dates.ts';
import { FailedDoing } from './failed-doing.tsx';

interface OwnPledgeProps {
  readonly memberId: string;
  readonly pledge: UserPledge;
  readonly canWrite: boolean;
}

/** A pledge for the member: to opt into, then day by day to say whether it was kept. */
export function OwnPledge({ memberId, pledge, canWrite }: OwnPledgeProps) {
  const { t } = useTranslation('patientContent');
  const date = useDates(memberId);
  const { mutate, isPending, error } = usePledgeDoing();
  const { id, title, text, status, times, times_kept: kept, time_expires: expires, program_title } = pledge;
  const isOpen = status === 'delivered' || status === 'opted';
  const until = isOpen && expires !== null && t('expires', { date: date(expires) });
  const say = (said: 'opted' | 'achieved') => mutate({ params: { id: memberId, itemId: id }, body: { status: said } });
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.muted}>{[t(`ownStatus.${status}`), program_title, until].filter(Boolean).join(' · ')}</span>
      </div>
      {text && (
        <div className={styles.reading}>
          <RichText text={text} />
        </div>
      )}
      {times > 1 && status !== 'delivered' && <p className={styles.figures}>{t('kept', { kept, count: times })}</p>}
      {status === 'delivered' && canWrite && (
        <div className={styles.buttons}>
          <Button variant="contained" disabled={isPending} onClick={() => say('opted')} aria-label={`${t('opt')}: ${title}`}>
            {t('opt')}
          </Button>
        </div>
      )}
      {status === 'opted' && canWrite && (
        <>
          <Today memberId={memberId} pledge={pledge} />
          {times > 1 && (
            <div className={styles.buttons}>
              <Button color="inherit" disabled={isPending} onClick={() => say('achieved')} aria-label={`${t('achieve')}: ${title}`}>
                {t('achieve')}
              </Button>
            </div>
          )}
        </>
      )}
      {status === 'achieved' && <p role="status">{t('achieved')}</p>}
      <FailedDoing error={error} />
    </li>
  );
}

/** Whether it was kept today: what was said can be said otherwise. The same report sent again, after a lost answer, counts once. */
function Today({ memberId, pledge: { id, title, today } }: Pick<OwnPledgeProps, 'memberId' | 'pledge'>) {
  const { t } = useTranslation('patientContent');
  const { mutate, isPending, error } = usePledgeReport();
  const [sending, setSending] = useState<{ readonly id: string; readonly did: boolean } | null>(null);
  const report = (did: boolean) => {
    const sent = sending?.did === did ? sending : { id: crypto.randomUUID(), did };
    setSending(sent);
    mutate({ params: { id: memberId, itemId: id }, body: sent }, { onSuccess: () => setSending(null) });
  };
  return (
    <fieldset className={styles.rating}>
      <legend>{t('today')}</legend>
      <span className={styles.scale}>
        {([true, false] as const).map((did) => (
          <button
            key={String(did)}
            type="button"
            className={styles.mark}
            aria-pressed={today === did}
            aria-disabled={isPending}
            aria-label={`${t(did ? 'yes' : 'no')}: ${title}`}
            onClick={() => isPending || report(did)}
          >
            {t(did ? 'yes' : 'no')}
          </button>
        ))}
      </span>
      <FailedDoing error={error} />
    </fieldset>
  );
}
