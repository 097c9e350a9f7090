import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  /** `wide` for what is compared side by side, `column` for what is read from top to bottom. */
  readonly width?: 'wide' | 'column';
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** The frame of a page about one member: how wide it is, and the distance of its parts. */
export function Page({ width = 'wide', busy = false, children }: PageProps) {
  return (
    <div className={styles.page} data-width={width} aria-busy={busy || undefined}>
      {children}
    </div>
  );
}
