import Button from '@mui/material/Button';
import './messages.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '#lib/connection.ts';
import { useStore } from '#lib/store.ts';
import { Icon, type IconName } from './icons.tsx';
import styles from './state-panel.module.css';

interface StatePanelProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** The level of its title: 1 where it stands for the whole screen. */
  readonly level?: 1 | 2;
  /** A failure is announced; an empty list is only read. */
  readonly failure?: boolean;
  readonly children?: ReactNode;
}

/** What stands in the place of content that is empty, failed or not allowed: why, and the next step. */
export function StatePanel({ icon, title, text, action, level = 2, failure = false, children }: StatePanelProps) {
  const { t } = useTranslation('ui');
  const isAway = useStore(connection) !== 'answering';
  const Heading = `h${level}` as const;
  return (
    <div className={styles.panel} role={failure ? 'alert' : 'status'}>
      <Icon name={icon} size={24} className={styles.icon} />
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{failure && action && isAway ? t('reconnecting') : text}</p>
      {action && (
        <Button variant="outlined" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      {children}
    </div>
  );
}
