import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { newDevice } from './registry.forms.ts';
import { createDevice } from './registry-devices.contract.ts';

const files = readdirSync(import.meta.dirname);
/** What a file imports at run time; types are gone by then. */
const importsOf = (file: string) =>
  [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^(?:import|export) (?!type ).*?from '([^']+)';$/gms)].map(
    ([, from = '']) => from,
  );
const named = (ending: string) => files.filter((file) => file.endsWith(ending));

test('there are vocabularies and forms to look at', () => {
  expect(named('.values.ts').length).toBeGreaterThan(2);
  expect(named('.forms.ts')).toContain('registry.forms.ts');
  expect(importsOf('registry.forms.ts')).toContain('zod/mini');
});

test.each(named('.values.ts'))('%s brings no zod into a browser', (file) => {
  expect(importsOf(file).filter((from) => !/^(@vigil\/domain\/|\.\/[\w-]+\.values\.ts$)/.test(from))).toEqual([]);
});

test.each(named('.forms.ts'))('%s brings only the small zod into a browser', (file) => {
  expect(importsOf(file).filter((from) => !/^(zod\/mini$|@vigil\/domain\/|\.\/[\w-]+\.(values|forms)\.ts$)/.test(from))).toEqual([]);
});

test('a form is the very body that the server checks, and OpenAPI tells its limits', () => {
  expect(createDevice.body).toBe(newDevice);
  expect(z.toJSONSchema(newDevice)).toMatchObject({ properties: { label: { type: 'string', minLength: 1, maxLength: 100 } } });
});

test.each([
  ['a label is trimmed', { label: '  Left wrist ' }, { label: 'Left wrist' }],
  ['a label of blanks is none', { label: '   ' }, null],
  ['a label may have 100 characters', { label: 'x'.repeat(100) }, { label: 'x'.repeat(100) }],
  ['and no more', { label: 'x'.repeat(101) }, null],
])('%s', (_name, given, kept) => {
  const result = newDevice.safeParse(given);
  expect(result.success ? result.data : null).toEqual(kept);
});
