import { defaultRules } from '@vigil/domain/alerts/defaults';
import { describe, expect, it } from 'vitest';
import {
  adapted,
  definitionOf,
  differing,
  emptyValues,
  faultsOf,
  layerFaultsOf,
  layerValuesOf,
  ruleMetrics,
  settingsOf,
  valuesOf,
} from './rule-values.ts';

const [first] = defaultRules;
const spo2 = first?.rule as (typeof defaultRules)[number]['rule'];

it('every default is typed and read again as it is, and nothing is wrong with it', () => {
  for (const { title, rule } of defaultRules) {
    const values = valuesOf({ title, definition: rule });
    expect(definitionOf(values)).toEqual(rule);
    expect(faultsOf(values)).toEqual({});
  }
});

it('a comma is a point, and a share is typed in percent', () => {
  const { level, leastCoverage } = definitionOf({ ...emptyValues, level: '91,5', clearing: '92', leastCoverage: '62.5' });
  expect([level, leastCoverage]).toEqual([91.5, 0.625]);
});

it('what is missing or no number is said beside its field, in the words of whoever checks rules', () => {
  expect(faultsOf(emptyValues)).toEqual({ title: 'Give it a title.', level: 'Give a number.', clearing: 'Give a number.' });
  const faults = faultsOf({ ...emptyValues, title: 'x', level: '12', clearing: '95', persistMinutes: '7', closesOnClearing: 'yes' });
  expect(Object.keys(faults).sort()).toEqual(['closesOnClearing', 'level', 'persistMinutes']);
});

describe('what changes with what a rule is about', () => {
  it.each([
    ['a count is summed', { subject: 'metric:steps' }, { aggregate: 'total', against: 'value' }],
    [
      'a score is the latest, by its value',
      { subject: 'score:anomaly', against: 'percent', baseline: '28d' },
      { aggregate: 'latest', against: 'value', baseline: '' },
    ],
    ['a change needs a baseline', { against: 'difference' }, { baseline: '28d' }],
    ['coaches are for surveys only', { role: 'coach' }, { role: 'nurse' }],
    ['of a survey a coach stays', { subject: 'survey:x', role: 'coach' }, { role: 'coach', aggregate: 'latest' }],
  ] as const)('%s', (_, over, becomes) => expect(adapted({ ...emptyValues, ...over })).toMatchObject(becomes));
});

it('states of the band are not among what a rule can be about', () => {
  expect(ruleMetrics).toContain('heart_rate');
  expect(ruleMetrics).not.toContain('band_removed');
});

describe('a layer', () => {
  it('holds what was typed and nothing else', () => {
    expect(settingsOf({ ...layerValuesOf({}, spo2), level: '86', closesOnClearing: 'no' })).toEqual({ level: 86, closesOnClearing: false });
    expect(settingsOf(layerValuesOf({ level: 86, severity: 'LOW' }, spo2))).toEqual({ level: 86, severity: 'LOW' });
  });
  it('names what it makes impossible, and is silent about what is not its own', () => {
    expect(Object.keys(layerFaultsOf({ ...layerValuesOf({}, spo2), level: '12' }, spo2))).toEqual(['level']);
    expect(layerFaultsOf({ ...layerValuesOf({}, spo2), persistMinutes: 'x' }, spo2)).toEqual({ persistMinutes: 'Give a number.' });
    // A clearing level on the wrong side of a layer's own level follows by itself.
    expect(layerFaultsOf({ ...layerValuesOf({}, spo2), level: '95' }, spo2)).toEqual({});
  });
});

it('two versions differ in the fields that were typed otherwise, in reading order', () => {
  const one = valuesOf({ title: 'a', definition: spo2 });
  expect(differing(one, { ...one, severity: 'LOW', title: 'b' })).toEqual(['title', 'severity']);
});
