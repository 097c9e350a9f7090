import { useTranslation } from 'react-i18next';
import { ageInShort, ageInWords } from '#ui/age-in-words.ts';
import type { MeasureShown } from '../measure-reading.ts';
import styles from './reading-cell.module.css';

interface MeasureCellProps {
  /** The measure's name. */
  readonly label: string;
  readonly unit: string;
  readonly shown: MeasureShown | null;
  readonly nowSeconds: number;
  /** Cards show the unit beside the value; a table has it in the heading. */
  readonly withUnit?: boolean;
  /** Its age and source stand under it; otherwise they are only read out, and shown where a mouse rests. */
  readonly withAge: boolean;
}

const ticks = ['device', 'manual', 'imported'] as const;

/** A measure of a member: an old one is grey, dashed and carries its age, and one that is not known is a dash that says so. */
export function MeasureCell({ label, unit, shown, nowSeconds, withUnit = false, withAge }: MeasureCellProps) {
  const { t } = useTranslation('panel');
  const { t: ui } = useTranslation('ui');
  if (!shown) {
    const nothing = t('noReading', { measure: label });
    return (
      <span className={styles.unknown} title={nothing}>
        <span aria-hidden="true">—</span>
        <span className="v-unseen">{nothing}</span>
      </span>
    );
  }
  const { text, at, source: from, stale } = shown;
  const tick = ticks.find((one) => one === from);
  const source = tick ? ui(`source.${tick}`) : from === 'account' ? t('fromAccount') : from;
  const age = at === null ? null : ageInWords(ui, at, nowSeconds);
  const short = at === null ? null : ageInShort(ui, at, nowSeconds);
  const said = [age, source].filter(Boolean);
  const shape = withAge ? `${styles.aged} ${withUnit ? styles.left : ''}` : withUnit ? styles.stacked : '';
  return (
    <span className={`${stale ? styles.stale : styles.fresh} ${shape}`} title={[`${label} ${text} ${unit}`.trim(), ...said].join(' · ')}>
      <span className={styles.shown}>
        {stale && !withAge && (
          <span className={styles.age} aria-hidden="true">
            {short}
          </span>
        )}
        <span className={styles.value}>{text}</span>
        {withUnit && unit && <span className={styles.unit}>{unit}</span>}
      </span>
      {withAge && (
        <span className={styles.when} aria-hidden="true">
          {[short, tick ? ui(`sourceShort.${tick}`) : source].filter(Boolean).join(' · ')}
        </span>
      )}
      <span className="v-unseen">, {said.join(', ')}</span>
    </span>
  );
}
