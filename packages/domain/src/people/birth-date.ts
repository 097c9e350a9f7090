/** Nobody is older: the age, in whole years, that a birth date may come to. */
export const oldestAgeYears = 120;

export type BirthDateFault = 'not-a-date' | 'in-the-future' | 'too-long-ago';

const form = /^(\d{4})-(\d{2})-(\d{2})$/;

/** What is wrong with a birth date (yyyy-MM-dd) on a day (yyyy-MM-dd), or null. Born today is possible. */
export function birthDateFault(birthDate: string, today: string): BirthDateFault | null {
  const parts = form.exec(birthDate);
  if (!parts || !isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return 'not-a-date';
  if (birthDate > today) return 'in-the-future';
  // Texts of this form sort by time: the latest day on which somebody who is too old now was born.
  const tooOld = `${String(Number(today.slice(0, 4)) - oldestAgeYears - 1).padStart(4, '0')}${today.slice(4)}`;
  return birthDate <= tooOld ? 'too-long-ago' : null;
}

/** Whether the calendar has this day. */
export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
