import { type NewInvitation, newInvitation } from '@vigil/contract/user-admin.forms';
import {
  type DateOrder,
  heightBoundsM,
  type ImportColumn,
  invitableRoles,
  longestLine,
  longestName,
  type Realm,
  roleRequired,
  sexCodes,
  weightBoundsKg,
} from '@vigil/contract/user-admin.values';
import { type Role, roleLabel, roles } from '@vigil/domain/roles';
import { centimetersToInches, inchesToCentimeters, kilogramsToPounds, poundsToKilograms } from '@vigil/domain/units/conversions';
import { convertedDecimals, roundTo } from '@vigil/domain/units/rounding';
import { type Described, describedBy } from '../person.rules.ts';
import { normalisedBirthDate } from './birth-dates.ts';
import { type CareAsked, careCellProblems, careIn } from './care-columns.rules.ts';
import type { RowProblem } from './row-problem.ts';
import { unusualIn } from './unusual.rules.ts';

/** `unusual`: what somebody has to confirm before the person is believed. */
export type ReadRow =
  | { readonly person: Described; readonly care: CareAsked | null; readonly unusual: readonly RowProblem[] }
  | { readonly problems: readonly RowProblem[]; readonly care?: CareAsked | null };

/** The cells of a line by the columns that the file has; empty where a cell is. */
export type Cells = Readonly<Partial<Record<ImportColumn, string>>>;

export interface RowOptions {
  readonly realm: Realm;
  readonly dates: DateOrder;
  /** yyyy-MM-dd. */
  readonly today: string;
  readonly byPhone: boolean;
}

/** Where each field of an invitation comes from: the first of its columns that says something. */
const columnOf: Readonly<Partial<Record<keyof NewInvitation, readonly ImportColumn[]>>> = {
  email: ['contact'],
  phoneNumber: ['phone'],
  givenName: ['firstname'],
  familyName: ['lastname'],
  dateOfBirth: ['birthdate'],
  sex: ['sex'],
  gender: ['gender'],
  height: ['height', 'height_in'],
  weight: ['weight', 'weight_lb'],
  streetAddress: ['address'],
  city: ['city'],
  state: ['state'],
  zip: ['zip'],
  countryCode: ['countrycode'],
  countryName: ['countryname'],
  qhcp: ['qhcp'],
  roles: ['role'],
  title: ['title'],
  mrn: ['mrn'],
  employeeId: ['employeeid'],
  timezone: ['timezone'],
  language: ['language'],
};

const name = `Needs 1 to ${longestName} characters on one line, without control characters`;
const wrong: Readonly<Partial<Record<ImportColumn, string>>> = {
  contact: 'Not an e-mail address',
  firstname: name,
  lastname: name,
  sex: `Not one of ${Object.entries(sexCodes)
    .map(([code, word]) => `${word} (${code})`)
    .join(', ')}`,
  height_in: `Not a height from ${Math.ceil(centimetersToInches(heightBoundsM.least * 100))} to ${Math.floor(centimetersToInches(heightBoundsM.most * 100))} in`,
  weight_lb: `Not a weight from ${Math.ceil(kilogramsToPounds(weightBoundsKg.least))} to ${Math.floor(kilogramsToPounds(weightBoundsKg.most))} lb`,
  height: `Not a height from ${heightBoundsM.least * 100} to ${heightBoundsM.most * 100} cm`,
  weight: `Not a weight from ${weightBoundsKg.least} to ${weightBoundsKg.most} kg`,
  countrycode: 'Not the two letters of a country, US for example',
  role: `Not one of ${invitableRoles.join(', ')}`,
  timezone: 'Not a time zone of the IANA database, America/Chicago for example',
  language: 'Not a language that Vigil writes e-mails in: en (English) or es (Spanish)',
};
const tooLong = `Has more than ${longestLine} characters, or one that cannot be stored`;

/** The specified words for yes; everything else is no. */
const yes = new Set(['Yes', 'yes', 'True', 'true']);
const number = /^\d{1,6}(?:[.,]\d{1,6})?$/;
const roleWords = new Map<string, Role>(
  roles.flatMap((role) => [role, roleLabel(role).toLowerCase()].map((word) => [word, role] as const)),
);

