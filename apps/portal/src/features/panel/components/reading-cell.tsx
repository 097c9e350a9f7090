import { useTranslation } from 'react-i18next';
import { useUnits } from '#lib/units.ts';
import { ageInShort, ageInWords } from '#ui/age-in-words.ts';
import { MarkedValue } from '#ui/marked-value.tsx';
import { rangeWords } from '#ui/range-words.ts';
import type { ColumnId } from '../columns.ts';
import type { Reading } from '../reading.ts';
import styles from './reading-cell.module.css';

interface ReadingCellProps {
  readonly column: ColumnId;
  readonly reading: Reading | null;
  readonly nowSeconds: number;
  /** Cards show the unit beside the value; a table has it in the heading. */
  readonly withUnit?: boolean;
  /** Its age and source stand under it; otherwise they are only read out, and shown where a mouse rests. */
  readonly withAge?: boolean;
}

/**
 * A latest value. Its age and source are read out, and shown on demand ("61 bpm · 4 min ago · band"); one older than 24 h is
 * grey, dashed and always carries its age, and one never measured is said to be unknown: neither reads as now or as normal.
 */
export function ReadingCell({ column, reading, nowSeconds, withUnit = false, withAge = false }: ReadingCellProps) {
  const { t } = useTranslation('panel');
  const { t: ui } = useTranslation('ui');
  const units = useUnits();
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
  const { at, source, stale, unit, value, outOfRange } = reading;
  const said = outOfRange && rangeWords(ui, outOfRange.metric, outOfRange.mark, { units, nowSeconds });
  const why = said ? `${said.rule}. ${said.alert}` : undefined;
  const [age, short] = [ageInWords(ui, at, nowSeconds), ageInShort(ui, at, nowSeconds)];
  const onDemand = t('reading', { value: `${value} ${unit}`.trim(), age, source: ui(`source.${source}`) });
  const shape = withAge ? `${styles.aged} ${withUnit ? styles.left : ''}` : withUnit ? styles.stacked : '';
  return (
    <span className={`${stale ? styles.stale : styles.fresh} ${shape}`} title={`${measure} ${onDemand}`}>
      <span className={styles.shown}>
        {stale && !withAge && (
          <span className={styles.age} aria-hidden="true">
            {short}
          </span>
        )}
        <MarkedValue mark={outOfRange?.mark} said={why} className={styles.value}>
          {value}
        </MarkedValue>
        {withUnit && <span className={styles.unit}>{unit}</span>}
      </span>
      {withAge && (
        <span className={styles.when} aria-hidden="true">
          {short} · {ui(`sourceShort.${source}`)}
        </span>
      )}
      <span className="v-unseen">
        , {age}, {ui(`source.${source}`)}
      </span>
    </span>
  );
}
