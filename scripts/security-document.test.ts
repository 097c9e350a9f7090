import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** Sections of OWASP ASVS 5.0.0, and the last requirement of level 1 or 2 in each: those of level 3 come after. */
const sections: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};
const requirements = Object.entries(sections).flatMap(([section, last]) => upTo(1, last).map((number) => `V${section}.${number}`));

/** `V1.2.6–8` is three. */
const named = /V(\d+\.\d+)\.(\d+)(?:–(\d+))?/g;
const row = /^\| (V[\d.–]+) \| [^|]+ \| ([^|]*) \| ([^|]*) \|$/gm;
const rows = [...document.matchAll(row)].map(([, ids = '', verdict = '', shownBy = '']) => ({ ids: expanded(ids), verdict, shownBy }));

test('every requirement of OWASP ASVS 5.0.0, levels 1 and 2, is answered exactly once', () => {
  expect(requirements).toHaveLength(253);
  expect(expanded(document)).toEqual(requirements);
  expect(rows.flatMap(({ ids }) => ids)).toEqual(requirements);
});

test('every answer is one of four, says something, and the totals are theirs', () => {
  const totals = { met: 0, partly: 0, missing: 0, 'not applicable': 0 };
  for (const { ids, verdict, shownBy } of rows) {
    expect(Object.keys(totals), ids.join()).toContain(verdict);
    expect(shownBy.trim(), ids.join()).not.toBe('');
    totals[verdict as keyof typeof totals] += ids.length;
  }
  expect(document).toContain(
    `Of 253 requirements ${totals.met} are met, ${totals.partly} partly, ${totals.missing} missing, ${totals['not applicable']} not applicable.`,
  );
});

test('every file and folder that the document names exists', () => {
  const paths = [...document.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(100);
  expect([...new Set(paths)].filter((path) => !isElsewhere(path) && located(path) === undefined)).toEqual([]);
});

test('every test that the document quotes is in the file that it names', () => {
  const quotes = [...document.matchAll(/`([\w./-]+\.test\.tsx?)`((?:,? “[^”]+”)+)/g)].flatMap(([, path = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(quotes.length).toBeGreaterThan(100);
  expect(quotes, 'a quotation that follows no test file').toHaveLength([...document.matchAll(/“/g)].length);
  expect(quotes.filter(({ path, name }) => !holds(path, name))).toEqual([]);
});

function expanded(text: string): string[] {
  return [...text.matchAll(named)].flatMap(([, section = '', first = '', last = first]) =>
    upTo(Number(first), Number(last)).map((number) => `V${section}.${number}`),
  );
}

function upTo(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Where a path of the document is: below the root, or below the server's sources. */
function located(path: string): string | undefined {
  return [join(root, path), join(root, 'apps/server/src', path)].find((place) => existsSync(place));
}

/** Files of an installation, which the sources do not hold. */
function isElsewhere(path: string): boolean {
  return path.startsWith('DATA_DIR/');
}

/** As the name of a test or of one of its cases: whole, in quotation marks. */
function holds(path: string, name: string): boolean {
  const place = located(path);
  const source = place === undefined ? '' : readFileSync(place, 'utf8');
  return [`'${name}'`, `\`${name}\``, `"${name}"`].some((text) => source.includes(text));
}
