import { type ReactNode, useId } from 'react';
import styles from './security.module.css';

interface SectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  );
}

/** What went wrong with a form, where no field explains it. */
export function Failure({ children }: { readonly children: string | undefined }) {
  return (
    <p role="alert" className={styles.failure}>
      {children}
    </p>
  );
}
