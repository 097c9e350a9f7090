import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import styles from './back-link.module.css';
import { Icon } from './icons.tsx';

/** The way back to the list that a page belongs to. */
export const BackLink = createLink(({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...rest} className={styles.back}>
    <Icon name="chevronLeft" size={12} /> {children}
  </a>
));
