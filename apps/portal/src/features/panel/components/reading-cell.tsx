import { useTranslation } from 'react-i18next';
import { ageInShort, ageInWords } from '#ui/age-in-words.ts';
import type { ColumnId } from '../columns.ts';
import type { Reading } from '../reading.ts';
import styles from './reading-cell.module.css';

interface ReadingCellProps {
  readonly column: ColumnId;
  readonly reading: Reading | null;
  readonly nowSeconds: number;
  /** Cards show the unit beside the value; a table has it in the heading. */
  readonly withUnit?: boolean;
}

/**
 * A latest value. Its time and source are told on demand ("61 bpm · 4 min ago · band"); one older than 24 h is grey, dashed
 * and carries its age, and one that was never measured is said to be unknown, so that neither reads as now or as normal.
 */
export function ReadingCell({ column, reading, nowSeconds, withUnit = false }: ReadingCellProps) {
  const { t } = useTranslation('panel');
  const { t: ui } = useTranslation('ui');
  const measure = t(`measureLong.${column}`);
  if (!reading) {
    const nothing = t('noReading', { measure });
    return (
      <span className={styles.unknown} title={nothing}>
        <span aria-hidden="true">—</span>
        <span className="v-unseen">{nothing}</span>
      </span>
    );
  }
  const age = ageInWords(ui, reading.at, nowSeconds);
  const onDemand = t('reading', { value: `${reading.value} ${reading.unit}`.trim(), age, source: ui(`source.${reading.source}`) });
  return (
    <span className={`${reading.stale ? styles.stale : styles.fresh} ${withUnit ? styles.stacked : ''}`} title={`${measure} ${onDemand}`}>
      {reading.stale && (
        <span className={styles.age}>
          <span aria-hidden="true">{ageInShort(ui, reading.at, nowSeconds)}</span>
          <span className="v-unseen">{age}</span>
        </span>
      )}
      <span className={styles.value}>{reading.value}</span>
      {withUnit && <span className={styles.unit}>{reading.unit}</span>}
    </span>
  );
}
