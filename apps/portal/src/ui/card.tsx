import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  /** Stands at the end of its first line. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** One part of a page under its name. */
export function Card({ title, end, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {end}
      </header>
      {children}
    </section>
  );
}
