import { expect, test } from 'vitest';
import { createCallerTurns } from './caller-turns.ts';

test('a principal has so many calls in work, the others wait in order, and nobody waits for them', async () => {
  const turns = createCallerTurns({ atOnce: 2, mostWaiting: 10 });
  const begun: string[] = [];
  const take = async (principal: string, name: string) => {
    const end = await turns.take(principal);
    begun.push(name);
    return end;
  };
  const [first] = [await take('network 1', 'a'), await take('network 1', 'b')];
  const third = take('network 1', 'c');
  void take('network 1', 'd');
  await take('network 2', 'other');
  expect(begun).toEqual(['a', 'b', 'other']);
  first?.();
  first?.();
  await third;
  expect(begun).toEqual(['a', 'b', 'other', 'c']);
});

test('more than may wait are refused', async () => {
  const turns = createCallerTurns({ atOnce: 1, mostWaiting: 1 });
  await turns.take('network 1');
  void turns.take('network 1');
  await expect(turns.take('network 1')).rejects.toThrow('too much at once');
});
