import { beforeEach, expect, test } from 'vitest';
import { noteAssignee, recentAssignees, recentFirst } from './recent-assignees.ts';

beforeEach(() => recentAssignees.set({}));

test('whom somebody gave actions last come first, each once and at most five, and only for who gave them', () => {
  for (const key of ['a', 'b', 'c', 'b', 'd', 'e', 'f']) noteAssignee('nora', key);
  expect(recentAssignees.get()).toEqual({ nora: ['f', 'e', 'd', 'b', 'c'] });
  const options = ['a', 'b', 'x', 'f'].map((key) => ({ key }));
  const first = (who: string) => recentFirst(options, recentAssignees.get()[who] ?? []).map(({ key }) => key);
  expect(first('nora')).toEqual(['f', 'b', 'a', 'x']);
  expect(first('otto')).toEqual(['a', 'b', 'x', 'f']);
});
