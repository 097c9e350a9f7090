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
    const longMs = Math.min(1_100, 125 * (text.length / 100_000) ** 2);
    for (const before = process.threadCpuUsage(); ; ) {
      const { user, system } = process.threadCpuUsage(before);
      if (user + system >= longMs * 1_000) return;
    }
  });
  expect(await problems(quadratic, 1)).toMatch(/took \d+ ms for \d+ characters/);
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
