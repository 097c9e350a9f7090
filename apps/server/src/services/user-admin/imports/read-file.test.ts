import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { normalisedBirthDate } from './birth-dates.ts';
import { type FileOptions, readAccounts } from './read-file.ts';

const options: FileOptions = { realm: 'patient', columns: undefined, dates: 'MDY', today: '2026-07-10', byPhone: true, mostRows: 1000 };
const read = async (text: string | Uint8Array, over: Partial<FileOptions> = {}) =>
  (await readAccounts(typeof text === 'string' ? Buffer.from(text) : text, { ...options, ...over })).rows;
const header =
  'contact,phone,firstname,lastname,birthdate,sex,gender,height,weight,address,city,state,zip,countrycode,countryname,qhcp,role,title';
const person = (over: Record<string, string> = {}) => {
  const cells: Record<string, string> = { contact: 'ann@test.example', firstname: 'Ann', lastname: 'Lee', ...over };
  return header
    .split(',')
    .map((column) => cells[column] ?? '')
    .join(',');
};
const first = async (over: Record<string, string>, more: Partial<FileOptions> = {}) =>
  (await read(`${header}\n${person(over)}\n`, more))[0];

test('every specified column is read as specified', async () => {
  const line = person({
    ...{
      contact: ' Ann@Test.example ',
      phone: '(650) 253-0000',
      birthdate: '2/9/1980',
      sex: 'nb',
      gender: 'woman',
      height: '172.5',
      weight: '70',
    },
    ...{ address: '1 Main St', city: 'Dayton', state: 'OH', zip: '45402', countrycode: 'us', countryname: 'United States', qhcp: 'Yes' },
    ...{ title: 'Dr.' },
  });
  const [row] = await read(`\ufeff${header},mrn,employeeid,timezone,language\r\n${line},M-1,E-1,America/New_York,Español\r\n`);
  expect(row).toMatchObject({
    ...{ line: 2, label: 'Ann@Test.example', name: 'Ann Lee', birthDate: '1980-02-09' },
    outcome: 'READY',
    read: {
      person: {
        ...{ roles: ['patient'], email: 'ann@test.example', phoneNumber: '+16502530000', givenName: 'Ann', familyName: 'Lee' },
        ...{ middleNames: null, title: 'Dr.', birthDate: '1980-02-09', sex: 'non-binary', gender: 'woman', heightM: 1.725, weightKg: 70 },
        ...{ heightDisplayUnits: 'CENTIMETER', weightDisplayUnits: 'KILOGRAM', streetAddress: '1 Main St', city: 'Dayton', state: 'OH' },
        ...{ zip: '45402', countryCode: 'US', countryName: 'United States', qhcp: true, orderSource: 'ADMIN_PORTAL' },
        ...{ mrn: 'M-1', employeeId: 'E-1', timeZone: 'America/New_York', language: 'es' },
      },
    },
  });
});

test.each([
  ['Yes', true],
  ['yes', true],
  ['True', true],
  ['true', true],
  ['YES', false],
  ['1', false],
  ['', false],
])('qhcp %j is %s', async (qhcp, is) => {
  expect(await first({ qhcp })).toMatchObject({ read: { person: { qhcp: is } } });
});

test.each([
  ['es', 'es'],
  ['ES-MX', 'es'],
  ['Spanish', 'es'],
  ['en_US', 'en'],
  ['', null],
])('language %j is kept as %s', async (language, kept) => {
  const [row] = await read(`${header},language\n${person()},${language}\n`);
  expect(row).toMatchObject({ read: { person: { language: kept } } });
});

test('a language that no mail is written in is told', async () => {
  const [row] = await read(`${header},language\n${person()},Klingon\n`);
  expect(row).toMatchObject({ outcome: 'ERROR', read: { problems: [{ column: 'language' }] } });
});

test.each([
  ['m', 'male'],
  ['F', 'female'],
  ['i', 'intersex'],
  ['NB', 'non-binary'],
  ['t', 'transgender'],
  ['Transgender', 'transgender'],
  ['', null],
])('sex %j is kept as %s', async (sex, kept) => {
  expect(await first({ sex })).toMatchObject({ read: { person: { sex: kept } } });
});

