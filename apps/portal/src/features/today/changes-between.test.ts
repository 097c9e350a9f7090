import { expect, test } from 'vitest';
import { changesBetween } from './changes-between.ts';

test.each([
  ['abc', 'abc', 0],
  ['', '', 0],
  ['abc', 'ab', 1],
  ['abc', 'abcd', 1],
  ['abc', 'cab', 1],
  ['abcd', 'dcba', 3],
  ['abc', 'xbc', 2],
  ['abcde', 'eabxd', 3],
])('%s to %s are %i changes', (shown, newest, changes) => expect(changesBetween([...shown], [...newest])).toBe(changes));
