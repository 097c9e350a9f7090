import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Column, csvOf, DataTable } from './data-table.tsx';

afterEach(cleanup);

interface Ward {
  readonly name: string;
  readonly beds: number | null;
}
const rows: readonly Ward[] = [
  { name: 'North', beds: 12 },
  { name: 'South', beds: null },
];
const columns: readonly Column<Ward, 'name' | 'beds'>[] = [
  { id: 'name', header: 'Ward', value: ({ name }) => name, cell: ({ name }) => <em>{name}</em>, sort: 'name' },
  { id: 'beds', header: 'Beds', longHeader: 'Beds in use', unit: 'n', align: 'end', value: ({ beds }) => beds, sort: 'beds' },
  { id: 'letter', header: 'Letter', value: ({ name }) => name.charAt(0), csv: [{ header: 'Length', value: ({ name }) => name.length }] },
];
const onSort = vi.fn();
const table = (given: Partial<Parameters<typeof DataTable<Ward, 'name' | 'beds'>>[0]> = {}) => {
  const usual = { caption: 'Wards', columns, rows, size: 5, rowKey: ({ name }: Ward) => name, linked: false, late: false, onSort };
  return render(<DataTable {...usual} sort="beds" descending {...given} />);
};

test('a column shows its cell, or else its bare value; the first one names the row', () => {
  table();
  expect(screen.getAllByRole('rowheader').map((cell) => cell.innerHTML)).toEqual(['<em>North</em>', '<em>South</em>']);
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['12', 'N', '', 'S']);
});

test('the sorted column says how; one that the server cannot sort by is no button', async () => {
  table();
  const headings = screen.getAllByRole('columnheader');
  expect(headings.map((heading) => heading.getAttribute('aria-sort'))).toEqual(['none', 'descending', null]);
  expect(screen.getAllByRole('button')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: /Ward/ }));
  expect(onSort).toHaveBeenCalledWith('name', false);
});

test('columns that have one thing to say in a row stand together there, and the others keep their cells', () => {
  table({ joined: { columns: ['beds', 'letter'], cell: ({ beds }) => (beds === null ? <b>closed</b> : null) } });
  const cells = screen.getAllByRole('cell');
  expect(cells.map((cell) => [cell.textContent, cell.getAttribute('colspan')])).toEqual([
    ['12', null],
    ['N', null],
    ['closed', '2'],
  ]);
});

test('a column of which the largest matter is sorted from those', async () => {
  table({ columns: columns.map((column) => ({ ...column, descendingFirst: column.id === 'name' })) });
  await userEvent.click(screen.getByRole('button', { name: /Ward/ }));
  expect(onSort).toHaveBeenLastCalledWith('name', true);
});

test('while the first answer is awaited, as many rows stand in its place', () => {
  table({ rows: undefined });
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  expect(screen.getAllByRole('row')).toHaveLength(1 + 5);
});

test('the file has the columns of the screen, what belongs to them beside them, and nothing where nothing is known', () => {
  expect(csvOf(columns, rows)).toEqual({
    header: ['Ward', 'Beds in use (n)', 'Letter', 'Length'],
    rows: [
      ['North', 12, 'N', 5],
      ['South', null, 'S', 5],
    ],
  });
});

test('a column without a value of its own is only on screen', () => {
  const shown = [...columns, { id: 'actions', header: 'Actions', cell: () => <button type="button">Close</button> }];
  table({ columns: shown });
  expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(2);
  expect(csvOf(shown, rows).header).toEqual(['Ward', 'Beds in use (n)', 'Letter', 'Length']);
});