test.each([
  ['1980-02-09', '1980-02-09', '1980-02-09'],
  ['1980/2/9', '1980-02-09', '1980-02-09'],
  ['19800209', '1980-02-09', '1980-02-09'],
  ['02/09/1980', '1980-02-09', '1980-09-02'],
  ['2-9-1980', '1980-02-09', '1980-09-02'],
  ['9.2.1980', '1980-02-09', '1980-02-09'],
  ['yesterday', 'yesterday', 'yesterday'],
])('the birth date %s is %s month first, and %s day first', (text, monthFirst, dayFirst) => {
  expect([normalisedBirthDate(text, 'MDY'), normalisedBirthDate(text, 'DMY')]).toEqual([monthFirst, dayFirst]);
});

test.each([
  ['175.3', 1.753],
  ['149.86', 1.4986],
  ['30', 0.3],
  ['275', 2.75],
])('a height of %s cm is %d m, without what a division of floating-point numbers leaves', async (height, heightM) => {
  expect(await first({ height })).toMatchObject({ read: { person: { heightM } } });
});

test.each<[Record<string, string>, string, RegExp]>([
  [{ contact: 'ann' }, 'contact', /e-mail/],
  [{ contact: '' }, 'contact', /e-mail/],
  [{ firstname: ' ' }, 'firstname', /1 to 100/],
  [{ lastname: 'x'.repeat(101) }, 'lastname', /1 to 100/],
  [{ phone: '123' }, 'phone', /country/],
  [{ birthdate: '13/25/1980' }, 'birthdate', /^Not a valid date$/],
  [{ birthdate: '2027-01-01' }, 'birthdate', /future/],
  [{ birthdate: '1900-01-01' }, 'birthdate', /120 years/],
  [{ sex: 'x' }, 'sex', /non-binary \(nb\)/],
  [{ height: '1.72' }, 'height', /30 to 275/],
  [{ height: '276' }, 'height', /30 to 275/],
  [{ height: 'tall' }, 'height', /from 30 to 275 cm$/],
  [{ weight: '501' }, 'weight', /3 to 500/],
  [{ countrycode: 'USA' }, 'countrycode', /two letters/],
  [{ city: 'x'.repeat(201) }, 'city', /200/],
  [{ role: 'nurse' }, 'role', /Portal Users/],
  [{ role: 'king' }, 'role', /Not one of/],
])('of %j the line says that %s is wrong', async (cells, column, reason) => {
  expect(await first(cells)).toMatchObject({ outcome: 'ERROR', read: { problems: [{ column, reason: expect.stringMatching(reason) }] } });
});

test('every wrong cell of a line is told at once', async () => {
  const row = await first({ contact: 'no', height: '9', sex: 'x', birthdate: '13/40/1980', phone: '1' });
  const columns = row && 'problems' in row.read ? row.read.problems.map(({ column }) => column) : [];
  expect(columns).toEqual(['contact', 'sex', 'height', 'birthdate', 'phone']);
});

test('a member without an e-mail address has a phone number, where text messages can be sent', async () => {
  expect(await first({ contact: '', phone: '(650) 253-0000' })).toMatchObject({
    ...{ outcome: 'READY', label: '(650) 253-0000' },
    read: { person: { email: null, phoneNumber: '+16502530000' } },
  });
  const problems = async (cells: Record<string, string>, over: Partial<FileOptions>) => {
    const row = await first({ contact: '', phone: '6502530000', ...cells }, over);
    return row && 'problems' in row.read ? row.read.problems : [];
  };
  expect(await problems({}, { byPhone: false })).toEqual([
    { column: 'contact', reason: expect.stringMatching(/text messages can’t be sent/) },
  ]);
  expect(await problems({ role: 'nurse' }, { realm: 'care' })).toEqual([
    { column: 'contact', reason: expect.stringMatching(/^Staff sign in/) },
  ]);
});

test('staff need a role, and may be administrators beside it', async () => {
  expect(await first({}, { realm: 'care' })).toMatchObject({
    read: { problems: [{ column: 'role', reason: 'Invalid account invitation: "role" is required for clinicians' }] },
  });
  expect(await first({ role: 'Provider' }, { realm: 'care' })).toMatchObject({ read: { person: { roles: ['md'] } } });
  expect(await first({ role: 'tenant_admin nurse' }, { realm: 'care' })).toMatchObject({
    read: { person: { roles: ['tenant_admin', 'nurse'] } },
  });
});

