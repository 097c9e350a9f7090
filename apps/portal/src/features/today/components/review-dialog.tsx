import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { longestReviewReason } from '@vigil/contract/triage-today.forms';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../row-alarms.ts';
import styles from './today.module.css';

interface ReviewDialogProps {
  readonly row: TodayRow;
  readonly onClose: () => void;
  /** A reason that was sent before and not kept. */
  readonly draft: string | undefined;
  /** Answers why the reason was not kept; null where it was. */
  readonly onReview: (row: TodayRow, reason: string) => Promise<string | null>;
}

const usual = ['treated', 'watched', 'artifact'] as const;

/** Why a member needs nothing right now: asked before the row is put aside for the whole team. What was typed stays until it is kept. */
export function ReviewDialog({ row, draft, onClose, onReview }: ReviewDialogProps) {
  const { t } = useTranslation('today');
  const title = useId();
  const first = useRef<HTMLInputElement>(null);
  const drafted = draft === undefined ? '' : (usual.find((one) => t(`reviewReasons.${one}`) === draft) ?? 'other');
  const [chosen, setChosen] = useState<(typeof usual)[number] | 'other' | ''>(drafted);
  const [words, setWords] = useState(drafted === 'other' ? (draft ?? '') : '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const reason = chosen === 'other' ? words.trim() : chosen && t(`reviewReasons.${chosen}`);

  const send = async () => {
    if (isSending) return;
    if (!reason) return setProblem(t('reviewMissing'));
    setSending(true);
    setProblem(await onReview(row, reason));
    setSending(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      // Focused once the dialog is there: it has noted by then that the focus goes back to the row.
      slotProps={{ paper: { elevation: 0, className: styles.review ?? '' }, transition: { onEntering: () => first.current?.focus() } }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h2 id={title}>{t('reviewTitle', { name: nameOf(row) })}</h2>
        <p className={styles.muted}>{t('reviewText')}</p>
        <RadioGroup
          aria-label={t('reviewReason')}
          value={chosen}
          onChange={(_, value) => {
            setChosen(value as typeof chosen);
            setProblem(null);
          }}
        >
          {usual.map((one, index) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" slotProps={index === 0 ? { input: { ref: first } } : {}} />}
              label={t(`reviewReasons.${one}`)}
            />
          ))}
          <FormControlLabel value="other" control={<Radio size="small" />} label={t('reviewReasons.other')} />
        </RadioGroup>
        {chosen === 'other' && (
          <TextField
            autoFocus
            fullWidth
            size="small"
            label={t('reviewReason')}
            value={words}
            slotProps={{ htmlInput: { maxLength: longestReviewReason } }}
            onChange={({ target }) => {
              setWords(target.value);
              setProblem(null);
            }}
          />
        )}
        {problem !== null && (
          <p role="alert" className={styles.missing}>
            {problem}
          </p>
        )}
        <div className={styles.reviewButtons}>
          <Button color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isSending}>
            {t('reviewConfirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
