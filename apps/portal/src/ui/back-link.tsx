import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './back-link.module.css';
import { Icon } from './icons.tsx';

/** The way back to the list that a page belongs to. */
export function BackLink({ children, ...way }: Pick<LinkProps, 'to' | 'params'> & { readonly children: ReactNode }) {
  return (
    <Link {...way} className={styles.back}>
      <Icon name="chevronLeft" size={12} /> {children}
    </Link>
  );
}
