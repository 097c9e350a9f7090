import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coarseCount, isAboutFew, tellableGroups } from './withholding.ts';

const some = (from: number, count: number) => new Set(Array.from({ length: count }, (_, index) => `member ${from + index}`));

describe('which parts of a whole may be told', () => {
  test('those about five or more', () => {
    const groups = [
      { key: 'five', members: some(0, 5) },
      { key: 'six', members: some(5, 6) },
      { key: 'nobody', members: some(0, 0) },
    ];
    expect([...tellableGroups(groups)].sort()).toEqual(['five', 'six']);
  });

  test('not one beside the whole and a part of one member: that would be told by subtraction', () => {
    const groups = [
      { key: 'one', members: some(0, 1) },
      { key: 'six', members: some(1, 6) },
      { key: 'nine', members: some(7, 9) },
    ];
    expect([...tellableGroups(groups)]).toEqual(['nine']);
  });

  test('small parts that are five together leave the others told', () => {
    const groups = [
      { key: 'two', members: some(0, 2) },
      { key: 'three', members: some(2, 3) },
      { key: 'six', members: some(5, 6) },
    ];
    expect([...tellableGroups(groups)]).toEqual(['six']);
  });

  test('neither a part nor what is left of the whole is ever about one to four members', () => {
    const group = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(group, { maxLength: 8 }), (sets) => {
        const groups = sets.map((ids, key) => ({ key, members: new Set(ids.map(String)) }));
        const told = tellableGroups(groups);
        for (const { key, members } of groups) if (told.has(key)) expect(isAboutFew(members.size)).toBe(false);
        const left = new Set(groups.filter(({ key }) => !told.has(key)).flatMap(({ members }) => [...members]));
        expect(left.size === 0 || !isAboutFew(left.size) || told.size === 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  [0, 0],
  [2, 0],
  [3, 5],
  [7, 5],
  [8, 10],
  [100, 100],
])('%i is told as %i', (count, told) => expect(coarseCount(count)).toBe(told));
