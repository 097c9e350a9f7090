import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sheets = globSync('**/*.css', { cwd: root });

test('lines grow with the text for whoever reads with larger letters: no height of a line is fixed in pixels', () => {
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.filter((path) => /line-height:\s*\d+px/.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test('what gives way on a narrow screen in the header gives way to larger letters too, so that the account menu stays in reach', () => {
  const header = readFileSync(join(root, 'app/header/header.module.css'), 'utf8');
  expect(header).toMatch(/@container header \(max-width: [\d.]+rem\) \{\s*\.links \{\s*display: none/);
});

/** At twice the size this is what is left of a phone's 390 pixels, in letters. */
const mostRem = 11;

test('nothing asks for more than a phone has with letters of twice the size, and what grows with its words ends at the edge', () => {
  const tooWide = sheets.flatMap((path) => {
    const css = readFileSync(join(root, path), 'utf8').replaceAll(/@(media|container)[^{]*/g, '');
    const wide = [...css.matchAll(/min-width:\s*([\d.]+)rem/g)].filter(([, rem]) => Number(rem) >= mostRem);
    // A field for long text has its width and grows downwards.
    const growing = [...css.matchAll(/\{[^{}]*field-sizing: content[^{}]*\}/g)].filter(
      ([block]) => !/max-width|resize|max-height/.test(block),
    );
    return [...wide, ...growing].map(([found]) => `${path}: ${found}`);
  });
  expect(tooWide).toEqual([]);
});
