import { expect, test } from 'vitest';
import { createRecentChoices, recentFirst } from './recent-choices.ts';

const { store, note } = createRecentChoices('vigil.test.choices');

test('what somebody chose last comes first, each once and at most five, and only for who chose it', () => {
  for (const key of ['a', 'b', 'c', 'b', 'd', 'e', 'f']) note('nora', key);
  expect(store.get()).toEqual({ nora: ['f', 'e', 'd', 'b', 'c'] });
  const options = ['a', 'b', 'x', 'f'].map((key) => ({ key }));
  const first = (who: string) => recentFirst(options, store.get()[who] ?? []).map(({ key }) => key);
  expect(first('nora')).toEqual(['f', 'b', 'a', 'x']);
  expect(first('otto')).toEqual(['a', 'b', 'x', 'f']);
});
