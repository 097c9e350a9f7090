import './list/messages.ts';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './data-table.module.css';
import { Icon } from './icons.tsx';

interface ColumnHeaderProps {
  readonly label: string;
  readonly unit?: string;
  /** Said instead of a shortened label. */
  readonly spoken?: string;
  readonly number?: boolean;
  /** How the rows are sorted by this column now; absent when they are not. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  readonly onSort?: () => void;
  /** Of the cell: what stays in view in more than one direction says how much it covers. */
  readonly ref?: Ref<HTMLTableCellElement> | undefined;
}

/** A column's heading; a button when the rows can be sorted by it. */
export function ColumnHeader({ label, unit, spoken = label, number = false, sorted, onSort, ref }: ColumnHeaderProps) {
  const { t } = useTranslation('list');
  const text = (
    <span className={styles.heading}>
      {label}
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
  return (
    <th ref={ref} scope="col" className={number ? styles.number : undefined} aria-sort={onSort && (sorted ?? 'none')}>
      {onSort ? (
        <button
          type="button"
          className={sorted ? `${styles.sort} ${styles.sorted}` : styles.sort}
          onClick={onSort}
          title={t('sortBy', { column: spoken })}
        >
          {text}
          <Icon name={sorted === 'descending' ? 'arrowDown' : 'arrowUp'} size={12} />
        </button>
      ) : (
        text
      )}
    </th>
  );
}
