import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const modules = files
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name = '', path = '']) => ({
      name,
      text,
      sheet: path.startsWith('#') ? path.slice(1) : join(dirname(file), path),
    }));
  });

/** The classes that a sheet's selectors name. */
const classesOf = (css: string) =>
  new Set(
    [
      ...css
        .replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '')
        .replaceAll(/\{[^{}]*\}/g, '{}')
        .matchAll(/\.([a-z_][\w-]*)/gi),
    ].map(([, name = '']) => name),
  );

/** Whether a module takes the class by name, by the beginning of its name, or by a value that only running tells. */
const takes = (name: string, text: string, of: string) =>
  new RegExp(`\\b${name}(\\.${of}\\b|\\['${of}'\\]|\\[\\w)`).test(text) ||
  [...text.matchAll(/`([\w-]+-)\$\{/g)].some(([, start = '']) => of.startsWith(start));

test('every class of a style sheet is taken by a module that imports it', () => {
  const sheets = files.filter((file) => file.endsWith('.module.css'));
  expect(sheets.length).toBeGreaterThan(50);
  const idle = sheets.flatMap((sheet) => {
    const importing = modules.filter((module) => module.sheet === sheet);
    return [...classesOf(read(sheet))]
      .filter((of) => !importing.some(({ name, text }) => takes(name, text, of)))
      .map((of) => `${sheet} .${of}`);
  });
  expect(idle).toEqual([]);
});
