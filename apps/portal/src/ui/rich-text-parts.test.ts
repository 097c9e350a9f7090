import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { blocksOf, type TextBlock } from './rich-text-parts.ts';

const shown = (blocks: readonly TextBlock[]) =>
  blocks.map(({ kind, lines }) => [
    kind,
    ...lines.map((line) => line.map((part) => `${part.kind === 'text' ? '' : `${part.kind}:`}${part.text}`)),
  ]);

describe('rich text', () => {
  it.each<[string, string, unknown]>([
    ['plain lines stay lines of one paragraph', 'Slept badly.\nCalls tomorrow.', [['paragraph', ['Slept badly.'], ['Calls tomorrow.']]]],
    [
      'an empty line begins a new one',
      'a\n\nb',
      [
        ['paragraph', ['a']],
        ['paragraph', ['b']],
      ],
    ],
    ['bold', 'Take **half** of it', [['paragraph', ['Take ', 'bold:half', ' of it']]]],
    ['two of them', '**a** and **b**', [['paragraph', ['bold:a', ' and ', 'bold:b']]]],
    ['a mark without its end stays', '**unfinished', [['paragraph', ['**unfinished']]]],
    ['stars of a sum stay', '2 ** 3 ** 4', [['paragraph', ['2 ** 3 ** 4']]]],
    [
      'a list',
      '• one\n• two\nafter',
      [
        ['list', ['one'], ['two']],
        ['paragraph', ['after']],
      ],
    ],
    ['a sign before a number is a sign', '> 180/110 twice', [['paragraph', ['> 180/110 twice']]]],
    ['a minus is a minus', '- 2 kg since Monday', [['paragraph', ['- 2 kg since Monday']]]],
    ['about is about', 'from ~60 to ~70 kg', [['paragraph', ['from ~60 to ~70 kg']]]],
    ['underscores and numbers stay', '_x_ # of falls: 3', [['paragraph', ['_x_ # of falls: 3']]]],
    ['markup of pages is text', '<img src=x onerror=alert(1)>', [['paragraph', ['<img src=x onerror=alert(1)>']]]],
    [
      'an address can be opened, the full stop after it not',
      'See https://a.example/b.',
      [['paragraph', ['See ', 'link:https://a.example/b', '.']]],
    ],
    ['no other kind of address', 'javascript:alert(1) http://a.example', [['paragraph', ['javascript:alert(1) http://a.example']]]],
  ])('%s', (_, text, expected) => expect(shown(blocksOf(text))).toEqual(expected));

  test('takes away nothing but pairs of marks, bullets and empty lines', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '*', '**', ' ', '\n', '• ', '<', 'https://x.y', '.') }), (text) => {
        const bare = (all: string) => all.replaceAll(/[*•\s]/g, '');
        const seen = blocksOf(text).flatMap(({ lines }) => lines.flatMap((line) => line.map((part) => part.text)));
        expect(bare(seen.join(''))).toBe(bare(text));
      }),
    ));
});
