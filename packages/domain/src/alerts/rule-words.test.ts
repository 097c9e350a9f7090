import { describe, expect, it } from 'vitest';
import { imperialUnits } from '../units/testing/units.ts';
import { defaultRules } from './defaults.ts';
import type { AlertRule } from './rule.ts';
import { baselineWords, minutesInWords, ruleFieldWords, ruleWords, timeframeWords } from './rule-words.ts';

const spo2: AlertRule = {
  subject: { kind: 'metric', metric: 'spo2' },
  aggregate: 'mean',
  direction: 'at_most',
  against: 'value',
  category: 'BIOMETRICS',
  window: '1h',
  baseline: null,
  level: 91,
  clearing: 92,
  persistMinutes: 15,
  leastCoverage: 0.5,
  severity: 'CRITICAL',
  role: 'md',
  timeToLiveHours: 24,
  closesOnClearing: false,
};
const metric = (id: 'heart_rate' | 'rhr' | 'body_temp' | 'weight' | 'steps') => ({ subject: { kind: 'metric', metric: id } }) as const;
const change = { against: 'difference', baseline: '28dS1d', window: '24h', persistMinutes: 0 } as const;

it.each<[string, Partial<AlertRule>]>([
  ['SpO2, mean of 1 h, at most 91 % for 15 min', {}],
  ['SpO2, mean of 1 h, at most 91 %', { persistMinutes: 0 }],
  [
    'Heart rate at rest, mean of 1 h, at least 131 bpm for 1 h',
    { ...metric('heart_rate'), direction: 'at_least', level: 131, persistMinutes: 60 },
  ],
  [
    'Body temperature, latest of 24 h, at least 38.1 °C for 2 d',
    { ...metric('body_temp'), aggregate: 'latest', window: '24h', direction: 'at_least', level: 38.1, persistMinutes: 2_880 },
  ],
  ['Movement, total of 7 d, at most 2000 steps', { ...metric('steps'), aggregate: 'total', window: '7d', level: 2_000, persistMinutes: 0 }],
  [
    'Resting heart rate, mean of 24 h, at least 10 bpm above its mean of the 28 d until 1 d ago',
    { ...metric('rhr'), ...change, direction: 'at_least', level: 10 },
  ],
  ['SpO2, mean of 24 h, at least 3 % below its mean of the 28 d before', { ...change, baseline: '28d', level: -3 }],
  ['SpO2, mean of 24 h, at most 3 % below its mean of the 28 d before', { ...change, baseline: '28d', direction: 'at_least', level: -3 }],
  ['SpO2, mean of 24 h, at most 3 % above its mean of the 28 d before', { ...change, baseline: '28d', level: 3 }],
  ['SpO2, mean of 24 h, not above its mean of the 2 weeks before', { ...change, baseline: '2w', level: 0 }],
  ['SpO2, mean of 24 h, not below its mean of the 1 week before', { ...change, baseline: '1w', level: 0, direction: 'at_least' }],
  [
    'Resting heart rate, mean of 24 h, at least 20 % above its mean of the 28 d until 1 d ago',
    { ...metric('rhr'), ...change, against: 'percent', direction: 'at_least', level: 20 },
  ],
  [
    'NEWS2, lower bound, latest of 24 h, at least 5',
    { subject: { kind: 'score', score: 'news2' }, aggregate: 'latest', window: '24h', direction: 'at_least', level: 5, persistMinutes: 0 },
  ],
  [
    'Anomaly score, latest of 2 d, at least 4.5',
    {
      subject: { kind: 'score', score: 'anomaly' },
      aggregate: 'latest',
      window: '2d',
      direction: 'at_least',
      level: 4.5,
      persistMinutes: 0,
    },
  ],
  [
    'Survey, latest of 24 h, at least 10',
    { subject: { kind: 'survey', surveyId: 'x' }, aggregate: 'latest', window: '24h', direction: 'at_least', level: 10, persistMinutes: 0 },
  ],
])('%s', (words, over) => expect(ruleWords({ ...spo2, ...over })).toBe(words));

describe('in the reader’s units', () => {
  it.each<[string, Partial<AlertRule>]>([
    ['at least 102.4 °F', { ...metric('body_temp'), direction: 'at_least', level: 39.1, persistMinutes: 0 }],
    ['at least 1.8 °F above its mean of the 28 d until 1 d ago', { ...metric('body_temp'), ...change, direction: 'at_least', level: 1 }],
    ['at least 4.4 lbs above its mean of the 28 d until 1 d ago', { ...metric('weight'), ...change, direction: 'at_least', level: 2 }],
  ])('%s', (words, over) => expect(ruleWords({ ...spo2, ...over }, { units: imperialUnits })).toContain(words));
});

it('no default is called by a figure in one of two units, which would stand beside the same in another', () =>
  expect(defaultRules.filter(({ title }) => /°C|°F|\bkg\b|\blbs?\b|mg\/dL|mmol/.test(title))).toEqual([]));

it('a survey is called by its title where that is known', () =>
  expect(ruleWords({ ...spo2, subject: { kind: 'survey', surveyId: 'x' } }, { survey: 'PHQ-9' })).toContain('Survey PHQ-9'));

it('every default can be said, and no two of them in the same words', () => {
  const words = defaultRules.map(({ rule }) => ruleWords(rule));
  expect(new Set(words).size).toBe(defaultRules.length);
  for (const one of words) expect(one).not.toMatch(/undefined|NaN|null/);
});

it.each([
  ['1h', '1 h'],
  ['1w', '1 week'],
  ['3w', '3 weeks'],
  ['2m', '60 d'],
  ['1y', '365 d'],
  ['soon', 'soon'],
])('the timeframe %s reads %s', (text, words) => expect(timeframeWords(text)).toBe(words));

it.each([
  ['28dS2d', '28 d until 2 d ago'],
  ['7d', '7 d before'],
  [null, '–'],
])('the baseline %s reads %s', (text, words) => expect(baselineWords(text)).toBe(words));

it.each([
  [0, '0 min'],
  [90, '90 min'],
  [1_440, '24 h'],
  [10_080, '7 d'],
])('%s minutes read %s', (minutes, words) => expect(minutesInWords(minutes)).toBe(words));

it.each([
  ['clearing', 'above 92 %'],
  ['leastCoverage', '50 %'],
  ['timeToLiveHours', '24 h'],
  ['direction', 'at most'],
  ['baseline', '–'],
] as const)('the field %s reads %s', (field, words) => expect(ruleFieldWords(spo2, field)).toBe(words));