/** What one line says: a person to be, or every cell that is wrong and why. */
export function readRow(cells: Cells, options: RowOptions): ReadRow {
  const said = invitationOf(cells, options);
  const parsed = newInvitation.safeParse(said);
  const malformed = new Set(parsed.error?.issues.map(({ path }) => path[0] as keyof NewInvitation));
  // What is well formed may still be wrong, and is told in the same go.
  const readable =
    parsed.data ?? (Object.fromEntries(Object.entries(said).filter(([field]) => !malformed.has(field as never))) as NewInvitation);
  const { person, problems } = describedBy(options.realm, readable, options);
  const wrongly = problems.filter(({ field }) => !malformed.has(field));
  const twofold = [...saidTwice(cells), ...careCellProblems(cells, options.realm)];
  const care = careIn(cells);
  if (malformed.size === 0 && wrongly.length === 0 && twofold.length === 0)
    return { person, care, unusual: unusualIn(person, options.today) };
  const columnIn = (field: keyof NewInvitation) => columnOf[field]?.find((column) => cells[column]?.trim()) ?? columnOf[field]?.[0] ?? null;
  return {
    care: options.realm === 'patient' ? care : null,
    problems: [
      ...byColumn([...malformed].map(columnIn)),
      ...wrongly.map(({ field, message }) => ({ column: columnIn(field), reason: reasonOf(message, options.realm) })),
      ...twofold,
      // Of somebody whose age is wrong nobody knows what is usual.
      ...(malformed.has('dateOfBirth') || wrongly.some(({ field }) => field === 'dateOfBirth') ? [] : unusualIn(person, options.today)),
    ],
  };
}

/** Which of two measures is right, the file does not say. */
function saidTwice(cells: Cells): RowProblem[] {
  const pairs = [['height', 'height_in'] as const, ['weight', 'weight_lb'] as const];
  return pairs
    .filter((pair) => pair.every((column) => cells[column]?.trim()))
    .map(([metric, imperial]) => ({ column: imperial, reason: `There is a ${metric} in metric units as well; keep one of the two` }));
}

function invitationOf(cells: Cells, { realm, dates }: RowOptions) {
  const cell = (column: ImportColumn) => cells[column]?.trim() || null;
  const sex = cell('sex')?.toLowerCase() ?? null;
  const birthdate = cell('birthdate');
  return {
    roles: rolesIn(cell('role'), realm),
    email: cell('contact'),
    phoneNumber: cell('phone'),
    givenName: cell('firstname') ?? '',
    familyName: cell('lastname') ?? '',
    dateOfBirth: birthdate === null ? null : normalisedBirthDate(birthdate, dates),
    sex,
    gender: cell('gender'),
    // 175.3 cm are 1.753 m, without the 1.7530000000000001 that the division leaves.
    height:
      scaled(cell('height'), (cm) => roundTo(cm / 100, 8)) ??
      scaled(cell('height_in'), (inches) => converted(inchesToCentimeters(inches) / 100)),
    heightDisplayUnits: cell('height') !== null ? 'CENTIMETER' : cell('height_in') !== null ? 'FOOT+INCH' : null,
    weight: scaled(cell('weight'), (kg) => kg) ?? scaled(cell('weight_lb'), (pounds) => converted(poundsToKilograms(pounds))),
    weightDisplayUnits: cell('weight') !== null ? 'KILOGRAM' : cell('weight_lb') !== null ? 'POUND' : null,
    streetAddress: cell('address'),
    city: cell('city'),
    state: cell('state'),
    zip: cell('zip'),
    countryCode: cell('countrycode'),
    countryName: cell('countryname'),
    qhcp: yes.has(cell('qhcp') ?? ''),
    title: cell('title'),
    mrn: cell('mrn'),
    employeeId: cell('employeeid'),
    timezone: cell('timezone'),
    language: languageIn(cell('language')),
  };
}

const languageWords = new Map([
  ...['en', 'english', 'inglés', 'ingles'].map((word) => [word, 'en'] as const),
  ...['es', 'spanish', 'español', 'espanol'].map((word) => [word, 'es'] as const),
]);

/** A language by its code, with or without a region, or by its name. */
function languageIn(cell: string | null): string | null {
  if (cell === null) return null;
  const word = cell.toLowerCase();
  return languageWords.get(word) ?? languageWords.get(word.split(/[-_]/)[0] ?? '') ?? word;
}

/** Several roles of one person stand in one cell, as in `tenant_admin nurse`. Without any a line is about a member. */
function rolesIn(cell: string | null, realm: Realm): readonly string[] {
  if (cell === null) return realm === 'patient' ? ['patient'] : [];
  const words = cell.toLowerCase();
  const whole = roleWords.get(words);
  if (whole) return [whole];
  return words.split(/[\s;|,]+/).map((word) => roleWords.get(word) ?? word);
}

/** A text that is no number stays one, so that it is refused as what it is. */
function scaled(cell: string | null, toMetric: (value: number) => number): number | string | null {
  if (cell === null) return null;
  return number.test(cell) ? toMetric(Number(cell.replace(',', '.'))) : cell;
}

const converted = (value: number) => roundTo(value, convertedDecimals);

/** Each column once. */
const byColumn = (columns: readonly (ImportColumn | null)[]): RowProblem[] =>
  [...new Set(columns)].map((column) => ({ column, reason: (column && wrong[column]) ?? tooLong }));

/** Of a file it is said which file a line belongs into. */
function reasonOf(message: string, realm: Realm): string {
  if (message === roleRequired) return roleRequired;
  return realm === 'patient' && message.startsWith('A member is invited')
    ? 'Not a member’s role; staff are imported under Portal Users'
    : message;
}
