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
  readonly onReview: (reason: string) => void;
}

const usual = ['treated', 'watched', 'artifact'] as const;

/** Why a member needs nothing right now: asked before the row is put aside for the whole team. */
export function ReviewDialog({ row, onClose, onReview }: ReviewDialogProps) {
  const { t } = useTranslation('today');
  const title = useId();
  const first = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<(typeof usual)[number] | 'other' | ''>('');
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const reason = chosen === 'other' ? words.trim() : chosen && t(`reviewReasons.${chosen}`);
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
          if (reason) onReview(reason);
          else setMissing(true);
        }}
      >
        <h2 id={title}>{t('reviewTitle', { name: nameOf(row) })}</h2>
        <p className={styles.muted}>{t('reviewText')}</p>
        <RadioGroup
          aria-label={t('reviewReason')}
          value={chosen}
          onChange={(_, value) => {
            setChosen(value as typeof chosen);
            setMissing(false);
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
              setMissing(false);
            }}
          />
        )}
        {isMissing && (
          <p role="alert" className={styles.missing}>
            {t('reviewMissing')}
          </p>
        )}
        <div className={styles.reviewButtons}>
          <Button color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {t('reviewConfirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
