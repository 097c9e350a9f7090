import { describe, expect, it } from 'vitest';
import { personColumns } from './person-columns.ts';
import { createPersons } from './persons.ts';

interface Looked {
  readonly chosen?: string | undefined;
  readonly notPersons?: readonly string[];
  /** The moment of a row, as it is written. */
  readonly when?: (row: number) => string;
}

/** Rows of a file below `time`, then the headings; each row at a moment of its own. */
function look(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { chosen, notPersons, when = (row) => `${row}` }: Looked = {},
) {
  const persons = createPersons(personColumns(['time', ...headings], new Set([0]), notPersons), chosen);
  const leftOut = rows.map((row, index) => persons.isLeftOut([when(index), ...row], when(index)));
  const { refusal, named } = persons.found();
  return { leftOut, message: refusal?.message ?? null, fields: refusal?.fields ?? [], named };
}
const column = (heading: string, values: string, looked: Looked = {}) =>
  look(
    [heading],
    values.split(' ').map((value) => [value === '_' ? '' : value.replaceAll('~', ' ')]),
    looked,
  );
const seconds = (count: number, value: (at: number) => number | string) => Array.from({ length: count }, (_, at) => value(at)).join(' ');
/** A pulse: up and down by a few beats, between 60 and 110. */
const pulse = (at: number) => Math.round(85 + 22 * Math.sin(at / 9) + 3 * Math.sin(at * 2.1));

describe('a file is refused where a column tells persons apart:', () => {
  it.each([
    ['a named one, one line each', 'Participant ID', 'a b c'],
    ['one line each and rising', 'user', '1 2 3'],
    ['in turns', 'Id', '7 8 7 9'],
    ['A, B, A, C', 'Id', 'A B A C'],
    ['an id that comes twice in a row', 'Id', '7 7 8'],
    ['an id in no order', 'id', '9 3 5'],
    ['an id that is a word', 'id', 'anna ben'],
    ['ids that rise, one line each, as a study sorts them', 'Id', '1503960366 4558609924 6117666160 8877689391'],
    ['ids that fall', 'Id', '8877689391 6117666160 4558609924 1503960366'],
    ['consecutive ids that fall', 'id', '3 2 1'],
    ['consecutive ids that begin anywhere', 'id', '7001 7002 7003'],
    ['line numbers with a gap', 'id', '1 2 3 7'],
    ['a UUID for each line, which may be a person’s', 'id', '11111111-1111-4111-8111-111111111111 00000000-1111-4111-8111-111111111111'],
    ['REDCap’s', 'record_id', '1 1 2 2'],
    ['REDCap’s, one line each', 'record_id', '1 2 3'],
    ['a study’s, one line each', 'study id', '1 2 3'],
    ['a case’s, one line each', 'Case ID', '1 2 3'],
    ['an e-mail address', 'E-mail', 'a@example.org b@example.org'],
    ['a name', 'Last Name', 'A B A'],
    ['a name in Spanish', 'Nombre del paciente', 'A B A'],
    ['a number of the hospital', 'Medical Record Number', '17 18'],
    ['the fitness tracker’s', 'FitbitUserID', '17 18 18'],
    ['a study’s number of the participant', 'PtID', '17 18 18'],
    ['some lines name nobody', 'subject', '_ a _ b'],
    ['a birth date', 'date of birth', '1980-01-01 1975-05-05'],
    ['a column without a heading', '', 'anna ben'],
  ])('%s', (_name, heading, values) => expect(column(heading, values).message).toContain('tells them apart'));

  it.each([
    ...['pid', 'Who', 'Versuchsperson', 'Nutzer', 'Benutzer', 'Kunde', 'Probandennummer', 'Participant (coded)', 'utilisateur'],
    ...['Nom du patient', '患者', 'Пациент', 'malade', 'nickname', 'handle', 'screen_name', 'sub', 'sid', 'sub-id', 'pseudo_id', 'hash'],
    ...['Fall-Nr', 'badge', 'rfid', 'enrollee', 'donor', 'child', 'nom', 'room', 'bed', 'Zorgvrager', 'x', 'Spalte 3', 'gender', 'group'],
    ...['file', 'session', 'location', 'label'],
  ])('under whatever name: %s', (heading) => {
    for (const values of ['P07 P07 P12 P07 P33', 'P07 P12 P33', '107 107 112 107 133', '0417 0417 0512'])
      expect(column(heading, values).message, values).toContain('tells them apart');
  });

  it('ids that rise on lines of one and the same moment are persons’, as no file has a reading twice', () =>
    expect(look(['row'], [['1'], ['2'], ['3']], { when: () => '2026-01-01' }).message).toContain('3 persons'));

  it('an account that is the same throughout does not hide a column that tells persons apart', () =>
    expect(
      look(
        ['account', 'id'],
        [
          ['clinic', '5'],
          ['clinic', '3'],
        ],
      ).message,
    ).toContain('"id"'));
});

