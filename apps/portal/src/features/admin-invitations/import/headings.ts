import { type ImportColumn, importColumns, type Realm, unreadColumn } from '@vigil/contract/user-admin.values';
import { isWorkbook } from '@vigil/contract/workbook-files';
import { loadWithRetries } from '#lib/load-with-retries.ts';

/** What is chosen for one column of the file. */
export type Chosen = ImportColumn | typeof unreadColumn;

/** Other names that files have for a column, in lower case and without spaces. */
const otherNames: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  contact: ['email', 'emailaddress', 'mail', 'correo'],
  phone: ['phonenumber', 'mobile', 'mobilephone', 'cell', 'telephone'],
  firstname: ['first', 'givenname', 'forename'],
  lastname: ['last', 'familyname', 'surname'],
  birthdate: ['dob', 'dateofbirth', 'birthday'],
  height: ['heightcm'],
  height_in: ['heightinches', 'heightinch'],
  weight: ['weightkg'],
  weight_lb: ['weightlbs', 'weightpounds', 'weightpound'],
  address: ['street', 'streetaddress', 'addressline1'],
  state: ['province', 'region'],
  zip: ['zipcode', 'postalcode', 'postcode'],
  countryname: ['country'],
  mrn: ['medicalrecordnumber', 'recordnumber', 'patientid'],
  employeeid: ['employeenumber', 'staffid'],
  timezone: ['zone', 'tz'],
  language: ['lang', 'locale', 'idioma', 'preferredlanguage'],
  primaryclinician: ['clinician', 'clinicianemail', 'primaryclinicianemail', 'primaryprovider'],
  supportclinician: ['supportclinicians', 'supportclinicianemail'],
  careteam: ['careteams', 'team', 'teams'],
};
const byName = new Map<string, ImportColumn>(
  importColumns.flatMap((column) => [plain(column), ...(otherNames[column] ?? [])].map((name) => [name, column] as const)),
);

function plain(heading: string): string {
  return heading.toLowerCase().replaceAll(/[\s_().-]/g, '');
}

/** Bytes at the beginning of a file in which the first line is looked for. */
const headBytes = 64 * 1024;

/** The names in the first line of a file; none where it is empty, null where it is an Excel workbook. */
export async function readHeadings(file: Blob): Promise<string[] | null> {
  const { parse } = await loadWithRetries(() => import('papaparse'));
  const head = file.slice(0, headBytes);
  if (isWorkbook(new Uint8Array(await head.arrayBuffer()))) return null;
  const text = (await head.text()).replace(/^\uFEFF/, '');
  const { data } = parse<string[]>(text, { preview: 1, delimiter: delimiterOf(text) });
  return (data[0] ?? []).map((heading) => heading.trim());
}

/** What is most frequent of the three in the first line, outside quotation marks, as the server reads it. */
function delimiterOf(text: string): string {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && character in counts) counts[character as keyof typeof counts] += 1;
  }
  return Object.entries(counts).reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** What each column seems to hold; of two that seem to hold the same the first. */
export function guessed(headings: readonly string[]): Chosen[] {
  const taken = new Set<ImportColumn>();
  return headings.map((heading) => {
    const column = byName.get(plain(heading));
    if (!column || taken.has(column)) return unreadColumn;
    taken.add(column);
    return column;
  });
}

/** A file to fill in, with one line that shows how. */
export const templateOf = (realm: Realm) => ({
  header: importColumns,
  rows: [importColumns.map((column) => ({ ...example, ...(realm === 'care' ? staffExample : memberExample) })[column] ?? '')],
});

const example: Readonly<Partial<Record<ImportColumn, string>>> = {
  phone: '(650) 253-0000',
  address: '1 Main Street',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
  countrycode: 'US',
  countryname: 'United States',
  timezone: 'America/New_York',
  language: 'en',
};
const memberExample = {
  ...{ contact: 'ann.lee@example.org', firstname: 'Ann', lastname: 'Lee', birthdate: '1980-02-29', sex: 'f', gender: 'woman' },
  ...{ height: '172', weight: '70', qhcp: 'No', role: 'patient', title: 'Ms.', mrn: 'M-1001' },
  ...{ primaryclinician: 'nora.hill@example.org', supportclinician: '', careteam: '' },
};
const staffExample = { contact: 'nora.hill@example.org', firstname: 'Nora', lastname: 'Hill', role: 'nurse', employeeid: 'E-17' };
