import { describe, expect, it } from 'vitest';
import { defaultRules } from './defaults.ts';
import { belongTogether, type Grouped, systemOf, topicOf } from './related.ts';

const about = (...ids: readonly string[]): Grouped[] =>
  ids.map((id) => {
    const found = defaultRules.find((rule) => rule.id === id);
    if (!found) throw new Error(`There is no default rule ${id}`);
    return found.rule;
  });
const survey = (surveyId: string, rest: Pick<Grouped, 'system'> = {}): Grouped => ({ subject: { kind: 'survey', surveyId }, ...rest });

describe('what a rule is grouped by', () => {
  it.each([
    ['spo2-low', 'respiratory'],
    ['pulse-high', 'cardiac'],
    ['diastolic-high', 'cardiac'],
    ['glucose-low', 'glucose'],
    ['weight-gain', 'weight-and-fluid'],
    ['body-temperature-high', 'infection'],
    ['resting-pulse-up', 'general'],
    ['movement-down', 'general'],
    ['news2-urgent', 'general'],
    ['anomaly', 'general'],
  ])('%s: %s', (id, system) => expect(about(id).map(systemOf)).toEqual([system]));

  it('is what the tenant says, where it says something', () => {
    const [rule] = about('pulse-high');
    expect(systemOf({ ...(rule as Grouped), system: 'infection' })).toBe('infection');
  });

  it('is a survey by itself, until the tenant puts it somewhere', () => {
    expect([systemOf(survey('phq-9')), topicOf(survey('phq-9'))]).toEqual([null, 'survey:phq-9']);
    expect(systemOf(survey('phq-9', { system: 'mood' }))).toBe('mood');
  });
});

describe('alerts that belong together', () => {
  it.each([
    ['tiers of one metric', ['spo2-low', 'spo2-very-low', 'spo2-extremely-low']],
    ['both ends of one metric', ['glucose-low', 'glucose-extremely-high']],
    ['one system', ['spo2-low', 'respiration-high']],
    ['NEWS2 and its inputs', ['respiration-high', 'news2-urgent', 'spo2-low', 'pulse-high', 'body-temperature-high']],
    [
      'general signs and the one that says which illness it is',
      ['resting-pulse-up', 'anomaly', 'body-temperature-high', 'respiration-high'],
    ],
    ['fluid in the body and in the lungs', ['weight-gain', 'spo2-low', 'respiration-high', 'resting-pulse-up', 'movement-down']],
    ['fluid and the NEWS2 that it raises', ['respiration-high', 'news2-urgent', 'spo2-low', 'resting-pulse-up', 'weight-gain']],
  ])('%s', (_, ids) => expect(belongTogether(about(...ids))).toBe(true));

  it.each([
    ['oxygen and glucose', ['spo2-low', 'glucose-low']],
    ['oxygen and blood pressure', ['spo2-low', 'systolic-crisis']],
    ['glucose and blood pressure, though a general sign stands beside each', ['movement-down', 'glucose-low', 'systolic-high']],
    ['weight and temperature', ['weight-gain', 'body-temperature-high']],
    ['NEWS2 and glucose', ['news2-urgent', 'glucose-low']],
  ])('not %s', (_, ids) => expect(belongTogether(about(...ids))).toBe(false));

  it('nor two surveys, unless the tenant has put both in one system', () => {
    expect(belongTogether([survey('phq-9'), survey('gad-7')])).toBe(false);
    expect(belongTogether([survey('phq-9', { system: 'mood' }), survey('gad-7', { system: 'mood' })])).toBe(true);
    expect(belongTogether([survey('phq-9'), ...about('movement-down')])).toBe(false);
  });

  it('do so in whatever order they come', () => {
    const rules = about('weight-gain', 'spo2-low', 'body-temperature-high', 'glucose-low', 'anomaly');
    for (const one of rules) for (const other of rules) expect(belongTogether([one, other])).toBe(belongTogether([other, one]));
  });
});
