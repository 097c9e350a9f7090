import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ask-dialog.module.css';

interface AskDialogProps {
  readonly title: string;
  /** What the button of the deed says. */
  readonly deed: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** With room for two columns of fields. */
  readonly wide?: boolean;
  readonly onDo: () => void;
  readonly onClose: () => void;
  /** What the other button says, “Cancel” unless something else; null: there is none. */
  readonly cancel?: string | null;
  /** The button that does not do it, where that is more than closing. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** A question in the middle of the window: a title, what it is about, one button that does it and one that does not. */
export function AskDialog(props: AskDialogProps) {
  const { title, deed, danger = false, disabled = false, wide = false, onDo, onClose, onCancel = onClose, children } = props;
  const { t } = useTranslation('adminAccounts');
  const { cancel = t('cancel') } = props;
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { elevation: 0, className: `${styles.paper} ${wide ? styles.wide : ''}` } }}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled) onDo();
        }}
      >
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div className={styles.body}>{children}</div>
        <div className={styles.foot}>
          {cancel !== null && (
            <Button color="inherit" onClick={onCancel}>
              {cancel}
            </Button>
          )}
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} disabled={disabled}>
            {deed}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
