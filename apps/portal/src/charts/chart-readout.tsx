import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import styles from './chart.module.css';
import { chartFigures } from './chart-figures.ts';
import type { ChartWords } from './chart-words.ts';
import type { ChartInteraction } from './interaction.ts';
import { type ReadingAt, readingAt } from './reading-at.ts';

interface ChartReadoutProps {
  readonly chart: Parameters<typeof readingAt>[0];
  /** What the chart shows in sentences: for the voice, and on paper. */
  readonly summary: string;
  readonly summaryId: string;
  readonly reach: number;
  readonly words: ChartWords;
  readonly interaction: ChartInteraction;
  readonly meanIsTold: boolean;
}

/** What the chart says: its figures, or the reading at the cursor while somebody points. Both have the same room, so that nothing moves under the pointer. */
export function ChartReadout({ chart, summary, summaryId, reach, words, interaction, meanIsTold }: ChartReadoutProps): ReactNode {
  const { cursor } = interaction;
  const at = useSyncExternalStore(cursor.subscribe, cursor.get);
  const pointing = at !== null;
  const figures = useMemo(() => chartFigures({ ...chart, meanIsTold }, words), [chart, meanIsTold, words]);
  return (
    <div className={styles.readout} data-pointing={pointing}>
      <p id={summaryId} className={styles.summary}>
        {summary}
      </p>
      <p className={styles.figures} aria-hidden="true">
        {figures.map(({ value, label }, index) => (
          <span key={label + value} className={styles.one} data-lead={index === 0}>
            <strong>{value}</strong>
            <span className={styles.label}>{label}</span>
          </span>
        ))}
      </p>
      {pointing && <Reading reading={readingAt(chart, at, reach, words)} />}
    </div>
  );
}

/** Hidden from screen readers: the slider says the same. */
function Reading({ reading: { when, values, marked, nothing } }: { readonly reading: ReadingAt }): ReactNode {
  return (
    <p className={styles.reading} aria-hidden="true">
      {values.length === 0 && marked.length === 0 && <span className={styles.nothing}>{nothing}</span>}
      {values.map(({ label, value, remarks }, index) => (
        <span key={label + value} className={styles.one} data-lead={index === 0}>
          {label !== '' && <span className={styles.label}>{label}</span>}
          <strong>{value}</strong>
          {remarks.map((remark) => (
            <span key={remark} className={styles.remark}>
              {remark}
            </span>
          ))}
        </span>
      ))}
      <time className={styles.when}>{when}</time>
      {marked.map((mark) => (
        <span key={mark} className={styles.marked}>
          {mark}
        </span>
      ))}
    </p>
  );
}
