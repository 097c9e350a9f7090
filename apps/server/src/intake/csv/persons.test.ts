import { describe, expect, it } from 'vitest';
import { personColumns } from './person-columns.ts';
import { createPersons, type MemberIdentifiers } from './persons.ts';

const nobody: MemberIdentifiers = { mrn: null, employeeId: null };

/** Rows of a file below `time`, then the headings; each row at a moment of its own. */
function look(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  chosen?: string,
  member = nobody,
  when = (row: number) => `${row}`,
) {
  const persons = createPersons(personColumns(['time', ...headings], new Set([0])), chosen);
  const leftOut = rows.map((row, index) => persons.isLeftOut([when(index), ...row], when(index)));
  return { leftOut, named: persons.requireOne(member) };
}
const column = (heading: string, values: string, chosen?: string, member = nobody) =>
  look(
    [heading],
    values.split(' ').map((value) => [value === '_' ? '' : value]),
    chosen,
    member,
  );

describe('a file is refused where a column tells persons apart:', () => {
  it.each([
    ['a named one, one line each', 'Participant ID', 'a b c'],
    ['one line each and rising', 'user', '1 2 3'],
    ['in turns', 'Id', '7 8 7 9'],
    ['an id that comes twice in a row', 'Id', '7 7 8'],
    ['an id in no order', 'id', '9 3 5'],
    ['an id that is a word', 'id', 'anna ben'],
    ['REDCap’s', 'record_id', '1 1 2 2'],
    ['an e-mail address', 'E-mail', 'a@example.org b@example.org'],
    ['a name', 'Last Name', 'A B A'],
    ['a name in Spanish', 'Nombre del paciente', 'A B A'],
    ['a number of the hospital', 'Medical Record Number', '17 18'],
    ['the fitness tracker’s', 'FitbitUserID', '17 18 18'],
    ['a study’s', 'PtID', '17 18 18'],
    ['some lines name nobody', 'subject', '_ a _ b'],
  ])('%s', (_name, heading, values) => expect(() => column(heading, values)).toThrow('tells them apart'));

  it('ids that rise on lines of one and the same moment are persons’, as no file has a reading twice', () =>
    expect(() => look(['Id'], [['1'], ['2'], ['3']], undefined, nobody, () => '2026-01-01')).toThrow('3 persons'));
});

describe('a file passes where no column tells persons apart:', () => {
  it.each([
    ['one person throughout', 'Participant ID', 'a a a'],
    ['one person, named on some lines', 'user', 'a _ a'],
    ['line numbers that rise', 'Id', '1 2 3 7'],
    ['line numbers that fall', 'id', '9 7 3'],
    [
      'keys of a database',
      'id',
      '11111111-1111-4111-8111-111111111111 00000000-1111-4111-8111-111111111111 33333333-1111-4111-8111-111111111111',
    ],
    ['ids of the log', 'LogId', '5 4 5 6'],
    ['devices', 'source_device_ID', 'a b a'],
    ['what vendors say about the person', 'Patient Info', 'Given Family 1990-01-01'],
    ['the age', 'patient age', '61 62'],
    ['notes', 'notes', 'a b a'],
  ])('%s', (_name, heading, values) => expect(column(heading, values).leftOut).not.toContain(true));

  it('a column that names the person goes before a bare id', () =>
    expect(
      look(
        ['participant', 'id'],
        [
          ['a', '5'],
          ['a', '3'],
          ['a', '5'],
        ],
      ).named,
    ).toEqual(['a']));
});

describe('choosing a person', () => {
  it('takes their lines and leaves out the others and those that name nobody', () =>
    expect(column('subject', 'a b _ a', 'a').leftOut).toEqual([false, true, true, false]));

  it('is not misled by a line number that reads the same', () =>
    expect(
      look(
        ['participant', 'id'],
        [
          ['2', '1'],
          ['3', '2'],
        ],
        '2',
      ).leftOut,
    ).toEqual([false, true]));

  it('is not enough where their lines name several all the same', () =>
    expect(() =>
      look(
        ['name', 'user id'],
        [
          ['Ana', '1'],
          ['Ana', '2'],
          ['Bea', '3'],
        ],
        'Ana',
      ),
    ).toThrow('The lines of the person chosen'));

  it('names the column, how many there are, and twenty of them', () => {
    const values = Array.from({ length: 33 }, (_, index) => `p${index}`);
    try {
      column('Id', values.join(' '));
      expect.unreachable();
    } catch (error) {
      const { message, fields } = error as { message: string; fields: { field: string; message: string }[] };
      expect(message).toMatch(/33 persons.*"Id"/);
      expect(fields).toEqual(values.slice(0, 20).map((value) => ({ field: 'person', message: value })));
    }
  });

  it.each([
    ['who is not in the file', 'user', 'a a', 'No line of the file'],
    ['in a file without persons', 'notes', '2 b', 'no column of the file tells persons apart'],
    ['by a line number', 'id', '1 2 3', 'no column of the file tells persons apart'],
  ])('%s is refused', (_name, heading, values, reason) => expect(() => column(heading, values, '2')).toThrow(reason));
});

describe('an identifier of the member', () => {
  it.each([
    ['MRN', 'X-1', { mrn: 'x-1 ', employeeId: null }],
    ['Patient MRN', 'X-1', { mrn: null, employeeId: null }],
    ['Employee ID', 'E7', { mrn: 'X-1', employeeId: 'E7' }],
    ['patient', 'E7', { mrn: 'X-1', employeeId: null }],
  ])('%s passes when it is the same or unknown', (heading, value, member) =>
    expect(column(heading, `${value} ${value}`, undefined, member).named).toEqual([value]),
  );

  it.each([
    ['medical_record_number', undefined],
    ['MRN', 'X-2'],
  ])('%s of somebody else refuses the file, chosen or not', (heading, chosen) =>
    expect(() => column(heading, 'X-2 X-2', chosen, { mrn: 'X-1', employeeId: null })).toThrow('about somebody else'),
  );
});
