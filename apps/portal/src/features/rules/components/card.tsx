import { type ReactNode, useId } from 'react';
import styles from '../rules.module.css';

interface CardProps {
  readonly title: string;
  /** Stands at the end of its first line. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** One part of a page about rules under its name. */
export function Card({ title, end, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header className={styles.partHead}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {end}
      </header>
      {children}
    </section>
  );
}
