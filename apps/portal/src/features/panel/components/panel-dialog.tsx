import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './panel-dialog.module.css';

interface PanelDialogProps {
  readonly title: string;
  /** What the button of the deed says. */
  readonly deed: string;
  readonly busy?: boolean;
  readonly onDo: () => void;
  readonly onClose: () => void;
  /** A further button, at the left of the foot. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A form over the list: its head and foot stand, what is between them scrolls. */
export function PanelDialog({ title, deed, busy = false, onDo, onClose, aside, children }: PanelDialogProps) {
  const { t } = useTranslation('panel');
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} slotProps={{ paper: { elevation: 0, className: styles.paper ?? '' } }}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onDo();
        }}
      >
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div className={styles.body}>{children}</div>
        <div className={styles.foot}>
          {aside}
          <span className={styles.space} />
          <Button color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {deed}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