describe('a file passes where no column tells persons apart:', () => {
  it.each([
    ['one person throughout', 'Participant ID', 'a a a'],
    ['one person, named on some lines', 'user', 'a _ a'],
    ['line numbers', 'Id', '1 2 3 4'],
    ['line numbers from 0', 'id', '0 1 2 3'],
    ['an index that begins anywhere', 'index', '13 14 15'],
    ['an index without a heading', '', '0 1 2'],
    ['an index as a table without headings is written', 'Unnamed: 0', '4 5 6'],
    ['ids of the log', 'LogId', '5 4 5 6'],
    ['devices', 'source_device_ID', 'a b a'],
    ['what vendors say about the person', 'Patient Info', 'Given Family 1990-01-01'],
    ['the age', 'patient age', '61 62'],
    ['notes', 'notes', 'a b a'],
  ])('%s', (_name, heading, values) => expect(column(heading, values).message).toBeNull());

  it.each([
    ...['Device', 'device id', 'Device Serial No.', 'Dispositivo', 'Número de serial', 'source', 'sourceName', 'App version', 'model'],
    ...['unit', 'Time zone', 'note', 'Comments', 'Notas', 'Tipo de registro', 'activityType', 'badgeType', 'Event Subtype', 'status'],
    ...['state', 'sleep stage', 'signal quality', 'quality flag', 'mood', 'tags', 'step_goal_label', 'Non-numeric Food', 'time_of_day'],
    ...['Alimento no numérico', 'Insulina de acción rápida no numérica', 'user device', 'latitude', 'firmware'],
  ])('something else than who: %s', (heading) => expect(column(heading, 'P07 P12 P07 P33').message).toBeNull());

  it.each([
    ...['TotalDistance', 'VeryActiveMinutes', 'TotalSleepRecords', 'TotalTimeInBed', 'active_kcal_since_midnight', 'Fat', 'Carbs (g)'],
    ...['Carbohydrates (grams)', 'total_number_of_flights_climbed', 'Heart rate, lowest (bpm)', 'ascent (m)', 'puls'],
  ])('numbers of what is measured: %s', (heading) => {
    expect(column(heading, '107 112 107 133').message).toBeNull();
    expect(column(heading, 'P07 P12 P07 P33').message, 'texts are no measurements').toContain('tells them apart');
  });
});

describe('an unknown column', () => {
  it.each([
    ['fractions', '70.1 70 71.4 69'],
    ['decimal commas', '70,1 70,25'],
    ['shares', '80% 85%'],
    ['codes of one figure', '0 1 3 9 2 1'],
    ['yes and no', 'yes no true False'],
    ['one text, and yes and no', 'yes no perhaps'],
    ['moments', '2026-01-01T08:00:00Z 2026-01-02~09:00 1/2/2026'],
    ['times of day', '08:00 23:15:30 7:05~PM'],
    ['words for nothing', 'NA - null _'],
    ['one value throughout', 'P07 P07'],
    ['fractions, and whole numbers of five figures among them', '10234 10234.5 11876'],
    ['whole numbers that vary as a measurement', seconds(600, pulse)],
  ])('passes with %s', (_name, values) => expect(column('x', values).message).toBeNull());

  it.each([
    ['texts', 'anna ben'],
    ['codes', 'P07 P12'],
    ['numbers with leading zeros', '01 02 01'],
    ['UUIDs', '11111111-1111-4111-8111-111111111111 00000000-1111-4111-8111-111111111111'],
    ['whole numbers', '12 13 12'],
    ['whole numbers as a program writes amounts', '7001.0 7002.0'],
    ['whole numbers with separators', '"7,001" "7,002"'.replaceAll('"', '')],
    ['whole numbers with exponents', '1.50396E+09 4.55861E+09'],
    ['consecutive numbers', '1 2 3 12'],
    ['ids in blocks', seconds(600, (at) => 101 + Math.floor(at / 20))],
    ['ids in turns', seconds(600, (at) => 101 + (at % 30))],
    ['ids in no order', seconds(600, (at) => 101 + ((at * 7919) % 30))],
    ['a fraction among many ids', `${seconds(60, (at) => 101 + (at % 3))} 101.5`],
    ['a text among measurements twice', '70.1 anna ben'],
  ])('is refused with %s', (_name, values) => expect(column('x', values).message).toContain('tells them apart'));

  it('of 50 columns keeps no more values than of a few, and names the first twenty all the same', () => {
    const headings = Array.from({ length: 50 }, (_, at) => `x${at}`);
    const rows = Array.from({ length: 3_000 }, (_, row) => headings.map((heading) => `${heading}-${row}`));
    const { message, fields, named } = look(headings, rows);
    expect(message).toMatch(/about more than [\d,]+ persons/);
    expect(fields).toHaveLength(20);
    const kept = named.map(({ values }) => values.length);
    expect(kept.reduce((sum, one) => sum + one, 0)).toBeLessThan(52_000);
    expect(Math.min(...kept)).toBeGreaterThanOrEqual(20);
  });
});

