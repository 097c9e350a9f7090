import './messages.ts';
import type { TFunction } from 'i18next';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago a time was, in words that fit a table cell. Both in Unix seconds; a time more than a minute ahead is said to be. */
export function ageInWords(t: TFunction<'ui'>, atSeconds: number, nowSeconds: number): string {
  const age = nowSeconds - atSeconds;
  if (age < -minute) return t('ahead');
  if (age < minute) return t('justNow');
  if (age < hour) return t('minutesAgo', { count: Math.floor(age / minute) });
  if (age < 2 * day) return t('hoursAgo', { count: Math.floor(age / hour) });
  if (age < 21 * day) return t('daysAgo', { count: Math.floor(age / day) });
  if (age < 730 * day) return t('weeksAgo', { count: Math.floor(age / (7 * day)) });
  return t('yearsAgo', { count: Math.floor(age / (365 * day)) });
}

/** The same for a narrow place, without "ago": `10 d`. For values that are hours old at least. */
export function ageInShort(t: TFunction<'ui'>, atSeconds: number, nowSeconds: number): string {
  const age = Math.max(0, nowSeconds - atSeconds);
  if (age < hour) return t('minutesShort', { count: Math.floor(age / minute) });
  if (age < 2 * day) return t('hoursShort', { count: Math.floor(age / hour) });
  if (age < 21 * day) return t('daysShort', { count: Math.floor(age / day) });
  if (age < 730 * day) return t('weeksShort', { count: Math.floor(age / (7 * day)) });
  return t('yearsShort', { count: Math.floor(age / (365 * day)) });
}

/** Completed years between a birth date (yyyy-MM-dd) and a day; null when the birth date is unknown. */
export function ageInYears(birthday: string | null, now: Date): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthday ?? '');
  if (!match) return null;
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
  const before = now.getMonth() + 1 < month || (now.getMonth() + 1 === month && now.getDate() < date);
  return now.getFullYear() - year - (before ? 1 : 0);
}
