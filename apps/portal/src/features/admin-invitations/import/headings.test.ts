import { specifiedImportColumns } from '@vigil/contract/user-admin.values';
import { expect, test } from 'vitest';
import { guessed, readHeadings, templateOf } from './headings.ts';

test.each([
  ['contact,First Name,"Last, name"\na,b,c', ['contact', 'First Name', 'Last, name']],
  ['\uFEFFE-mail;Surname;DOB\n', ['E-mail', 'Surname', 'DOB']],
  ['Email\tGiven name\n', ['Email', 'Given name']],
  ['', []],
])('the first line of %j names %j', async (text, names) => {
  expect(await readHeadings(new Blob([text]))).toEqual(names);
});

test('an Excel workbook has no first line to read, whatever its name says', async () => {
  expect(await readHeadings(new File(['PK\u0003\u0004\u0014xl/workbook.xml,\n'], 'people.csv'))).toBeNull();
});

test('what a column holds is guessed by its name, each once; what nobody knows is not read', () => {
  expect(guessed(['E-mail', 'Given Name', 'Surname', 'DOB', 'Height (cm)', 'ZIP code', 'Shoe size', 'email'])).toEqual([
    ...['contact', 'firstname', 'lastname', 'birthdate', 'height', 'zip', '-', '-'],
  ]);
});

test('a unit in a heading is understood, and height without one is in centimeters', () => {
  expect(guessed(['Height (in)', 'weight_lbs'])).toEqual(['height_in', 'weight_lb']);
  expect(guessed(['height_in', 'Weight (lb)', 'Height'])).toEqual(['height_in', 'weight_lb', 'height']);
});

test('the columns of a downloaded file that say what is wrong are not read', () => {
  expect(guessed(['line', 'column', 'reason', 'contact'])).toEqual(['-', '-', '-', 'contact']);
});

test('the template has the specified columns, in their order, and is understood as it is', () => {
  const { header, rows } = templateOf('patient');
  expect(header.slice(0, specifiedImportColumns.length)).toEqual(specifiedImportColumns);
  expect(guessed(header)).toEqual(header);
  expect(rows[0]).toHaveLength(header.length);
});
