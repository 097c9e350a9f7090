import { expect, test } from 'vitest';
import { marked } from './marked.ts';

/** What is selected stands between brackets. */
const read = (text: string) => {
  const from = text.indexOf('[');
  const to = text.indexOf(']') - 1;
  return { text: text.replace('[', '').replace(']', ''), from, to };
};

test.each([
  ['bold', 'take [half] now', 'take **[half]** now'],
  ['bold', 'take **[half]** now', 'take [half] now'],
  ['bold', 'take[ half ]now', 'take **[half]** now'],
  ['bold', 'a[]b', 'a**[]**b'],
  ['list', '[]one', '• one[]'],
  ['list', 'one\n[two\nthree]\nfour', 'one\n• two\n• three[]\nfour'],
  ['list', '[• one\n• two]', 'one\ntwo[]'],
] as const)('%s of %j is %j', (how, text, expected) => expect(marked(read(text), how)).toEqual(read(expected)));
