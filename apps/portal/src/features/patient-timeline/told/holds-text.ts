import type { ToldEntry } from './told-entry.ts';

/** Whether an entry holds every word that is searched for, in any case and with or without accents. */
export function holdsText({ headline, detail, quote, flagged, gone, who }: ToldEntry, text: string): boolean {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const told = plain([headline, detail, quote, flagged, gone, who].filter(Boolean).join(' '));
  return words.every((word) => told.includes(word));
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase();
