import Button from '@mui/material/Button';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { acknowledgeable, askingAlarms, nameOf, snoozableAlarm } from '../row-alarms.ts';
import styles from './today.module.css';

/** What can be done about a row, where it can; each by a key as well. */
export interface RowDoes {
  readonly acknowledge: () => void;
  readonly snooze: (anchor: HTMLElement) => void;
  readonly review: () => void;
  readonly undo: () => void;
  readonly intervene: () => void;
  /** Something was done just now that can be undone, or the row is put aside. */
  readonly canUndo: boolean;
  /** Opens the conversation; absent, as are the buttons that call, for whoever takes part in none. */
  readonly message?: () => void;
  readonly call?: ReactNode;
}

interface RowButtonsProps {
  readonly row: TodayRow;
  /** It is no longer in the list. */
  readonly isGone: boolean;
  readonly does: RowDoes;
}

/**
 * Acknowledge and Undo are always in sight; the others with the pointer, the focus or a tap on the row. Undo has a place of its own: a
 * second press where Acknowledge was must not undo it.
 */
export function RowButtons({ row, isGone, does }: RowButtonsProps) {
  const { t } = useTranslation('today');
  const { userId } = useSession();
  const undo = (
    <Button size="small" color="inherit" className={styles.undo ?? ''} aria-keyshortcuts="U" onClick={does.undo}>
      {t('undo')}
    </Button>
  );
  if (isGone)
    return does.canUndo ? (
      <div className={styles.buttons}>
        <span className={styles.quick}>{undo}</span>
      </div>
    ) : null;
  const shown = acknowledgeable(row).length;
  const hasSnooze = askingAlarms(row).length > 0 || row.alarms.some(({ state, may_answer: may }) => may && state === 'acknowledged');
  const canIntervene = row.actions.some(({ may_handle: may }) => may);
  return (
    <fieldset className={styles.buttons} aria-label={t('actions', { name: nameOf(row) })}>
      {shown > 0 && (
        <Button size="small" variant="outlined" aria-keyshortcuts="A" onClick={does.acknowledge}>
          {shown === 1 ? t('acknowledge') : t('acknowledgeAll', { count: shown })}
        </Button>
      )}
      <span className={styles.quick}>
        <span className={styles.others}>
          {does.message && (
            <IconButton
              icon="message"
              label={t('message', { name: nameOf(row) })}
              title={t('message', { name: nameOf(row) })}
              aria-keyshortcuts="M"
              onClick={does.message}
            />
          )}
          {does.call}
          {canIntervene && (
            <Button size="small" color="inherit" aria-keyshortcuts="I" onClick={does.intervene}>
              {t('intervene')}
            </Button>
          )}
          {hasSnooze && (
            // What another has stays where it was, so that no row moves under the pointer.
            <Button
              size="small"
              color="inherit"
              disabled={!snoozableAlarm(row, userId)}
              aria-keyshortcuts="S"
              aria-haspopup="menu"
              data-snooze=""
              onClick={(event) => does.snooze(event.currentTarget)}
            >
              {t('snooze')}
            </Button>
          )}
          {!row.review && row.reviewable !== 'not_allowed' && (
            <Button size="small" color="inherit" aria-keyshortcuts="R" onClick={does.review}>
              {t('reviewed')}
            </Button>
          )}
        </span>
        {does.canUndo && undo}
      </span>
    </fieldset>
  );
}
