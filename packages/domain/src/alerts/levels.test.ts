import { describe, expect, it, test } from 'vitest';
import { catalogue, type MetricId } from '../metrics/catalogue.ts';
import { glucoseMmolLToMgDl } from '../units/conversions.ts';
import { convertedDecimals, roundTo } from '../units/rounding.ts';
import { imperialUnits, metricUnits, molarUnits } from '../units/testing/units.ts';
import { typedValue, type Units } from '../units/unit-system.ts';
import { isBeyondLevel, isBeyondLimit } from './decide.ts';
import { defaultRules } from './defaults.ts';
import { doubtWords, levelDoubts } from './level-doubt.ts';
import { levelText, typedLevel } from './levels.ts';
import type { AlertRule } from './rule.ts';
import { faultsOfRule } from './rule-faults.ts';

const ruleOf = (id: string, over: Partial<AlertRule> = {}): AlertRule => ({
  ...(defaultRules.find((one) => one.id === id)?.rule as AlertRule),
  ...over,
});
const glucose = ruleOf('glucose-low');
const temperature = ruleOf('body-temperature-high');
const weight = ruleOf('weight-gain', { against: 'value', baseline: null });

const tenths = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => (from + index) / 10);

describe('a level that is typed in the reader’s unit', () => {
  test.each<[string, AlertRule, Units, number[]]>([
    ['mmol/L', glucose, molarUnits, tenths(6, 555)],
    ['a change in mmol/L', { ...glucose, against: 'difference' }, molarUnits, tenths(-200, 200)],
    ['°F', temperature, imperialUnits, tenths(900, 1_130)],
    ['a change in °F', { ...temperature, against: 'difference' }, imperialUnits, tenths(-50, 50)],
    ['lbs', weight, imperialUnits, tenths(1_000, 5_000)],
  ])('reads the same again, and is reached by a reading that reads as it: %s', (_, rule, units, typed) => {
    for (const one of typed) {
      const level = typedLevel(rule, one, units);
      expect(levelText(rule, level, units)).toBe(String(one === 0 ? 0 : one));
      if (rule.against !== 'value') continue;
      for (const direction of ['at_least', 'at_most'] as const)
        expect(isBeyondLevel({ ...rule, direction, level }, level), `${one}`).toBe(true);
    }
  });

  it.each<[string, MetricId, Units, number[], number[]]>([
    ['lbs', 'weight', imperialUnits, tenths(1_200, 3_000), [1, 3, 4.4, 5, 10]],
    ['°F', 'body_temp', imperialUnits, tenths(950, 1_050), [0.5, 1, 1.5, 3, 5]],
    ['mmol/L', 'glucose', molarUnits, tenths(30, 250), [1, 2.7, 3]],
  ])(
    'a change by exactly the level counts from wherever it begins, and one a tenth short of it does not: %s',
    (_, metric, units, from, changes) => {
      const kept = (read: number) => roundTo(typedValue(catalogue[metric], read, units), convertedDecimals);
      const against = { ...ruleOf('weight-gain'), subject: { kind: 'metric', metric } } as const;
      for (const change of changes) {
        const gain = { ...against, level: typedLevel(against, change, units) };
        const fall = { ...against, direction: 'at_most', level: -gain.level } as const;
        const counting = from.map((start) =>
          [change, change - 0.1].flatMap((by) => [
            isBeyondLimit(gain, kept(start + by), kept(start)),
            isBeyondLimit(fall, kept(start), kept(start + by)),
          ]),
        );
        expect(counting.filter((each) => String(each) !== 'true,true,false,false').length, `${change}`).toBe(0);
      }
    },
  );

  it.each([
    [250, '13.9'],
    [251, '13.93'],
    [69, '3.83'],
    [53, '2.94'],
    [400, '22.2'],
  ])('%d mg/dL read %s mmol/L: with the digits that tell it from the next', (level, text) =>
    expect(levelText(glucose, level, molarUnits)).toBe(text),
  );

  it('reads in mg/dL as it is judged', () => {
    expect(levelText(glucose, typedLevel(glucose, 13.9, molarUnits), metricUnits)).toBe('250');
    expect(levelText(glucose, 69.5, metricUnits)).toBe('69.5');
  });

  it('13.9 mmol/L is reached by a sensor’s 250 mg/dL, which reads 13.9, and by 13.9, and not by 249 or 13.8', () => {
    const rule = { ...ruleOf('glucose-very-high'), level: typedLevel(glucose, 13.9, molarUnits) };
    expect([250, glucoseMmolLToMgDl(13.9), 249, glucoseMmolLToMgDl(13.8)].map((value) => isBeyondLevel(rule, value))).toEqual([
      ...[true, true, false, false],
    ]);
  });
});

