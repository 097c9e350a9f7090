import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import styles from './chart.module.css';
import type { ChartProps, ChartState } from './chart-props.ts';
import type { ChartWords } from './chart-words.ts';

interface ChartStateNoteProps {
  readonly title: string;
  readonly state: ChartState;
  readonly words: ChartWords;
  /** Pixels under the plot. */
  readonly bottom: number;
  readonly whenEmpty: ChartProps['whenEmpty'];
}

/** What stands in the place of a plot, at its size: that it is being loaded, that nothing was measured, or that it failed and what to do. */
export function ChartStateNote({ title, state, words: { write, span, zone, locale }, bottom, whenEmpty }: ChartStateNoteProps): ReactNode {
  const style = { paddingBottom: bottom };
  if (state === 'loading')
    return (
      <div className={styles.note} data-state="loading" style={style}>
        <span className="v-unseen">{write('loading', { title })}</span>
      </div>
    );
  if (state !== 'ready') {
    const { failed, onRetry } = state;
    return (
      <div className={styles.note} data-state="failed" role="alert" style={style}>
        <p>{failed || write('failed', { title })}</p>
        {onRetry !== undefined && (
          <Button variant="outlined" onClick={onRetry}>
            {write('retry')}
          </Button>
        )}
      </div>
    );
  }
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone });
  return (
    <div className={styles.note} data-state="empty" style={style}>
      <p>{write('empty', { from: date.format(span.from * 1000), to: date.format((span.to - 1) * 1000) })}</p>
      {whenEmpty}
    </div>
  );
}
