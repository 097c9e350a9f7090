import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { keptUnits, type Units } from '@vigil/domain/units/unit-system';
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

const kept = { units: keptUnits, stored: null };
const ownUnits: Units = { system: 'imperial', glucose: 'mmol/L' };
const defaultRule = (id: string) => defaultRules.find((one) => one.id === id)?.rule as AlertRule;

it.each([keptUnits, ownUnits])('every default is typed and read again as it is in %j, and nothing is wrong with it', (units) => {
  for (const { title, rule } of defaultRules) {
    const values = valuesOf({ title, definition: rule }, units);
    const typed = { units, stored: rule };
    expect(definitionOf(values, typed)).toEqual(rule);
    expect(faultsOf(values, typed)).toEqual({});
  }
});

describe('levels are typed in the reader’s units', () => {
  const typed = { units: ownUnits, stored: null };
  it.each([
    ['glucose-low', '3.9', 70.27098],
    ['body-temperature-high', '100.4', 38],
    ['body-temperature-high', '100,5', 38.055556],
    ['weight-gain', '4.4', 1.995806],
    ['systolic-high', '140', 140],
  ])('%s of %s', (id, level, expected) => {
    const values = { ...valuesOf({ title: 'x', definition: defaultRule(id) }, ownUnits), level };
    expect(definitionOf(values, typed).level).toBe(expected);
  });
  it('of a layer as well, and one that was not typed anew stays what it is', () => {
    const [glucose, stored] = [defaultRule('glucose-very-high'), { ...defaultRule('glucose-very-high'), level: 200 }];
    const values = layerValuesOf({ level: 200 }, glucose, ownUnits);
    expect(values.level).toBe('11.1');
    expect(settingsOf({ ...values, severity: 'LOW' }, { units: ownUnits, stored })).toEqual({ level: 200, severity: 'LOW' });
    expect(settingsOf({ ...values, level: '11.2' }, { units: ownUnits, stored })).toEqual({ level: 201.80384 });
  });
});

it('a comma is a point, and a share is typed in percent', () => {
  const { level, leastCoverage } = definitionOf({ ...emptyValues, level: '91,5', clearing: '92', leastCoverage: '62.5' }, kept);
  expect([level, leastCoverage]).toEqual([91.5, 0.625]);
});

it('a comma that may separate thousands is asked about: 2,000 steps are not two', () => {
  const steps = {
    ...emptyValues,
    title: 'Few steps',
    subject: 'metric:steps',
    aggregate: 'total',
    window: '24h',
    level: '2,000',
    clearing: '2500',
  };
  expect(faultsOf(steps, kept)).toEqual({ level: 'Give a number, 2000 or 5.4 for example.' });
  expect(faultsOf({ ...steps, level: '2000', timeToLiveHours: '1,000' }, kept)).toEqual({
    timeToLiveHours: 'Give a number, 2000 or 5.4 for example.',
  });
});

it('what is missing or no number is said beside its field, in the words of whoever checks rules', () => {
  expect(faultsOf(emptyValues, kept)).toEqual({
    title: 'Give it a title.',
    level: 'Give a number, 2000 or 5.4 for example.',
    clearing: 'Give a number, 2000 or 5.4 for example.',
  });
  const faults = faultsOf({ ...emptyValues, title: 'x', level: '12', clearing: '95', persistMinutes: '7', closesOnClearing: 'yes' }, kept);
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
  const unsaid = layerValuesOf({}, spo2, keptUnits);
  const typed = { units: keptUnits, stored: spo2 };
  const faults = (over: object) => layerFaultsOf(settingsOf({ ...unsaid, ...over }, typed), spo2, keptUnits);
  it('holds what was typed and nothing else', () => {
    expect(settingsOf({ ...unsaid, level: '86', closesOnClearing: 'no' }, typed)).toEqual({ level: 86, closesOnClearing: false });
    expect(settingsOf(layerValuesOf({ level: 86, severity: 'LOW' }, spo2, keptUnits), typed)).toEqual({ level: 86, severity: 'LOW' });
  });
  it('names what it makes impossible, and is silent about what is not its own', () => {
    expect(Object.keys(faults({ level: '12' }))).toEqual(['level']);
    expect(faults({ persistMinutes: 'x' })).toEqual({ persistMinutes: 'Give a number, 2000 or 5.4 for example.' });
    // A clearing level on the wrong side of a layer's own level follows by itself.
    expect(faults({ level: '95' })).toEqual({});
  });
});

it('two versions differ in the fields that were typed otherwise, in reading order', () => {
  const one = valuesOf({ title: 'a', definition: spo2 }, keptUnits);
  expect(differing(one, { ...one, severity: 'LOW', title: 'b' })).toEqual(['title', 'severity']);
});
