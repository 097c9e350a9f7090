import { Link } from '@tanstack/react-router';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { BandStatusLabel, OriginChip, StatusChip } from '#ui/chips.tsx';
import { ColumnHeader } from '#ui/column-header.tsx';
import table from '#ui/data-table.module.css';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { measureColumns } from '../columns.ts';
import { ageAndSex } from '../panel-csv.ts';
import type { PanelView, SortField } from '../panel-search.ts';
import { readingOf, unitOf } from '../reading.ts';
import styles from './member-table.module.css';
import { ReadingCell } from './reading-cell.tsx';
import { SyncAge } from './sync-age.tsx';

interface MemberTableProps {
  readonly view: PanelView;
  /** Undefined while the first answer is awaited: then the rows are drawn empty at their final size. */
  readonly rows: readonly MemberRow[] | undefined;
  readonly units: UnitSystem;
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether there is room for the record number. */
  readonly withMrn: boolean;
  readonly onSort: (field: SortField) => void;
}

export function MemberTable({ view, rows, units, now, withMrn, onSort }: MemberTableProps) {
  const { t } = useTranslation('panel');
  const sorting = (field: SortField) => ({
    sorted: view.sort === field ? (view.descending ? ('descending' as const) : ('ascending' as const)) : undefined,
    onSort: () => onSort(field),
  });
  return (
    <table className={table.table} aria-busy={!rows}>
      <caption className="v-unseen">{t('tableCaption')}</caption>
      <thead>
        <tr>
          <ColumnHeader label={t('member')} {...sorting('lastName')} />
          <ColumnHeader label={t('ageSex')} {...sorting('age')} />
          {withMrn && <ColumnHeader label={t('mrn')} />}
          <ColumnHeader label={t('status')} {...sorting('status')} />
          {view.columns.map((column) => (
            <ColumnHeader
              key={column}
              number
              label={t(`measure.${column}`)}
              spoken={t(`measureLong.${column}`)}
              unit={unitOf(column, units)}
              {...sorting(measureColumns[column].sort)}
            />
          ))}
          <ColumnHeader label={t('band')} {...sorting('battery')} />
          <ColumnHeader label={t('lastSync')} {...sorting('lastSync')} />
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((row) => <MemberRowView key={row.user_id} row={row} view={view} units={units} now={now} withMrn={withMrn} />)
        ) : (
          <SkeletonRows rows={view.size} cells={(withMrn ? 6 : 5) + view.columns.length} />
        )}
      </tbody>
    </table>
  );
}

interface MemberRowProps {
  readonly row: MemberRow;
  readonly view: PanelView;
  readonly units: UnitSystem;
  readonly now: number;
  readonly withMrn: boolean;
}

function MemberRowView({ row, view, units, now, withMrn }: MemberRowProps) {
  const { t } = useTranslation(['panel', 'ui']);
  const target = { to: '/patient/$memberId/data', params: { memberId: row.user_id } } as const;
  const nowSeconds = now / 1000;
  return (
    // The name is the link; a click elsewhere in the row is only a larger target for it (useRowKeys).
    <tr className={table.row} data-row="">
      <th scope="row">
        <span className={styles.member}>
          <Link {...target} className={table.rowLink} data-row-link="">
            {row.data.firstName} {row.data.lastName}
          </Link>
          <OriginChip origin={row.dataOrigin} />
        </span>
      </th>
      <td>{ageAndSex(row, now, t)}</td>
      {withMrn && <td className={styles.mrn}>{row.data.mrn ?? '–'}</td>}
      <td>
        <StatusChip status={row.accountStatus} />
      </td>
      {view.columns.map((column) => (
        <td key={column} className={table.number}>
          <ReadingCell column={column} reading={readingOf(row, column, nowSeconds, units)} nowSeconds={nowSeconds} withAge={view.ages} />
        </td>
      ))}
      <td>
        <BandStatusLabel band={row.band} nowSeconds={nowSeconds} withAge={view.ages} />
      </td>
      <td>
        <SyncAge at={row.band.lastSync} nowSeconds={nowSeconds} />
      </td>
    </tr>
  );
}
