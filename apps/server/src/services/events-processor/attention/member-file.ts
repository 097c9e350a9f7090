import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { type MemberFileColumn, memberFileColumns } from '@vigil/contract/events-processor.values';
import { reasonInEnglish } from '@vigil/domain/attention/reason-words';
import { measureText, measureUnit } from '@vigil/domain/facts/measure-text';
import { type Measure, measureOf } from '@vigil/domain/facts/measures';
import type { Units } from '@vigil/domain/units/unit-system';
import type { Clock } from '#platform/clock.ts';
import { csvLine, isoTime } from '#platform/personal-data/exported-files.ts';
import type { MemberList, WholeQuestion } from './member-list.ts';

export interface MemberFileQuestion extends Omit<WholeQuestion, 'facts'> {
  readonly columns: readonly string[];
  readonly units: Units;
}

export interface MemberFile {
  /** Whom it is about: to be put on record before the content is read. */
  readonly userIds: readonly string[];
  readonly content: Readable;
  /** Plain ASCII. */
  readonly name: string;
}

/** Members that are read and written at once. */
const rowsAtOnce = 500;

type Cell = string | number | null;
interface Column {
  readonly header: string;
  readonly value: (row: MemberRow) => Cell;
}

/** The members of a list as CSV, as fast as it is taken; cut after so many members, which its last line says. */
export function createMemberFile(list: Pick<MemberList, 'ids' | 'rows'>, clock: Clock, mostRows: number) {
  async function* lines(question: MemberFileQuestion, facts: string[], userIds: readonly string[], isCut: boolean) {
    const { tenantId, columns, units } = question;
    const written = columns.flatMap((column) => columnsOf(column, units));
    const reasons = columns.includes('attention');
    yield `\uFEFF${csvLine(written.map(({ header }) => header))}`;
    for (let from = 0; from < userIds.length; from += rowsAtOnce) {
      const rows = await list.rows({ tenantId, facts }, userIds.slice(from, from + rowsAtOnce), { reasons });
      yield rows.map((row) => csvLine(written.map(({ value }) => value(row)))).join('');
      await turn();
    }
    if (isCut) yield csvLine([`Cut after ${userIds.length} members. Narrow the list to have the rest.`]);
  }

  return async (question: MemberFileQuestion): Promise<MemberFile> => {
    const facts = question.columns.filter((column) => !isFixed(column));
    const found = await list.ids({ ...question, facts }, mostRows + 1);
    const userIds = found.slice(0, mostRows);
    const name = `vigil-members-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`;
    return { userIds, name, content: Readable.from(lines(question, facts, userIds, found.length > mostRows)) };
  };
}

const isFixed = (column: string): column is MemberFileColumn => (memberFileColumns as readonly string[]).includes(column);

/** A column of the list as it stands in the file: a measure with its unit, and beside it when it was read. */
function columnsOf(column: string, units: Units): Column[] {
  if (isFixed(column)) return fixedColumns(units)[column];
  const measure = measureOf(column);
  if (!measure) throw new Error(`There is no measure ${column}`);
  const unit = measureUnit(measure, units);
  return [
    { header: unit ? `${measure.label} (${unit})` : measure.label, value: ({ data }) => cellOf(measure, data[measure.id], units) },
    ...(measure.origin.from === 'account'
      ? []
      : [{ header: `${measure.label}, measured`, value: ({ readings }: MemberRow) => moment(readings[measure.id]?.timestamp) }]),
  ];
}

/** Numbers stay numbers, so that a spreadsheet calculates with them. */
function cellOf(measure: Measure, value: number | string | null | undefined, units: Units): Cell {
  if (value === undefined || value === null) return null;
  const text = measureText(measure, value, units);
  return measure.type === 'measure' ? Number(text) : text;
}

const moment = (seconds: number | null | undefined): string | null => (typeof seconds === 'number' ? isoTime(seconds * 1000) : null);

const statusWords = {
  ...{ ACTIVE: 'Active', CREATED: 'Created', HOLDING: 'On hold', DISCHARGED: 'Discharged', REMOVED: 'Removed', INACTIVE: 'Inactive' },
} as const satisfies Record<NonNullable<MemberRow['accountStatus']>, string>;

const fixedColumns = (units: Units): Readonly<Record<MemberFileColumn, Column[]>> => ({
  member: [{ header: 'Member', value: ({ data }) => `${data.firstName} ${data.lastName}` }],
  status: [{ header: 'Status', value: ({ accountStatus }) => (accountStatus ? statusWords[accountStatus] : 'No status') }],
  mrn: [{ header: 'MRN', value: ({ data }) => data.mrn }],
  attention: [
    {
      header: 'Why this member needs attention',
      value: ({ attention }) => attention.map((reason) => reasonInEnglish(reason, units)).join('; ') || null,
    },
    { header: 'Since', value: ({ attention }) => moment(attention[0]?.since) },
  ],
  lastSync: [{ header: 'Last sync', value: ({ band }) => moment(band.lastSync) }],
});