it('a column that names who was measured goes before the key of the row', () =>
  expect(
    look(
      ['participant', 'id'],
      [
        ['a', '5'],
        ['a', '3'],
        ['a', '5'],
      ],
    ).message,
  ).toBeNull());

describe('choosing a person', () => {
  it('takes their lines and leaves out the others and those that name nobody', () =>
    expect(column('subject', 'a b _ a', { chosen: 'a' }).leftOut).toEqual([false, true, true, false]));

  it('is not misled by a line number that reads the same', () =>
    expect(
      look(
        ['participant', 'id'],
        [
          ['2', '1'],
          ['3', '2'],
        ],
        { chosen: '2' },
      ).leftOut,
    ).toEqual([false, true]));

  it('is not enough where their lines name several all the same', () =>
    expect(
      look(
        ['name', 'user id'],
        [
          ['Ana', '1'],
          ['Ana', '2'],
          ['Bea', '3'],
        ],
        { chosen: 'Ana' },
      ).message,
    ).toContain('The lines of the person chosen'));

  it('names the column, how many there are, and twenty of them', () => {
    const values = Array.from({ length: 33 }, (_, index) => `p${index}`);
    const { message, fields } = column('Id', values.join(' '));
    expect(message).toMatch(/33 persons.*"Id".*person=.*notPersons=Id/);
    expect(fields).toEqual(values.slice(0, 20).map((value) => ({ field: 'person', message: value })));
  });

  it.each([
    ['who is not in the file', 'user', 'a a', 'No line of the file'],
    ['in a file without persons', 'notes', '2 b', 'no column of the file tells persons apart'],
    ['by a line number', 'id', '1 2 3', 'no column of the file tells persons apart'],
  ])('%s is refused', (_name, heading, values, reason) => expect(column(heading, values, { chosen: '2' }).message).toContain(reason));

  it('works by a column of whatever name', () =>
    expect(column('Zorgvrager', 'P07 P12 P07', { chosen: 'P07' })).toMatchObject({ leftOut: [false, true, false], message: null }));
});

describe('saying that columns do not tell persons apart', () => {
  const rows = [
    ['A', 'left'],
    ['B', 'right'],
  ];
  it.each([
    ['one', ['Lot', 'notes'], ['Lot']],
    ['in other letters', ['Lot Nr.', 'notes'], ['lot_nr']],
    ['several, separated by commas', ['Lot', 'Kist'], ['Lot, Kist']],
    ['several, one after the other', ['Lot', 'Kist'], ['Lot', 'Kist']],
    ['with a comma in the heading', ['Lot, left', 'notes'], ['Lot, left']],
    ['without a heading, by its place', ['', 'notes'], ['column 2']],
    ['an id', ['id', 'notes'], ['id']],
  ])('lets them pass: %s', (_name, headings, notPersons) => {
    expect(look(headings, rows).message).not.toBeNull();
    expect(look(headings, rows, { notPersons }).message).toBeNull();
  });

  it('holds for those columns only', () => expect(look(['Lot', 'Kist'], rows, { notPersons: ['Lot'] }).message).toContain('"Kist"'));

  it('does not hold for a column that names persons by its heading, and is not offered there', () => {
    const { message } = look(['Participant', 'Lot'], rows, { notPersons: ['Participant', 'Lot'] });
    expect(message).toContain('"Participant"');
    expect(message).not.toContain('notPersons');
  });

  it('keeps what they hold for the comparison with members', () =>
    expect(look(['Lot'], [['A'], ['B']], { notPersons: ['Lot'] }).named).toMatchObject([{ values: ['A', 'B'] }]));

  it('of a column that the file has not is refused', () =>
    expect(() => look(['Lot'], rows, { notPersons: ['Lots'] })).toThrow('no column "Lots"'));
});
