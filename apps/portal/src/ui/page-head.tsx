import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface PageHeadProps {
  readonly title: ReactNode;
  /** A `BackLink` to the list that the page belongs to; stands above the title. */
  readonly back?: ReactNode;
  /** What the page is for, or how things stand; below the title. */
  readonly lead?: ReactNode;
  /** What can be done with the whole page; at the end of the line. */
  readonly children?: ReactNode;
}

/** How a page begins: the way back, its title, a line about it, and its buttons. */
export function PageHead({ title, back, lead, children }: PageHeadProps) {
  return (
    <div className={styles.head} data-page-head>
      <div className={styles.texts}>
        {back}
        <h1 className={styles.title}>{title}</h1>
        {typeof lead === 'string' ? <p className={styles.lead}>{lead}</p> : lead}
      </div>
      {children && <div className={styles.end}>{children}</div>}
    </div>
  );
}
