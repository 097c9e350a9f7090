import { describe, expect, it } from 'vitest';
import { analysisDays, metricsUnlessChosen, ownMetricsUnlessChosen, searchOf, viewOf } from './view.ts';

describe('the address of an analysis', () => {
  it('offers the ranges of the specification', () => expect(analysisDays).toEqual([1, 2, 7, 14, 21, 28]));

  it.each<[string, Record<string, unknown>, object]>([
    ['nothing', {}, { days: 7, end: null, metrics: metricsUnlessChosen, average: false, evidence: null, compare: null }],
    ['a range that there is', { range: '14' }, { days: 14 }],
    ['a range that there is not', { range: '30' }, { days: 7 }],
    ['a day that there is not', { end: '2026-02-30' }, { end: null }],
    ['metrics in the order given, once each, known ones only', { metrics: 'spo2,steps,spo2,nonsense' }, { metrics: ['spo2', 'steps'] }],
    [
      'evidence that says nothing: a day against a week',
      { mode: 'evidence' },
      { evidence: { primary: 'heart_rate', secondary: ['rhr', 'resp_rate', 'spo2', 'steps'], timeframe: '24h', baseline: '7d', at: null } },
    ],
    [
      'evidence as an alert names it',
      { mode: 'evidence', primary: 'spo2', secondary: 'resp_rate,spo2', timeframe: '36h', baseline: '14dS2d', at: '1795200000' },
      { evidence: { primary: 'spo2', secondary: ['resp_rate'], timeframe: '36h', baseline: '14dS2d', at: 1_795_200_000 } },
    ],
    [
      'timeframes that are none',
      { mode: 'evidence', timeframe: 'x', baseline: '0d' },
      { evidence: expect.objectContaining({ timeframe: '24h', baseline: '7d' }) },
    ],
    ['a moment that is none', { mode: 'evidence', at: 'noon' }, { evidence: expect.objectContaining({ at: null }) }],
    ['no secondary metric', { mode: 'evidence', secondary: '' }, { evidence: expect.objectContaining({ secondary: [] }) }],
  ])('%s', (_, search, expected) => expect(viewOf(search, false)).toMatchObject(expected));

  it('a member has neither evidence nor another member beside the own readings', () =>
    expect(viewOf({ mode: 'evidence', compare: 'somebody', metrics: 'gsr' }, true)).toMatchObject({
      evidence: null,
      compare: null,
      metrics: ownMetricsUnlessChosen,
    }));

  it.each([
    [{}],
    [{ range: 28, metrics: 'weight', average: 'yes', compare: 'period', end: '2026-11-20' }],
    [{ mode: 'evidence', primary: 'spo2', secondary: '', timeframe: '7d', baseline: '28d' }],
    [{ mode: 'evidence', primary: 'spo2', secondary: '', timeframe: '1h', baseline: '28d', at: 1_795_200_000 }],
  ])('is read as it was written: %j', (search) => {
    expect(searchOf(viewOf(search, false), false)).toEqual(search);
  });
});
