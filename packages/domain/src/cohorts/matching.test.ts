import { describe, expect, it } from 'vitest';
import { measureReadBack } from '../facts/measure-text.ts';
import { measureOf, type NumberMeasure } from '../facts/measures.ts';
import { roundTo } from '../units/rounding.ts';
import { imperialUnits } from '../units/testing/units.ts';
import type { Condition, Conditions } from './conditions.ts';
import { type Answer, allOf, answerOf, anyOf, belongs, type KnownValue, tally } from './matching.ts';

describe('one condition', () => {
  it.each<[string, Condition, KnownValue, Answer]>([
    ['at the lower end', { fact: 'age', gte: 65 }, 65, 'yes'],
    ['just below it', { fact: 'age', gte: 65 }, 64, 'no'],
    ['at the upper end', { fact: 'spo2', lte: 0.94 }, 0.94, 'yes'],
    ['just above it', { fact: 'spo2', lte: 0.94 }, 0.95, 'no'],
    ['between both', { fact: 'weight', gte: 80, lte: 90 }, 85, 'yes'],
    ['at both', { fact: 'weight', gte: 85, lte: 85 }, 85, 'yes'],
    ['beyond one of both', { fact: 'weight', gte: 80, lte: 90 }, 90.1, 'no'],
    ['a value that is missing or too old', { fact: 'weight', gte: 80 }, undefined, 'unknown'],
    ['zero, which is a value', { fact: 'sleep_awakenings', lte: 2 }, 0, 'yes'],
    ['one of the words', { fact: 'gender', one_of: ['female', 'intersex'] }, 'intersex', 'yes'],
    ['another word', { fact: 'gender', one_of: ['female'] }, 'male', 'no'],
    ['an account that says that it does not know', { fact: 'gender', one_of: ['female'] }, 'unknown', 'unknown'],
    ['a band that has told nothing readable', { fact: 'band_status', one_of: ['wearing'] }, 'unknown', 'unknown'],
    ['a diagnosis', { fact: 'e_anemia', one_of: ['yes'] }, 'yes', 'yes'],
    ['a diagnosis that nobody has told: not "no"', { fact: 'e_anemia', one_of: ['yes'] }, undefined, 'unknown'],
    ['a risk that nobody has worked out: not 1', { fact: 'relative_population_stroke', lte: 2 }, undefined, 'unknown'],
  ])('%s', (_case, condition, value, expected) => expect(answerOf(condition, value)).toBe(expected));
});

describe('several conditions', () => {
  it.each<[Answer[], Answer, Answer]>([
    [[], 'yes', 'no'],
    [['yes'], 'yes', 'yes'],
    [['no'], 'no', 'no'],
    [['unknown'], 'unknown', 'unknown'],
    [['yes', 'yes'], 'yes', 'yes'],
    [['yes', 'no'], 'no', 'yes'],
    [['no', 'no'], 'no', 'no'],
    [['yes', 'unknown'], 'unknown', 'yes'],
    [['no', 'unknown'], 'no', 'unknown'],
    [['unknown', 'unknown'], 'unknown', 'unknown'],
    [['yes', 'no', 'unknown'], 'no', 'yes'],
  ])('%j: all of them %s, any of them %s', (answers, all, any) => {
    expect([allOf(answers), anyOf(answers)]).toEqual([all, any]);
  });

  const old: Conditions = [
    { fact: 'age', gte: 65 },
    {
      any: [
        { fact: 'weight', gte: 100 },
        { fact: 'e_hypertension', one_of: ['yes'] },
      ],
    },
  ];
  it.each<[string, Record<string, KnownValue>, Answer]>([
    ['meets all and one of the alternatives', { age: 70, weight: 110 }, 'yes'],
    ['meets the other alternative', { age: 70, weight: 60, e_hypertension: 'yes' }, 'yes'],
    ['fails one alternative, and the other is not known', { age: 70, weight: 60 }, 'unknown'],
    ['is ruled out, whatever is not known', { age: 60 }, 'no'],
    ['meets an alternative, and the rest is not known', { weight: 110 }, 'unknown'],
    ['has nothing known', {}, 'unknown'],
  ])('a member who %s', (_case, values, expected) => expect(belongs(old, (fact) => values[fact])).toBe(expected));

  it.each([
    ['body_temp', 950, 1080],
    ['weight', 900, 4000],
  ])('%s: what was read in tenths of the imperial unit reaches an end that was typed the same', (fact, from, to) => {
    const measure = measureOf(fact) as NumberMeasure;
    const metric = (tenths: number) => measureReadBack(measure, tenths / 10, imperialUnits);
    for (let tenths = from; tenths <= to; tenths++) {
      const end = roundTo(metric(tenths), 4);
      const answers = [-1, 0, 1].map((off) => {
        const value = roundTo(metric(tenths + off), 6);
        return [answerOf({ fact, gte: end }, value), answerOf({ fact, lte: end }, value)];
      });
      expect([tenths, ...answers]).toEqual([tenths, ['no', 'yes'], ['yes', 'yes'], ['yes', 'no']]);
    }
  });

  it('a BMI that comes to 25 is one of 25', () => expect(answerOf({ fact: 'bmi', gte: 25 }, 64 / 1.6 ** 2)).toBe('yes'));

  it('no conditions are met by everybody', () => expect(belongs([], () => undefined)).toBe('yes'));
});

describe('a population', () => {
  const groups: Conditions = [
    { fact: 'age', gte: 65 },
    {
      any: [
        { fact: 'weight', gte: 100 },
        { fact: 'bmi', gte: 30 },
      ],
    },
  ];
  const answered = (members: number, ...answers: Answer[]) => ({ answers, members });

  it('says of each condition who meets it, of whom it is not known, and what it leaves of those before', () => {
    const counted = tally(groups, [
      answered(5, 'yes', 'yes', 'no'),
      answered(7, 'yes', 'no', 'unknown'),
      answered(11, 'no', 'yes', 'yes'),
      answered(13, 'unknown', 'yes', 'unknown'),
      answered(17, 'yes', 'no', 'no'),
    ]);
    expect(counted).toEqual({
      population: 53,
      count: 5,
      unknown: 20,
      groups: [
        { matches: 29, unknown: 13, leaves: 29, any: null },
        {
          matches: 29,
          unknown: 7,
          leaves: 5,
          any: [
            { matches: 29, unknown: 0 },
            { matches: 11, unknown: 20 },
          ],
        },
      ],
    });
  });

  it('of nobody counts nothing; without conditions it is everybody', () => {
    expect(tally(groups, [])).toMatchObject({ population: 0, count: 0, unknown: 0 });
    expect(tally([], [answered(3)])).toEqual({ population: 3, count: 3, unknown: 0, groups: [] });
  });
});
