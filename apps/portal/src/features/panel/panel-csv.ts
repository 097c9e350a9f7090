import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';
import { ageInYears } from '#ui/age-in-words.ts';
import type { ColumnId } from './columns.ts';
import { readingOf, unitOf } from './reading.ts';

interface CsvInput {
  readonly rows: readonly MemberRow[];
  readonly columns: readonly ColumnId[];
  readonly units: UnitSystem;
  /** Unix milliseconds. */
  readonly now: number;
  readonly t: TFunction<['panel', 'ui']>;
  /** The record number is a column on wide screens only. */
  readonly withMrn: boolean;
}

/** Exactly the rows and columns on screen, in their order; each reading with the time that the screen tells on demand (ISO 8601). */
export function panelTable({ rows, columns, units, now, t, withMrn }: CsvInput): string[][] {
  const head = [
    t('member'),
    t('ageSex'),
    ...(withMrn ? [t('mrn')] : []),
    t('status'),
    ...columns.flatMap((column) => [`${t(`measureLong.${column}`)} (${unitOf(column, units)})`, `${t(`measureLong.${column}`)}, measured`]),
    t('band'),
    `${t('battery')} (%)`,
    t('lastSync'),
  ];
  const iso = (seconds: number | null) => (seconds === null ? '' : new Date(seconds * 1000).toISOString());
  const body = rows.map((row) => {
    const readings = columns.map((column) => readingOf(row, column, now / 1000, units));
    return [
      `${row.data.firstName} ${row.data.lastName}`,
      ageAndSex(row, now, t),
      ...(withMrn ? [row.data.mrn ?? ''] : []),
      t(`ui:status.${row.accountStatus ?? 'none'}`),
      ...readings.flatMap((reading) => [reading?.value ?? '', iso(reading?.at ?? null)]),
      t(`ui:band.${row.band.status}`),
      row.band.battery === null ? '' : String(Math.round(row.band.battery)),
      iso(row.band.lastSync),
    ];
  });
  return [head, ...body];
}

const sexes = ['male', 'female', 'intersex'] as const;

/** `64 F`; whichever is not recorded is left out, and an en dash stands where neither is. */
export function ageAndSex(row: Pick<MemberRow, 'data'>, now: number, t: TFunction<['panel', 'ui']>): string {
  const age = ageInYears(row.data.birthday, new Date(now));
  const sex = sexes.find((each) => each === row.data.sex);
  return [age, sex && t(`ui:sexShort.${sex}`)].filter((part) => part !== null && part !== undefined).join(' ') || '–';
}

/** Gives the table to the person as a file. The formulas of a spreadsheet are defused, since names come from outside. */
export async function downloadCsv(table: readonly (readonly string[])[], name: string): Promise<void> {
  const { unparse } = await import('papaparse');
  const url = URL.createObjectURL(new Blob([unparse(table as string[][], { escapeFormulae: true })], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
