import type { Random } from './random.ts';

/** What trips parsers up: separators, brackets, marks that are never closed, numbers at their ends, names of object parts. */
export const tokens: readonly string[] = [
  ...[' ', '\t', '\n', '\r\n', '\r', ',', ';', ':', '/', '\\', '-', '--', '.', '|', '&', '=', '?', '#', '%', '@', '~', '*'],
  ...['"', "'", '`', '""', '\\"', '(', ')', '[', ']', '{', '}', '<', '>', '/*', '*/', '[(', '({'],
  ...['\0', '\uFEFF', '\u202f', '\ud800', '\udc00', '\u0130', 'ß', 'ﷺ', '\u0301', '𝟘', '%00', '%', '\\u0000'],
  ...['0', '1', '-1', '1e999', '-0', '9'.repeat(40), '0x10', '1,000', 'NaN', 'Infinity', '00:00', 'T00:00', 'Z', 'S', '1S'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'true', 'a', 'aA1', 'x'.repeat(300)],
];

/** One hostile text: long runs, nested brackets, tokens in a row, or a valid sample that was damaged. */
export function hostileText(random: Random, samples: readonly string[]): string {
  const makers = [
    () => run(random),
    () => row(random),
    () => nested(random),
    () => damaged(random, samples),
    () => damaged(random, samples),
  ];
  const text = random.pick(makers)();
  return random.chance(0.2) ? text + random.pick(makers)() : text;
}

/** How a text grows with n: what is repeated, and what stands before and behind it. */
export interface Growing {
  readonly name: string;
  of(count: number): string;
}

/** A text that grows: one or two tokens over and over, in the middle of a valid sample or at one of its ends. */
export function growingText(random: Random, samples: readonly string[]): Growing {
  const sample = random.pick(['', ...samples]);
  const cut = random.pick([0, sample.length, random.below(sample.length + 1)]);
  const [before, behind] = [sample.slice(0, cut), sample.slice(cut)];
  const repeated = random.chance(0.5) ? random.pick(tokens) : random.pick(tokens) + random.pick(tokens);
  return {
    name: `${JSON.stringify(before.slice(-40))} + ${JSON.stringify(repeated.slice(0, 40))} × n + ${JSON.stringify(behind.slice(0, 40))}`,
    of: (count) => before + repeated.repeat(count) + behind,
  };
}

function run(random: Random): string {
  return random.pick(tokens).repeat(1 + random.below(random.pick([10, 100, 3_000])));
}

function row(random: Random): string {
  let text = '';
  for (let count = 1 + random.below(40); count > 0; count -= 1) text += random.pick(tokens);
  return text;
}

function nested(random: Random): string {
  const depth = 1 + random.below(random.pick([10, 1_000, 20_000]));
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['(', ')'],
    ['{', '}'],
    ['"', '"'],
  ]);
  return open.repeat(depth) + random.pick(['', '0', '"']) + (random.chance(0.5) ? close.repeat(depth) : '');
}

function damaged(random: Random, samples: readonly string[]): string {
  let text = samples.length === 0 ? row(random) : random.pick(samples);
  for (let wounds = 1 + random.below(6); wounds > 0; wounds -= 1) {
    const at = random.below(text.length + 1);
    const to = at + random.below(20);
    const insert = random.pick([() => '', () => random.pick(tokens), () => run(random), () => text.slice(at, to).repeat(random.below(50))]);
    text = (text.slice(0, at) + insert() + text.slice(random.chance(0.5) ? to : at)).slice(0, 200_000);
  }
  return text;
}
