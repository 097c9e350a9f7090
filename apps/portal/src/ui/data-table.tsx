import type { ReactNode, Ref } from 'react';
import type { CsvCell, CsvTable } from '#lib/csv.ts';
import { ColumnHeader } from './column-header.tsx';
import { coversTopAndLeft } from './covers.ts';
import styles from './data-table.module.css';
import { SkeletonRows } from './skeleton-rows.tsx';

/** One column of a list: on screen, in its order, and in its file. */
export interface Column<Row, Sort extends string = string> {
  /** Unique in its table. */
  readonly id: string;
  readonly header: string;
  /** Said, and written into the file, instead of a shortened heading. */
  readonly longHeader?: string;
  /** Under the heading, and in brackets behind it in the file. */
  readonly unit?: string;
  /** The bare value: what the file holds, and what is shown where there is no `cell`. Null: not known. A column without is in no file. */
  readonly value?: (row: Row) => CsvCell;
  readonly cell?: (row: Row) => ReactNode;
  /** Numbers stand to the right. */
  readonly align?: 'end';
  /** What the server sorts by; a column without it cannot be sorted. */
  readonly sort?: Sort;
  /** The largest come first when its heading is chosen. */
  readonly descendingFirst?: boolean;
  readonly className?: string | undefined;
  /** Further values that belong to this column in the file, such as the time of a reading. */
  readonly csv?: readonly { readonly header: string; readonly value: (row: Row) => CsvCell }[];
}

/** Columns, side by side, that have one thing to say together in some rows. */
export interface JoinedColumns<Row> {
  /** Ids of the columns. */
  readonly columns: readonly string[];
  /** What stands in place of their cells; null where each has its own. */
  readonly cell: (row: Row) => ReactNode | null;
}

interface DataTableProps<Row, Sort extends string> {
  readonly caption: string;
  readonly columns: readonly Column<Row, Sort>[];
  readonly joined?: JoinedColumns<Row> | undefined;
  /** Undefined while the first answer is awaited: then `size` rows are drawn empty at their final size. */
  readonly rows: readonly Row[] | undefined;
  readonly size: number;
  readonly rowKey: (row: Row) => string;
  /** The first cell holds a link (`data-row-link`) for which the whole row is a larger target (useRowKeys). */
  readonly linked: boolean;
  /** As wide as its columns need. */
  readonly compact?: boolean;
  /** The rows answer an earlier question than the one that the controls show. */
  readonly late: boolean;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly onSort: (field: Sort, descending: boolean) => void;
}

/** A dense table of columns as data: standing header, sorting by heading, the first column naming the row. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, joined, rows, size, rowKey, linked, compact = false, late } = props;
  return (
    <table className={[styles.table, compact && styles.compact, late && styles.late].filter(Boolean).join(' ')} aria-busy={!rows || late}>
      <caption className="v-unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <Heading key={column.id} column={column} {...props} ref={at === 0 ? coversTopAndLeft : undefined} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((row) => (
            <tr key={rowKey(row)} {...(linked && { className: styles.row, 'data-row': '' })}>
              <Cells columns={columns} joined={joined} row={row} />
            </tr>
          ))
        ) : (
          <SkeletonRows rows={size} cells={columns.length} />
        )}
      </tbody>
    </table>
  );
}

type HeadingProps<Row, Sort extends string> = Pick<DataTableProps<Row, Sort>, 'sort' | 'descending' | 'onSort'> & {
  readonly column: Column<Row, Sort>;
  readonly ref?: Ref<HTMLTableCellElement> | undefined;
};

function Heading<Row, Sort extends string>({ column, sort, descending, onSort, ref }: HeadingProps<Row, Sort>) {
  const { header, longHeader = header, unit, align, sort: field, descendingFirst = false } = column;
  const sorted = field === sort ? (descending ? 'descending' : 'ascending') : undefined;
  return (
    <ColumnHeader
      ref={ref}
      label={header}
      spoken={longHeader}
      number={align === 'end'}
      {...(unit !== undefined && { unit })}
      {...(field !== undefined && { sorted, onSort: () => onSort(field, sorted ? !descending : descendingFirst) })}
    />
  );
}

function Cells<Row>({ columns, joined, row }: Pick<DataTableProps<Row, string>, 'columns' | 'joined'> & { readonly row: Row }) {
  const together = joined?.cell(row) ?? null;
  return columns.map((column, at) => {
    const place = together === null ? -1 : (joined?.columns.indexOf(column.id) ?? -1);
    if (place > 0) return null;
    if (place === 0)
      return (
        <td key={column.id} colSpan={joined?.columns.length}>
          {together}
        </td>
      );
    return <Cell key={column.id} column={column} row={row} first={at === 0} />;
  });
}

function Cell<Row>({ column, row, first }: { readonly column: Column<Row>; readonly row: Row; readonly first: boolean }) {
  const content = column.cell ? column.cell(row) : column.value?.(row);
  if (first) return <th scope="row">{content}</th>;
  const classes = [column.align === 'end' && styles.number, column.className].filter(Boolean).join(' ');
  return <td className={classes || undefined}>{content}</td>;
}

/** The same rows and columns as a file. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): CsvTable {
  const written = columns.flatMap(({ header, longHeader = header, unit, value, csv = [] }) =>
    value ? [{ header: unit ? `${longHeader} (${unit})` : longHeader, value }, ...csv] : [],
  );
  return { header: written.map((column) => column.header), rows: rows.map((row) => written.map((column) => column.value(row))) };
}
