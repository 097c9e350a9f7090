import Button from '@mui/material/Button';
import type { UserInsight } from '@vigil/contract/factuary-programs.shapes';
import { ratings } from '@vigil/contract/factuary-programs.values';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '#ui/rich-text.tsx';
import { useInsightDoing } from '../api/content.ts';
import styles from '../content.module.css';
import { useDates } from '../use-dates.ts';
import { FailedDoing } from './failed-doing.tsx';

interface OwnInsightProps {
  readonly memberId: string;
  readonly insight: UserInsight;
  readonly canWrite: boolean;
}

/** An insight for the member to read: opened it is read, and then it can be rated. */
export function OwnInsight({ memberId, insight, canWrite }: OwnInsightProps) {
  const { t } = useTranslation('patientContent');
  const { mutate, error } = useInsightDoing();
  const date = useDates(memberId);
  const [open, setOpen] = useState(false);
  const textId = useId();
  const { id, title, text, status, time_delivered, program_title } = insight;
  const toggle = () => {
    setOpen(!open);
    if (!open && canWrite && status === 'delivered') mutate({ params: { id: memberId, itemId: id }, body: { status: 'read' } });
  };
  const when = time_delivered && date(time_delivered);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.muted}>
          {[status === 'delivered' && t('ownStatus.delivered'), program_title, when].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div id={textId} hidden={!open} className={styles.reading}>
        {open && <RichText text={text} />}
      </div>
      <div className={styles.buttons}>
        <Button
          variant={status === 'delivered' && !open ? 'contained' : 'outlined'}
          onClick={toggle}
          aria-expanded={open}
          aria-controls={textId}
          aria-label={`${t(open ? 'closeInsight' : 'openInsight')}: ${title}`}
        >
          {t(open ? 'closeInsight' : 'openInsight')}
        </Button>
      </div>
      {open && canWrite && status !== 'expired' && <Rating memberId={memberId} insight={insight} />}
      {open && <FailedDoing error={error} />}
    </li>
  );
}

function Rating({ memberId, insight: { id, title, rating } }: Pick<OwnInsightProps, 'memberId' | 'insight'>) {
  const { t } = useTranslation('patientContent');
  const { mutate, isPending, error } = useInsightDoing();
  return (
    <fieldset className={styles.rating}>
      <legend>{t('rate')}</legend>
      <span className={styles.scale}>
        {ratings.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.mark}
            aria-pressed={rating === one}
            aria-label={`${t('rateOne', { rating: one })}: ${title}`}
            aria-disabled={isPending}
            onClick={() => isPending || mutate({ params: { id: memberId, itemId: id }, body: { status: 'rated', rating: one } })}
          >
            {one}
          </button>
        ))}
      </span>
      <span className={styles.ends}>
        <span>{t('worst')}</span>
        <span>{t('best')}</span>
      </span>
      <p role="status" className={styles.muted}>
        {rating !== null && t('rated', { rating })}
      </p>
      <FailedDoing error={error} />
    </fieldset>
  );
}
