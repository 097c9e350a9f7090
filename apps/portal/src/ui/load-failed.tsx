import './messages.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatePanel } from './state-panel.tsx';

interface LoadFailedProps {
  readonly error: { readonly status: number; readonly message: string };
  /** What could not be loaded. */
  readonly title: string;
  /** The level of its title: 1 where it stands for the whole screen. */
  readonly level?: 1 | 2;
  readonly onRetry: () => void;
  /** The way back, where it stands for the whole screen: trying again is no way on for who may not see it. */
  readonly back?: ReactNode;
}

/** What stands in the place of what could not be loaded: why, and how to go on. Who may not see it is not asked to try again. */
export function LoadFailed({ error, title, level = 2, onRetry, back }: LoadFailedProps) {
  const { t } = useTranslation('ui');
  if (error.status === 403)
    return (
      <StatePanel failure level={level} icon="lock" title={t('notOpenTitle')} text={t('notOpenText')}>
        {back}
      </StatePanel>
    );
  return (
    <StatePanel failure level={level} icon="alert" title={title} text={error.message} action={{ label: t('retry'), onClick: onRetry }}>
      {back}
    </StatePanel>
  );
}
