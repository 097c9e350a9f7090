import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import styles from './form-end.module.css';

interface FormEndProps {
  /** Why it was not stored; null where nothing failed. Announced when it comes. */
  readonly failure: ReactNode;
  /** What the button says that stores it. */
  readonly save: string;
  /** It is being stored: nothing can be pressed meanwhile. */
  readonly isSaving: boolean;
  /** It cannot be stored as it is. */
  readonly cannotSave?: boolean;
  /** Ctrl and Enter store it as well. */
  readonly hasShortcut?: boolean;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** How a short form ends: why it was not stored, then saving, then leaving it. */
export function FormEnd({ failure, save, isSaving, cannotSave = false, hasShortcut = false, cancel, onCancel }: FormEndProps) {
  return (
    <>
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
      <span className={styles.buttons}>
        <Button
          type="submit"
          variant="contained"
          disabled={isSaving || cannotSave}
          {...(hasShortcut && { 'aria-keyshortcuts': 'Control+Enter' })}
        >
          {save}
        </Button>
        <Button color="secondary" disabled={isSaving} onClick={onCancel}>
          {cancel}
        </Button>
      </span>
    </>
  );
}
