import type { DateOrder } from '@vigil/contract/user-admin.values';

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;

/**
 * A birth date of a file as yyyy-MM-dd; what is none stays as it is, for the check that tells what is wrong. 04/05/1980 is read
 * in the given order. With dots the day comes first wherever people write dots.
 */
export function normalisedBirthDate(text: string, order: DateOrder): string {
  const plain = text.trim();
  const early = yearFirst.exec(plain) ?? compact.exec(plain);
  if (early) return joined(early[1], early[2], early[3]);
  const late = yearLast.exec(plain);
  if (!late) return plain;
  const [, first, separator, second, year] = late;
  return order === 'DMY' || separator === '.' ? joined(year, second, first) : joined(year, first, second);
}

const joined = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