describe('a limit that was probably meant in another unit', () => {
  it.each<[AlertRule, number, Units, string]>([
    [glucose, 5.4, metricUnits, 'A limit of 5.4 mg/dL is far outside the usual range. Did you mean 5.4 mmol/L?'],
    [glucose, 22, metricUnits, 'A limit of 22 mg/dL is far outside the usual range. Did you mean 22 mmol/L?'],
    [glucose, 97, molarUnits, 'A limit of 97 mmol/L is far outside the usual range. Did you mean 97 mg/dL?'],
    [temperature, 38, imperialUnits, 'A limit of 38 °F is far outside the usual range. Did you mean 38 °C?'],
    [temperature, 100, metricUnits, 'A limit of 100 °C is far outside the usual range. Did you mean 100 °F?'],
    [weight, 260, metricUnits, 'A limit of 260 kg is far outside the usual range. Did you mean 260 lbs?'],
    [weight, 500, imperialUnits, 'A limit of 500 lbs is far outside the usual range. Is it correct?'],
    [glucose, 700, metricUnits, 'A limit of 700 mg/dL is far outside the usual range. Is it correct?'],
  ])('%#: %s', (rule, typed, units, question) => {
    const level = typedLevel(rule, typed, units);
    const asked = levelDoubts({ ...rule, level }, ['level'], units);
    expect(asked.map(doubtWords)).toEqual([question]);
    // Who does not know the units asks the same, where there is only one answer.
    const [first] = asked;
    if (first?.meant) expect(levelDoubts({ ...rule, level }, ['level']).map(doubtWords)).toEqual([question]);
  });

  it('asks nothing about the default rules, nor about changes and what has one unit', () => {
    expect(defaultRules.flatMap(({ rule }) => levelDoubts(rule))).toEqual([]);
    expect(levelDoubts({ ...glucose, against: 'difference', level: 5 })).toEqual([]);
    expect(levelDoubts(ruleOf('systolic-crisis', { level: 299 }))).toEqual([]);
  });
});

describe('a limit that cannot be is refused with the range in the reader’s unit, and with what was probably meant', () => {
  it.each<[AlertRule, number, Units | undefined, string]>([
    [glucose, 5.4, undefined, 'Give a number from 10 to 1000 mg/dL. Did you mean 5.4 mmol/L?'],
    [glucose, 97, molarUnits, 'Give a number from 0.6 to 55.4 mmol/L. Did you mean 97 mg/dL?'],
    [temperature, 38, imperialUnits, 'Give a number from 77 to 113 °F. Did you mean 38 °C?'],
    [weight, 1_200, imperialUnits, 'Give a number from 7 to 1102 lbs.'],
    [ruleOf('spo2-low'), 12, undefined, 'Give a number from 40 to 100 %.'],
    [ruleOf('news2-urgent'), 21, undefined, 'Give a number from 0 to 20.'],
  ])('%#: %d', (rule, typed, units, message) => {
    const level = units ? typedLevel(rule, typed, units) : typed;
    expect(faultsOfRule({ ...rule, level }, units).find(({ field }) => field === 'level')?.message).toBe(message);
  });
});
