import { describe, expect, it } from 'vitest';
import { measureOf, measures } from '../facts/measures.ts';
import { type Conditions, completeConditions, faultsOf, mostConditions, wordsOfCondition } from './conditions.ts';

const places = (groups: Conditions, isDraft = false) => faultsOf(groups, { isDraft }).map(({ path }) => path.join('.'));

describe('what a cohort cannot ask is named by its field', () => {
  it.each<[string, Conditions, string[]]>([
    ['a fact that there is not', [{ fact: 'mood', gte: 1 }], ['0.fact']],
    ['no end', [{ fact: 'weight' }], ['0.gte']],
    ['no word', [{ fact: 'gender', one_of: [] }], ['0.one_of']],
    ['a group of nothing', [{ fact: 'age', gte: 65 }, { any: [] }], ['1.any']],
    ['above the range', [{ fact: 'age', lte: 121 }], ['0.lte']],
    ['below the range', [{ fact: 'age', gte: 17 }], ['0.gte']],
    ['SpO2 in percent', [{ fact: 'spo2', lte: 94 }], ['0.lte']],
    ['a risk above ten', [{ fact: 'relative_population_stroke', gte: 10.1 }], ['0.gte']],
    ['a risk of nothing', [{ fact: 'relative_population_stroke', gte: 0 }], ['0.gte']],
    ['the wrong way round', [{ fact: 'weight', gte: 90, lte: 80 }], ['0.lte']],
    ['words of a number', [{ fact: 'weight', one_of: ['80'] }], ['0.one_of']],
    ['a number of a word', [{ fact: 'gender', gte: 1 }], ['0.gte']],
    ['a word that there is not', [{ any: [{ fact: 'gender', one_of: ['female', 'femal'] }] }], ['0.any.0.one_of.1']],
    ['a diagnosis that is not so', [{ fact: 'e_anemia', one_of: ['no'] }], ['0.one_of.0']],
    ['what is not known', [{ fact: 'gender', one_of: ['unknown'] }], ['0.one_of.0']],
    ['a band of which nothing is known', [{ fact: 'band_status', one_of: ['unknown'] }], ['0.one_of.0']],
    ['a word twice', [{ fact: 'gender', one_of: ['female', 'female'] }], ['0.one_of']],
    [
      'two ranges that do not meet',
      [
        { fact: 'weight', gte: 90 },
        { fact: 'weight', lte: 80 },
      ],
      ['1'],
    ],
    [
      'two lists of words that share none',
      [
        { fact: 'gender', one_of: ['male'] },
        { fact: 'gender', one_of: ['female'] },
      ],
      ['1'],
    ],
    ['too many', Array.from({ length: mostConditions + 1 }, () => ({ fact: 'weight', gte: 80 })), ['']],
  ])('%s', (_case, groups, expected) => expect(places(groups)).toEqual(expected));

  it.each<[string, Conditions]>([
    ['nothing', []],
    ['both ends', [{ fact: 'age', gte: 65, lte: 80 }]],
    ['one value', [{ fact: 'age', gte: 65, lte: 65 }]],
    ['five pounds, the lowest weight that can be typed', [{ fact: 'weight', gte: 2.268 }]],
    ['110 °F', [{ fact: 'body_temp', lte: 43.33333333 }]],
    [
      'a range within another',
      [
        { fact: 'weight', gte: 80 },
        { fact: 'weight', lte: 90 },
      ],
    ],
    [
      'alternatives that exclude each other',
      [
        {
          any: [
            { fact: 'weight', gte: 90 },
            { fact: 'weight', lte: 50 },
          ],
        },
      ],
    ],
    ['as many as there may be', Array.from({ length: mostConditions }, () => ({ fact: 'weight', gte: 80 }))],
  ])('%s can be asked', (_case, groups) => expect(places(groups)).toEqual([]));

  it('every measure can be asked for its whole range, or each of its words', () => {
    const all = [...measures, measureOf('relative_population_stroke'), measureOf('e_anemia')].flatMap((one) => one ?? []);
    for (const measure of all) {
      const whole =
        measure.type === 'measure'
          ? { fact: measure.id, gte: measure.scales.metric.range[0], lte: measure.scales.metric.range[1] }
          : { fact: measure.id, one_of: wordsOfCondition(measure) };
      expect([measure.id, places([whole])]).toEqual([measure.id, []]);
    }
  });
});

describe('a draft', () => {
  it('may leave out what is not filled in yet, but not ask for what cannot be', () => {
    expect(places([{ fact: 'weight' }, { any: [] }, { fact: 'gender', one_of: [] }], true)).toEqual([]);
    expect(places([{ fact: 'mood' }, { fact: 'age', gte: 12 }], true)).toEqual(['0.fact', '1.gte']);
  });

  it('is previewed by what it asks for already', () => {
    const groups: Conditions = [
      { fact: 'weight' },
      { fact: 'age', gte: 65 },
      {
        any: [
          { fact: 'gender', one_of: [] },
          { fact: 'bmi', gte: 30 },
        ],
      },
      { any: [{ fact: 'rhr' }] },
    ];
    expect(completeConditions(groups)).toEqual([{ fact: 'age', gte: 65 }, { any: [{ fact: 'bmi', gte: 30 }] }]);
  });
});
