import type { OutOfRange } from '@vigil/domain/alerts/out-of-range';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import styles from './marked-value.module.css';

interface MarkedValueProps {
  /** Absent within the member's limits. */
  readonly mark: Pick<OutOfRange, 'side' | 'severity'> | undefined;
  /** Why it is out of range, read out after the value. */
  readonly said: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A value, out of range in the color of its severity with an arrow to its side. */
export function MarkedValue({ mark, said, className = '', children }: MarkedValueProps) {
  if (!mark) return <span className={className}>{children}</span>;
  return (
    <span className={`${className} ${styles.marked}`} data-severity={mark.severity} title={said}>
      <Icon name={mark.side === 'high' ? 'arrowUp' : 'arrowDown'} size={12} className={styles.arrow ?? ''} />
      <span>{children}</span>
      {said && <span className="v-unseen">, {said}</span>}
    </span>
  );
}
