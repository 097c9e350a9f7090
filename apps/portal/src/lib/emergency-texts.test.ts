import { globSync, readFileSync } from 'node:fs';
import { countriesWithNumbers, numbersOfCountry } from '@vigil/domain/emergency/emergency-numbers';
import { expect, test } from 'vitest';

const numbers = countriesWithNumbers.flatMap((country) => {
  const { emergency, crisisLine } = numbersOfCountry(country);
  return [...emergency, ...(crisisLine ? [crisisLine.number] : [])];
});
/** Also a size or a limit somewhere: 120 characters, 112 pixels. */
const alsoFigures = new Set('14 15 18 101 106 107 108 112 113 119 120 123 131 142 143 144 188 192'.split(' '));
const certain = [...new Set(numbers)].filter((number) => !alsoFigures.has(number));

const root = process.cwd();
const files = (pattern: string) => globSync(pattern, { cwd: root }).filter((file) => !file.includes('.test.'));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

test('no text names an emergency number or crisis line of one country: they come from where the reader is', () => {
  const texts = [...files('apps/*/src/**/messages.*.json'), ...files('packages/domain/src/surveys/shipped/*.ts')];
  const named = new RegExp(`(?<![\\d.,]|\\d )(?:${certain.join('|')})(?! ?\\d|[.,%])`, 'g');
  const found = texts.flatMap((file) => [...read(file).matchAll(named)].map(([number]) => `${file}: ${number}`));
  expect(texts.length).toBeGreaterThan(60);
  expect(certain).toEqual(expect.arrayContaining(['911', '988', '999', '000', '024', '1737', '116 123']));
  expect(found).toEqual([]);
});

test('no component holds one, nor a link to one', () => {
  const components = files('apps/portal/src/**/*.tsx');
  const held = new RegExp(`['"\`>](?:${certain.join('|')})['"\`<]|tel:[0-9]`, 'g');
  const found = components.flatMap((file) => [...read(file).matchAll(held)].map(([number]) => `${file}: ${number}`));
  expect(components.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});
