import { type ReactNode, useEffect, useRef } from 'react';
import styles from './caution.module.css';

interface CautionProps {
  /** Id of its heading, or of what it asks: said when it takes the focus. */
  readonly labelledBy: string;
  readonly children: ReactNode;
}

/**
 * What somebody has to settle before they go on. It takes the focus when it appears: whoever pressed a button at the end of a long form
 * would not see why nothing happened.
 */
export function Caution({ labelledBy, children }: CautionProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.caution} role="alert" tabIndex={-1} aria-labelledby={labelledBy}>
      {children}
    </section>
  );
}
