import { expect, it } from 'vitest';
import { type Fuzzer, textFuzzer } from './fuzzer.ts';

const seed = 7;
const problems = async (one: Fuzzer, rounds = 60) => (await one.run(seed, rounds)).map(({ problem }) => problem).join('\n');
const fuzz = (read: (text: string) => unknown) =>
  textFuzzer('a parser', ['a,b,c', '{"a": [1]}'], read, (error) => error instanceof RangeError);

it('finds nothing wrong with a parser that reads everything once', async () => {
  expect(await problems(fuzz((text) => text.split(',')))).toBe('');
  expect(
    await problems(
      fuzz((text) => {
        if (text.includes('"')) throw new RangeError('documented');
      }),
    ),
  ).toBe('');
});

it('finds an error that is not documented', async () => {
  const careless = fuzz((text) => (JSON.stringify(text.split(',')[1]) as string).length);
  expect(await problems(careless)).toMatch(/threw TypeError/);
});

it('finds what only a damaged sample shows, and names the seed and round that show it again', async () => {
  const careless = fuzz((text) => {
    if (text.startsWith('a,b,c') && text.length > 5) throw new TypeError('overlooked');
  });
  expect(await problems(careless)).toMatch(/overlooked[\s\S]*\(seed 7, round \d+\)/);
});

it('finds a parser whose cost grows with the square of the length', async () => {
  const quadratic = fuzz((text) => {
    let count = 0;
    for (let at = 0; at < text.length; at += 12)
      for (let other = 0; other < at; other += 12) if (text.charCodeAt(other) === text.charCodeAt(at)) count += 1;
    return count;
  });
  expect(await problems(quadratic, 17)).toMatch(/took \d+ ms for \d+ characters/);
});

it('does the same again for the same seed', async () => {
  const read = (seen: string[]) =>
    textFuzzer(
      'a parser',
      ['a,b,c'],
      (text) => void seen.push(text),
      () => false,
    );
  const [first, second] = [[], []] as [string[], string[]];
  await read(first).run(seed, 30);
  await read(second).run(seed, 30);
  expect(first.slice(0, 30)).toEqual(second.slice(0, 30));
});
