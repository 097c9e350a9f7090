// Remembers which patterns were shown to be linear, so that a check of an unchanged source takes no time.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Patterns are kept by the version of what judged them; those of another version, and a damaged file, count for nothing. */
export function openProven(path, version) {
  const known = new Set(read(path, version));
  return {
    has: (pattern) => known.has(keyOf(pattern)),
    add: (pattern) => known.add(keyOf(pattern)),
    save() {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify({ version, patterns: [...known] }));
    },
  };
}

function read(path, version) {
  if (!existsSync(path)) return [];
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    return kept.version === version ? kept.patterns : [];
  } catch {
    return [];
  }
}

function keyOf({ pattern, flags }) {
  return `/${pattern}/${flags}`;
}
