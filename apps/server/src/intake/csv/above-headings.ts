import { plainName } from './metric-names.ts';
import { identifierOf } from './person-columns.ts';
import { isIdHeading, isPersonHeading } from './person-headings.ts';
import type { Named } from './persons.ts';

/** `Patient MRN: W-9`, in one cell. */
const pair = /^([^:=]{1,64})[:=](.{1,200})$/;
/** A longer value is no id and no name. */
const maxCharacters = 200;

/**
 * What the lines above the headings say of whom the file is about: `MRN: W-9` in a cell, `MRN,W-9` in two, or `MRN` with `W-9` in
 * the line below. What is said of other things is passed over.
 */
export function namedAbove(lines: readonly (readonly string[])[]): readonly Named[] {
  return lines.flatMap((line, at) => pairsOf(line, lines[at + 1] ?? []).flatMap(([key, value]) => namedBy(key, value)));
}

type Pair = readonly [key: string, value: string];

function pairsOf(line: readonly string[], below: readonly string[]): readonly Pair[] {
  const filled = line.filter((cell) => cell.trim() !== '');
  return line.flatMap((cell, index): readonly Pair[] => {
    const [, key, value] = pair.exec(cell.trim()) ?? [];
    if (key !== undefined && value !== undefined && value.trim() !== '') return [[key, value]];
    if (!isKey(cell)) return [];
    const right = line[index + 1] ?? '';
    if (right.trim() !== '' && !isKey(right) && (filled.length === 2 || cell.trim().endsWith(':'))) return [[cell, right]];
    return [[cell, below[index] ?? '']];
  });
}

function isKey(cell: string): boolean {
  const plain = cell.length <= maxCharacters ? plainName(cell) : '';
  return plain !== '' && (isPersonHeading(plain) || isIdHeading(plain));
}

function namedBy(key: string, written: string): readonly Named[] {
  const value = written.trim();
  if (!isKey(key) || value === '' || value.length > maxCharacters) return [];
  const identifier = identifierOf(plainName(key));
  return [{ place: 'a line above its headings', values: [value], identifier, areNames: true }];
}
