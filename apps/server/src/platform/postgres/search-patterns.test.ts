import { expect, it } from 'vitest';
import { searchPatterns } from './search-patterns.ts';

it.each([
  ['nothing', undefined, []],
  ['spaces only', '  ', []],
  ['words, in lower case', ' Zoe  CLARK ', ['%zoe%', '%clark%']],
  ['wildcards as themselves', '100%_\\', ['%100\\%\\_\\\\%']],
])('%s', (_, text, patterns) => expect(searchPatterns(text)).toEqual(patterns));
