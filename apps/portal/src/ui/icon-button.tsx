import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';
import { Icon, type IconName } from './icons.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'type'> {
  readonly icon: IconName;
  /** Of the icon, in pixels. */
  readonly size?: number;
  /** What the button is called. */
  readonly label: string;
}

/** A square button of an icon alone; `children` stand over it, as a badge does. */
export function IconButton({ icon, size = 16, label, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`${styles.button} ${className}`} aria-label={label} {...rest}>
      <Icon name={icon} size={size} />
      {children}
    </button>
  );
}
