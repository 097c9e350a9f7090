import type { ReactNode } from 'react';
import styles from './row-card.module.css';

/** A row of a list where the window is too narrow for a table. */
export function RowCard({ children }: { readonly children: ReactNode }) {
  return <li className={styles.card}>{children}</li>;
}
