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
