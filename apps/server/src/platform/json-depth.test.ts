import { describe, expect, it } from 'vitest';
import { isNestedDeeper, maxJsonLevels } from './json-depth.ts';

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('levels of JSON', () => {
  it.each([
    ['lists at the limit', lists(maxJsonLevels), false],
    ['lists one level deeper', lists(maxJsonLevels + 1), true],
    ['objects one level deeper', `${'{"a":'.repeat(maxJsonLevels + 1)}0${'}'.repeat(maxJsonLevels + 1)}`, true],
    ['many side by side', `[${'[],{},'.repeat(1000)}0]`, false],
    ['brackets inside a text', JSON.stringify(['['.repeat(1000), '\\"[[', '{'.repeat(1000)]), false],
    ['levels behind a text that ends in a backslash', `["\\\\",${lists(maxJsonLevels)}]`, true],
    ['no JSON at all', ']}"[[', false],
  ])('%s', (_name, text, deeper) => expect(isNestedDeeper(text, maxJsonLevels)).toBe(deeper));
});
