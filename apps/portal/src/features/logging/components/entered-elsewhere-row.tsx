import Button from '@mui/material/Button';
import type { ReadingByHand } from '@vigil/contract/activities.contract';
import { longestTakeBackReason } from '@vigil/contract/ticks-store.values';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnits } from '#lib/units.ts';
import { Icon } from '#ui/icons.tsx';
import { useTakeReadingBack } from '../api/logging.ts';
import styles from '../logging.module.css';
import { valueTold } from '../told.ts';

interface EnteredElsewhereRowProps {
  readonly memberId: string;
  readonly reading: ReadingByHand;
  readonly zone: string;
  /** The care team takes readings back, and says why. */
  readonly canTakeBack: boolean;
}

/** A reading that was typed in by hand in another system: who did so is not known here. */
export function EnteredElsewhereRow({ memberId, reading, zone, canTakeBack }: EnteredElsewhereRowProps) {
  const { t, i18n } = useTranslation('logging');
  const units = useUnits();
  const [asking, setAsking] = useState(false);
  const takeBack = useTakeReadingBack();
  const what = tellReading(
    reading,
    (metric, value) => `${catalogue[metric].label} ${valueTold(metric, value, units, i18n.language)}`,
    t('kind.pressure'),
  );
  const time = new Intl.DateTimeFormat(i18n.language, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(
    reading.timestamp * 1000,
  );
  const send = (reason: string) =>
    takeBack.mutate({
      params: { userId: memberId },
      body: { reason, readings: reading.values.map(({ metric }) => ({ metric, timestamp: reading.timestamp, source: 'manual' as const })) },
    });
  return (
    <li className={styles.row}>
      <Icon name="ruler" size={20} className={styles.rowIcon} />
      <div className={styles.rowText}>
        <strong>{what}</strong>
        <span className={styles.muted}>
          {time} · {t('elsewhere')}
        </span>
        {takeBack.isError && (
          <p role="alert" className={styles.failedText}>
            {t('takeBackFailed', { reason: takeBack.error.message })}
          </p>
        )}
        {asking && <ReasonForm isSending={takeBack.isPending} onSend={send} onKeep={() => setAsking(false)} />}
      </div>
      {canTakeBack && !asking && (
        <Button color="inherit" className={styles.take ?? ''} aria-label={t('takeBackOne', { what })} onClick={() => setAsking(true)}>
          {t('takeBack')}
        </Button>
      )}
    </li>
  );
}

/** A reading in words; the two values of a blood pressure as one. */
function tellReading(
  { values }: ReadingByHand,
  tell: (metric: ReadingByHand['values'][number]['metric'], value: number) => string,
  pressure: string,
): string {
  const [systolic, diastolic] = (['systolic', 'diastolic'] as const).map((one) => values.find(({ metric }) => metric === one)?.value);
  const isPressure = systolic !== undefined && diastolic !== undefined;
  const others = values.filter(({ metric }) => !isPressure || (metric !== 'systolic' && metric !== 'diastolic'));
  return [
    ...(isPressure ? [`${pressure} ${systolic}/${diastolic} mmHg`] : []),
    ...others.map(({ metric, value }) => tell(metric, value)),
  ].join(', ');
}

interface ReasonFormProps {
  readonly isSending: boolean;
  readonly onSend: (reason: string) => void;
  readonly onKeep: () => void;
}

function ReasonForm({ isSending, onSend, onKeep }: ReasonFormProps) {
  const { t } = useTranslation('logging');
  const [reason, setReason] = useState('');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Whoever asked by the keyboard goes on typing here.
  useEffect(() => input.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') onSend(reason.trim());
  };
  return (
    <form className={styles.reason} onSubmit={submit}>
      <p>{t('sure')}</p>
      <label htmlFor={id}>{t('whyRemove')}</label>
      <input
        id={id}
        type="text"
        ref={input}
        autoComplete="off"
        maxLength={longestTakeBackReason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <span className={styles.buttons}>
        <Button type="submit" variant="contained" color="error" disabled={isSending || reason.trim() === ''}>
          {t('takeBack')}
        </Button>
        <Button color="inherit" disabled={isSending} onClick={onKeep}>
          {t('keep')}
        </Button>
      </span>
    </form>
  );
}
