import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface FieldProps {
  readonly label: string;
  /** What is wrong with it; announced when it appears. */
  readonly error: string | undefined;
  /** The control, which takes these attributes. */
  readonly children: (control: FieldControl) => ReactNode;
}

interface FieldControl {
  readonly id: string;
  readonly className: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

/** One field of a form: its label, its control, and beside it what is wrong. */
export function Field({ label, error, children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.control ?? '',
        'aria-invalid': error !== undefined,
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
      <p id={errorId} role="alert" className={styles.error}>
        {error}
      </p>
    </div>
  );
}
