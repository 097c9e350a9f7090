import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './chart.module.css';
import type { ChartProps, ChartState } from './chart-props.ts';

interface ChartStateNoteProps {
  readonly title: string;
  readonly state: ChartState;
  /** What is said where nothing was measured. */
  readonly empty: string;
  /** Pixels under the plot. */
  readonly bottom: number;
  readonly whenEmpty?: ChartProps['whenEmpty'];
}

/** What stands in the place of a plot, at its size: that it is being loaded, that nothing was measured, or that it failed and what to do. */
export function ChartStateNote({ title, state, empty, bottom, whenEmpty }: ChartStateNoteProps): ReactNode {
  const { t } = useTranslation('charts');
  const style = { paddingBottom: bottom };
  if (state === 'loading')
    return (
      <div className={styles.note} data-state="loading" style={style}>
        <span className="v-unseen">{t('loading', { title })}</span>
      </div>
    );
  if (state === 'ready')
    return (
      <div className={styles.note} data-state="empty" style={style}>
        <p>{empty}</p>
        {whenEmpty}
      </div>
    );
  const { failed, onRetry } = state;
  return (
    <div className={styles.note} data-state="failed" role="alert" style={style}>
      <p>{failed || t('failed', { title })}</p>
      {onRetry !== undefined && (
        <Button variant="outlined" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