test('columns can be chosen, left out, and stand in any order; semicolons and tabs separate as well', async () => {
  for (const separator of [',', ';', '\t']) {
    const file = [
      ['Surname', 'Given', 'Remark', 'Mail'],
      ['Lee', 'Ann', 'x', 'ann@test.example'],
    ]
      .map((cells) => cells.join(separator))
      .join('\n');
    expect(await read(file, { columns: 'lastname,firstname,-,contact' })).toMatchObject([
      { read: { person: { familyName: 'Lee', givenName: 'Ann' } } },
    ]);
  }
  expect(await read('First Name,last_name,CONTACT\nAnn,Lee,ann@test.example')).toMatchObject([{ outcome: 'READY' }]);
});

const latin1 = Buffer.from(`${header}\n${person({ lastname: 'Núñez' })}\n`, 'latin1');
describe('a file that is none gets a sentence:', () => {
  test.each<[string, string | Uint8Array, Partial<FileOptions>, RegExp]>([
    ['empty', '', {}, /empty/],
    ['headings alone', header, {}, /no line below/],
    ['another separator', 'contact|firstname|lastname\na@b|A|B', {}, /commas, semicolons or tabs/],
    ['no heading', 'ann@test.example,Ann,Lee\n', {}, /"contact".*template/],
    ['a column twice', 'contact,contact,firstname,lastname\na,b,c,d', {}, /twice/],
    ['Latin-1', latin1, {}, /UTF-8 \(line 2\)/],
    ['UTF-16', Buffer.from(`\ufeff${header}\n${person()}`, 'utf16le'), {}, /UTF-16/],
    ['an Excel workbook', Buffer.from('PK\u0003\u0004 xl/workbook.xml'), {}, /Excel workbook.*save it as "CSV UTF-8"/],
    ['an Excel workbook of old', Buffer.from('d0cf11e0a1b11ae100', 'hex'), {}, /Excel workbook/],
    ['packed bytes', gzipSync(header), {}, /UTF-8|text/],
    ['a quotation mark that never closes', `${header}\n"${person()}\n`, {}, /never closed/],
    ['too many lines', `${header}\n${`${person()}\n`.repeat(1001)}`, {}, /more than 1,000 lines.*split/],
    ['columns that it does not have', `${header}\n${person()}`, { columns: 'contact,firstname' }, /names 2 columns/],
    ['a column that nobody knows', `${header}\n${person()}`, { columns: 'shoes' }, /"shoes"/],
    ['thousands of columns', `${'a,'.repeat(5000)}\n`, {}, /more than 200 columns/],
  ])('%s', async (_name, file, over, sentence) => {
    await expect(read(file, over)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(sentence),
    });
    await expect(read(file, over)).rejects.toThrow(/Nothing was imported|closed/);
  });
});

test('a line with more cells than columns is an error and not somebody else’s data', async () => {
  const rows = await read(`contact,firstname,lastname\nann@test.example,Ann,Lee,Jr\n`);
  expect(rows).toMatchObject([{ outcome: 'ERROR', read: { problems: [{ column: null, reason: expect.stringContaining('4 cells') }] } }]);
});

test('100,000 lines are refused after the most that may be, and others get their turn meanwhile', async () => {
  const file = Buffer.from(
    `${header}\n${Array.from({ length: 100_000 }, (_, index) => person({ contact: `p${index}@test.example` })).join('\n')}`,
  );
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  await expect(read(file, { mostRows: 10_000 })).rejects.toThrow('more than 10,000 lines');
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(5);
});

test.each(['\n', '\r\n', '\r', '\r\n\r\n'])('a cell with the line break %j counts no line of its own', async (lineBreak) => {
  const rows = await read(
    `${header}\r\n${person({ address: `"1 Main St${lineBreak}Dayton"` })}\r\n${person({ contact: 'bob@test.example' })}\r\n`,
  );
  expect(rows.map(({ line }) => line)).toEqual([2, 3]);
});
